/// Why records were not delivered: what went wrong, and what to do. It contains no password and no place.
package struct SinkFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// The cursor or the folder of the state.
        case state
        /// The track cannot be read.
        case track
        /// The private regions are unknown.
        case regions
        /// The password, a certificate or a program is missing.
        case setup
        /// No connection.
        case unreachable
        /// No answer in time.
        case timedOut
        /// TLS, or a certificate.
        case tls
        /// The server refused this user.
        case unauthorized
        /// The server refused the records.
        case refused
        /// The server reported an internal error.
        case server
        /// The program did not accept the records.
        case command
    }

    /// The kind of failure.
    package var code: Code
    /// What went wrong.
    package var what: String
    package var remedy: String
    /// The wait that the server requests.
    package var retryAfter: Duration?
    /// The approximate number of bytes that were sent in vain.
    package var sent = 0

    package init(_ code: Code, _ what: String, _ remedy: String, retryAfter: Duration? = nil) {
        self.code = code
        self.what = what
        self.remedy = remedy
        self.retryAfter = retryAfter
    }

    /// Not a wrong name: it may have an address as soon as the name service answers.
    static let noNameService = SinkFailure(
        .unreachable, "the name service does not answer", "check the network, and the resolver: getent ahosts HOST")

    /// Its waits ended because the process ends.
    static let stopped = SinkFailure(
        .unreachable, "locd-publish was stopped", "the records are sent again at its start")

    /// `what; remedy`.
    package var description: String { "\(what); \(remedy)" }
}
