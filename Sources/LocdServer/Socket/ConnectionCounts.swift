package import Glibc
import Synchronization

/// The number of connections of each user.
package final class ConnectionCounts: Sendable {
    /// The maximum for a user.
    package let maximumPerUser: Int
    private let counts = Mutex<(total: Int, byUser: [uid_t: Int])>((0, [:]))

    package init(maximumPerUser: Int) {
        self.maximumPerUser = maximumPerUser
    }

    /// Connections of all users.
    package var total: Int { counts.withLock { $0.total } }

    /// Counts one more; false, and not counted, if the user has the maximum.
    package func add(_ user: uid_t) -> Bool {
        counts.withLock { counts in
            guard counts.byUser[user, default: 0] < maximumPerUser else { return false }
            counts.byUser[user, default: 0] += 1
            counts.total += 1
            return true
        }
    }

    /// Counts one less.
    package func remove(_ user: uid_t) {
        counts.withLock { counts in
            guard let count = counts.byUser[user] else { return }
            // A user without connections uses no memory.
            counts.byUser[user] = count > 1 ? count - 1 : nil
            counts.total -= 1
        }
    }
}
