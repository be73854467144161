internal import LocationModel
package import LocationServices
internal import Synchronization

/// The browsers that signed in with a token. Each has a cookie of 256 random bits; only its hash is kept, in memory.
package final class SignIns: Sendable {
    private struct SignIn {
        var token: String
        var hash: String
        var end: Duration
    }

    /// The cookie's name: browsers accept it over TLS only, for this host only, and do not send it with requests of
    /// other sites.
    package static let cookie = "__Host-locd"
    private static let validity = Duration.seconds(30 * 86_400)
    private static let maximumCount = 512

    private let clock: MonotonicClock
    private let signIns = Mutex<[String: SignIn]>([:])

    package init(clock: MonotonicClock) {
        self.clock = clock
    }

    /// Signs in with the token of an entry; returns the value of the cookie.
    package func add(_ entry: TokenBook.Entry) -> String {
        let value = TokenBook.randomBytes().map(\.hexadecimal).joined()
        let signIn = SignIn(token: entry.name, hash: entry.hash, end: clock.now() + Self.validity)
        signIns.withLock { signIns in
            if signIns.count >= Self.maximumCount, let first = signIns.min(by: { $0.value.end < $1.value.end }) {
                signIns[first.key] = nil
            }
            signIns[TokenBook.hash(of: value)] = signIn
        }
        return value
    }

    /// The token of a cookie, if it is in the book. A sign-in stays when it is not: the file may be in the middle of a
    /// change, and a new token of the name has another hash.
    package func entry(of value: String, in book: TokenBook) -> TokenBook.Entry? {
        let key = TokenBook.hash(of: value)
        return signIns.withLock { signIns in
            guard let found = signIns[key] else { return nil }
            guard clock.now() < found.end else {
                signIns[key] = nil
                return nil
            }
            return book.entries.first { $0.name == found.token && $0.hash == found.hash }
        }
    }

    /// Signs out.
    package func remove(_ value: String) {
        let key = TokenBook.hash(of: value)
        signIns.withLock { $0[key] = nil }
    }

    /// The value of the cookie among those of a request.
    package static func value(in header: String?) -> String? {
        header?.split(separator: ";").lazy.compactMap { part in
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return pair.count == 2 && pair[0] == cookie ? String(pair[1]) : nil
        }.first
    }
}
