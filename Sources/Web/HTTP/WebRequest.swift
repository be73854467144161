package import Glibc

/// A request as the routes see it: untrusted text, already within the limits of the connection.
package struct WebRequest: Sendable {
    /// The other end of the connection.
    package struct Remote: Sendable {
        /// Whether the connection comes over the loopback interface.
        package var isLoopback: Bool
        /// Its address, as text; for the limit of attempts.
        package var address: String
        /// The user of the program there; looked up only if needed, because that reads files.
        package var user: @Sendable () async -> uid_t?

        package init(isLoopback: Bool, address: String, user: @escaping @Sendable () async -> uid_t?) {
            self.isLoopback = isLoopback
            self.address = address
            self.user = user
        }
    }

    /// Such as `GET`.
    package var method: String
    /// The path before the question mark, as received.
    package var path: String
    /// The items after the question mark; `nil` if they are invalid.
    package var query: QueryItems?
    /// The name by which the client addresses the server: the Host header.
    package var host: String?
    /// Names in lower case; several fields of one name are joined with commas.
    package var headers: [String: String]
    /// At most 16 kB.
    package var body: [UInt8]
    /// The other end.
    package var remote: Remote

    /// A request.
    package init(
        method: String, target: String, host: String?, headers: [String: String] = [:], body: [UInt8] = [],
        remote: Remote
    ) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = parts.first.map(String.init) ?? ""
        query = QueryItems(parts.count > 1 ? parts[1] : "")
        self.host = host
        self.headers = headers
        self.body = body
        self.remote = remote
    }
}
