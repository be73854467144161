import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// Whom locd believes that a server is who it says.
struct ServerTrust: Sendable {
    /// The authorities of this machine, `/etc/ssl/certs`.
    static let system = ServerTrust(roots: .default)

    let roots: NIOSSLTrustRoots

    /// What a connection over TLS needs: it reads the authorities, a hundred and more. It is made for a question and goes with it, so that a
    /// daemon that asks nobody, or seldom, holds no such memory, and authorities that come or go are seen.
    func context() throws(NominatimServer.Failure) -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.trustRoots = roots
        // The answer is there by then: nobody waits long for a server that does not say goodbye.
        configuration.shutdownTimeout = .seconds(1)
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .noAuthorities
        }
    }

    /// What is wrong with a server's TLS.
    /// - Parameter cause: What the library said, which is not which certificate it refused, or why: so they are looked at in a
    ///   second connection, over which nothing is asked.
    func fault(
        _ cause: any Error, of server: GeocodingServer, context: NIOSSLContext, until deadline: NIODeadline
    ) async -> NominatimServer.Failure {
        if let error = cause as? NIOSSLExtraError, error == .failedToValidateHostname { return .wrongName(server.host) }
        if (cause as? NIOSSLError) == .unableToValidateCertificate { return .wrongName(server.host) }
        let reason = Self.reason(cause)
        guard reason == "CERTIFICATE_VERIFY_FAILED" else { return .noTLS(reason) }
        let spans = (try? await Self.validity(of: server, context: context, until: deadline)) ?? []
        return Self.fault(of: spans, now: Int64(time(nil)))
    }

    /// From when to when a certificate holds, in seconds since 1970.
    typealias Validity = (from: Int64, to: Int64)

    /// Which fault a chain of certificates has that was refused.
    static func fault(of chain: [Validity], now: Int64) -> NominatimServer.Failure {
        if let ended = chain.map(\.to).min(), ended < now { return .expired(at: ended, now: now) }
        if let begun = chain.map(\.from).max(), begun > now { return .notYetValid(from: begun, now: now) }
        return .untrusted
    }

    /// The words of the library for what is wrong, without its own lines of source.
    static func reason(_ error: any Error) -> String {
        let stack: NIOBoringSSLErrorStack? =
            switch error as? NIOSSLError {
            case .handshakeFailed(.sslError(let stack)), .handshakeFailed(.unknownError(let stack)): stack
            default: nil
            }
        // `Error: NUMBER error:NUMBER:SSL routines:OPENSSL_internal:REASON at FILE:LINE`, or `Error:  WORDS`.
        guard let first = stack?.first?.description else { return "\(error)" }
        let reason =
            first.firstRange(of: "OPENSSL_internal:").map { first[$0.upperBound...] } ?? first.dropFirst("Error:".count)
        let end = reason.firstRange(of: " at ")?.lowerBound ?? reason.endIndex
        return String(reason[..<end].drop { $0 == " " })
    }

    /// When the certificates of a server hold, its own first.
    private static func validity(
        of server: GeocodingServer, context: NIOSSLContext, until deadline: NIODeadline
    ) async throws -> [Validity] {
        let look = CertificateLook()
        let (channel, handshake) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(deadline - .now())
            .connect(host: server.host, port: Int(server.port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(
                        context: context, serverHostname: server.certifiedName,
                        customVerificationCallback: look.refuse)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    return (channel, try HandshakeWatch.add(to: channel))
                }
            }
        let timer = channel.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
        defer { timer.cancel() }
        // It never comes about: what is shown is refused.
        try? await handshake.get()
        try? await channel.close()
        return look.seen
    }
}
