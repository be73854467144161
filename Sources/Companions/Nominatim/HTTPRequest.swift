import CCurl
import GeocodeProtocol
import Glibc
internal import LocationModel
import SystemSupport

/// One GET over HTTP/1.1 or HTTPS, by libcurl.
struct HTTPRequest {
    let server: String
    let method: String
    /// Escaped.
    let query: String
    let userAgent: String
    let authorities: String?
    /// For all of it, in seconds.
    let timeout: Double

    /// The body of the answer.
    /// - Parameter maximum: A longer body is refused; bytes.
    func answer(maximum: Int) throws(GeocodeFailure) -> [UInt8] {
        let began = SystemClock.sinceBoot
        var answer = withRequest(timeout: timeout, maximum: maximum) { ccurl_get(&$0) }
        defer { ccurl_answer_free(&answer) }
        let words = Self.text(of: answer.words)
        switch answer.outcome {
        case CCURL_ANSWERED:
            guard answer.status == 200 else {
                throw .status(answer.status, movedTo: Self.text(of: answer.moved_to))
            }
            return [UInt8](UnsafeBufferPointer(start: answer.body, count: answer.size))
        case CCURL_BAD_SERVER: throw .badServer
        case CCURL_UNRESOLVED: throw .unresolved
        case CCURL_NO_NAMES: throw .noNameService
        case CCURL_UNREACHABLE:
            throw .unreachable(answer.error == 0 ? "connection failed" : SystemCallError.message(of: answer.error))
        case CCURL_LATE: throw .timedOut
        case CCURL_LONG: throw .tooLong(maximum: maximum)
        case CCURL_UNFINISHED: throw .incomplete
        case CCURL_NO_AUTHORITIES: throw .noAuthorities
        case CCURL_WRONG_NAME: throw .wrongName(of: server)
        case CCURL_UNVERIFIED:
            // libcurl does not say which certificate was refused: the second connection only looks at them.
            let left = timeout - (SystemClock.sinceBoot - began) / .seconds(1)
            throw .unverified(chain: left > 0 ? validities(within: left) : [], now: SystemClock.wallTime.seconds)
        case CCURL_NO_TLS: throw .noTLS(words)
        default: throw .badAnswer
        }
    }

    /// When the certificates that the server shows are valid, its own first.
    private func validities(within timeout: Double) -> [CertificateValidity] {
        var found = [ccurl_validity](repeating: ccurl_validity(), count: 10)
        let count = withRequest(timeout: timeout, maximum: 0) { ccurl_validities(&$0, &found, found.count) }
        return found.prefix(count).map { CertificateValidity(from: $0.from, to: $0.to) }
    }

    private func withRequest<Result>(
        timeout: Double, maximum: Int, _ body: (inout ccurl_request) -> Result
    ) -> Result {
        server.withCString { server in
            method.withCString { method in
                query.withCString { query in
                    userAgent.withCString { userAgent in
                        func ask(_ authorities: UnsafePointer<CChar>?) -> Result {
                            var request = ccurl_request(
                                server: server, method: method, query: query, user_agent: userAgent,
                                authorities: authorities, timeout: max(1, Int(rounding: timeout * 1000, .towardZero)),
                                maximum: maximum)
                            return body(&request)
                        }
                        return authorities.map { $0.withCString(ask) } ?? ask(nil)
                    }
                }
            }
        }
    }

    /// The text in a C array of characters.
    static func text<Characters>(of characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// From when to when a certificate is valid, in seconds since 1970.
struct CertificateValidity: Sendable, Hashable {
    var from: Int64
    var to: Int64
}
