/// Why there is no answer from an address server. The texts contain nothing of what was asked.
package struct GeocodeFailure: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure. Codes are added; none gets another meaning.
    package enum Code: String, Codable, Sendable, Hashable, CaseIterable {
        /// locd-geocode cannot be reached. Only the daemon says so.
        case noHelper
        /// What locd-geocode replied is invalid. Only the daemon says so.
        case badReply
        /// The request is invalid.
        case badRequest
        /// The server's name has no address.
        case unresolved
        /// No connection to the server.
        case unreachable
        /// No answer in time.
        case timedOut
        /// A status other than 200.
        case status
        /// The answer is too long.
        case tooLong
        /// The connection was closed before the answer was complete.
        case incomplete
        /// The answer is not what Nominatim sends.
        case badAnswer
        /// TLS failed.
        case noTLS
        /// The certificate is for another name.
        case wrongName
        /// The certificate has expired.
        case expired
        /// The certificate is not valid yet.
        case notYetValid
        /// No trusted authority signed the certificate.
        case untrusted
        /// This machine trusts no authority.
        case noAuthorities
    }

    /// What kind of failure.
    package var code: Code
    /// What went wrong: a clause without a full stop.
    package var message: String
    /// What to do about it: whole sentences; `nil` if there is nothing to do here.
    package var remedy: String?

    /// A failure.
    package init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The message, and what to do.
    package var description: String { remedy.map { "\(message). \($0)" } ?? message }
}
