// Whether ThreadSanitizer is to be believed here: `check` does what is right and must not be reported, `check race`
// must be. Scripts/sanitize builds and runs it before the tests.
import Glibc
import Synchronization

/// A lock that is contended, and a number without one.
final class Counts: @unchecked Sendable {
    let locked = Mutex(0)
    var bare = 0
    let isRacing = CommandLine.arguments.contains("race")

    func count() {
        for _ in 0..<20_000 {
            // Long enough that somebody waits.
            locked.withLock { count in for _ in 0..<50 { count += 1 } }
            if isRacing { bare += 1 }
        }
    }
}

let counts = Counts()

@main
struct Check {
    /// What each thread does; not the main actor's, as `main` is.
    nonisolated static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        counts.count()
        return nil
    }

    static func main() {
        var threads: [pthread_t] = []
        for _ in 0..<4 {
            var thread = pthread_t()
            pthread_create(&thread, nil, body, nil)
            threads.append(thread)
        }
        for thread in threads { pthread_join(thread, nil) }
        print(counts.locked.withLock(\.self), counts.bare)
    }
}
