internal import CCurl
internal import Glibc
internal import LocationModel
internal import SystemSupport

/// A server that takes POST requests, over a connection that is kept.
final class HTTPConnection {
    /// The maximum length of a reply.
    static let maximumAnswer = 1 << 20
    /// The approximate size of a request without its body.
    private static let overhead = 250

    private let sink: PublishSink
    private let userAgent: String
    private let credentials: String?
    private let stop: StopSignal
    private let headers: [String]
    private let session: OpaquePointer

    /// A connection that is opened with the first request. `stop` gives up what is in flight. Throws if there is no
    /// memory.
    init(
        _ sink: PublishSink, headers: [String], userAgent: String, credentials: String?, stop: StopSignal
    ) throws(SinkFailure) {
        guard let session = ccurl_session_new() else {
            throw SinkFailure(.setup, "libcurl did not start", "free some memory")
        }
        self.session = session
        self.sink = sink
        self.headers = ["Content-Type: application/json"] + headers
        self.userAgent = userAgent
        self.credentials = credentials
        self.stop = stop
    }

    deinit {
        ccurl_session_free(session)
    }

    /// Posts a body and returns the number of bytes sent, and the reply.
    func post(_ body: [UInt8]) throws(SinkFailure) -> (bytes: Int, answer: [UInt8]) {
        let password = try Secret.password(of: sink, credentials: credentials)
        var answer = perform(body, password: password)
        defer { ccurl_answer_free(&answer) }
        let sent = answer.sent > 0 ? Int(answer.sent) + Self.overhead : 0
        func counted(_ failure: SinkFailure) -> SinkFailure {
            var failure = failure
            failure.sent = sent
            return failure
        }
        guard answer.outcome == CCURL_ANSWERED else { throw counted(failure(answer)) }
        guard (200..<300).contains(answer.status) else { throw counted(refusal(answer)) }
        let bytes = answer.body.map { Array(UnsafeBufferPointer(start: $0, count: answer.size)) } ?? []
        guard !Self.isPage(bytes) else {
            throw counted(
                SinkFailure(
                    .server, "a web page answered instead of the server", "log in to this network, or check the url"))
        }
        return (body.count + Self.overhead, bytes)
    }

    /// Whether an answer is HTML: the login page of a network gives it to every request, with HTTP 200, perhaps behind
    /// a byte order mark.
    static func isPage(_ answer: [UInt8]) -> Bool {
        answer.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    }

    /// Why a server cannot be reached over TLS, found by a connection over which nothing is sent: for libraries that do
    /// not say it. `nil` if it can.
    static func tlsFailure(of sink: PublishSink, host: String, port: UInt16, stop: StopSignal) -> SinkFailure? {
        var sink = sink
        sink.url = "https://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        sink.timeout = min(sink.timeout, 10)
        sink.user = nil
        guard
            let connection = try? HTTPConnection(
                sink, headers: [], userAgent: "locd-publish", credentials: nil, stop: stop)
        else { return nil }
        var answer = connection.perform(nil, password: nil)
        defer { ccurl_answer_free(&answer) }
        return answer.outcome == CCURL_ANSWERED ? nil : connection.failure(answer)
    }

    private func perform(_ body: [UInt8]?, password: String?) -> ccurl_answer {
        var texts: [UnsafeMutablePointer<CChar>?] = []
        func copy(_ text: String?) -> UnsafePointer<CChar>? {
            guard let text, let copy = strdup(text) else { return nil }
            texts.append(copy)
            return UnsafePointer(copy)
        }
        defer {
            for text in texts {
                // The password does not stay in freed memory.
                if let text { explicit_bzero(text, strlen(text)) }
                free(text)
            }
        }
        let lines: [UnsafePointer<CChar>?] = headers.map(copy)
        return (body ?? []).withUnsafeBufferPointer { bytes in
            lines.withUnsafeBufferPointer { lines in
                var message = ccurl_message()
                message.url = copy(sink.url)
                message.user = copy(sink.user)
                message.password = copy(password)
                message.authorities = copy(sink.authorities)
                message.certificate = copy(sink.certificate)
                message.key = copy(sink.key)
                message.user_agent = copy(userAgent)
                message.headers = lines.baseAddress
                message.header_count = lines.count
                message.body = body == nil ? nil : bytes.baseAddress
                message.size = bytes.count
                message.timeout = max(Int(rounding: sink.timeout * 1000, .towardZero), 1)
                message.maximum = Self.maximumAnswer
                message.stop = stop.descriptor
                return ccurl_post(session, &message)
            }
        }
    }

    /// What came of a request that was not answered.
    func failure(_ answer: ccurl_answer) -> SinkFailure {
        let words = withUnsafeBytes(of: answer.words) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return switch answer.outcome {
        case CCURL_BAD_SERVER: SinkFailure(.setup, "the url is invalid", "correct it in publish.yaml")
        case CCURL_UNRESOLVED:
            SinkFailure(.unreachable, "the name of the server has no address", "check the network, and the host in url")
        case CCURL_NO_NAMES: .noNameService
        case CCURL_UNREACHABLE:
            SinkFailure(
                .unreachable,
                "no connection to the server"
                    + (answer.error == 0 ? "" : ": \(SystemCallError.message(of: answer.error))"),
                "check the network, and whether the server runs")
        case CCURL_LATE:
            SinkFailure(
                .timedOut, "no answer within \(Int(rounding: sink.timeout, .towardZero)) s",
                "check the network and the server; raise timeout if it is slow")
        case CCURL_LONG:
            SinkFailure(.server, "the answer is longer than 1 MiB", "check the url: this is another service")
        case CCURL_UNFINISHED:
            SinkFailure(
                .unreachable, "the connection was closed before the answer was complete", "check the server's log")
        case CCURL_NO_AUTHORITIES:
            SinkFiles.problem(of: sink)
                ?? SinkFailure(
                    .tls, "this machine trusts no certificate authority",
                    "install ca-certificates, or correct authorities")
        case CCURL_UNVERIFIED: unverified(answer.verified)
        case CCURL_WRONG_NAME:
            SinkFailure(
                .tls, "the server's certificate is for another name", "write the name of the certificate in url")
        case CCURL_BAD_CERTIFICATE:
            SinkFiles.problem(of: sink)
                ?? SinkFailure(.tls, "the client certificate is invalid: \(words)", "check certificate and key")
        case CCURL_NO_TLS:
            SinkFailure(
                .tls, "TLS failed: \(words)", "check that the port in url is the one for TLS, 1.2 or newer")
        default: SinkFailure(.unreachable, "the request failed: \(words)", "check the network and the url")
        }
    }

    /// By OpenSSL's codes.
    private func unverified(_ code: Int) -> SinkFailure {
        switch code {
        case 9:
            SinkFailure(
                .tls, "the server's certificate is not valid yet", "check the clock of this machine and the server's")
        case 10:
            SinkFailure(.tls, "the server's certificate has expired", "renew it at the server, or check the clock")
        case 18:
            SinkFailure(
                .tls, "the server's certificate is self-signed, and not trusted", "name a copy of it with authorities")
        default:
            SinkFailure(
                .tls, "the authority of the server's certificate is not trusted", "name the authority with authorities")
        }
    }

    private func refusal(_ answer: ccurl_answer) -> SinkFailure {
        let status = answer.status
        let retry = answer.retry_after > 0 ? Duration.seconds(min(answer.retry_after, 3600)) : nil
        return switch status {
        case 300..<400:
            SinkFailure(
                .refused, "the server redirects (HTTP \(status)), which is not followed", "write the new address in url"
            )
        case 401, 403, 407:
            SinkFailure(
                .unauthorized, "the server refuses the user or the password (HTTP \(status))",
                "check user and passwordFile", retryAfter: retry)
        case 404 where sink.kind == .traccar:
            SinkFailure(
                .refused, "Traccar knows no such device (HTTP 404)",
                "add a device there whose identifier is the device of this sink, or check the path in url")
        case 404, 405, 410:
            SinkFailure(.refused, "the server knows no such address (HTTP \(status))", "check the path in url")
        case 413: SinkFailure(.refused, "the request is too large for the server (HTTP 413)", "lower batch")
        case 429:
            SinkFailure(.server, "the server wants fewer requests (HTTP 429)", "raise interval", retryAfter: retry)
        case 400..<500:
            SinkFailure(
                .refused, "the server refuses the record (HTTP \(status))",
                "check url, type and device; see the server's log")
        default:
            SinkFailure(.server, "the server has an error (HTTP \(status))", "see the server's log", retryAfter: retry)
        }
    }
}
