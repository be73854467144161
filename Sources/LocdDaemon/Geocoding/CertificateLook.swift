import NIOCore
import NIOSSL
import Synchronization

/// Looks at the certificates that a server shows, and refuses them.
final class CertificateLook: Sendable {
    private let validities = Mutex<[ServerTrust.Validity]>([])

    /// When they hold, the server's own first.
    var seen: [ServerTrust.Validity] { validities.withLock { $0 } }

    /// What TLS asks whether to go on.
    @Sendable func refuse(_ chain: [NIOSSLCertificate], _ promise: EventLoopPromise<NIOSSLVerificationResult>) {
        let found = chain.map { (from: Int64($0.notValidBefore), to: Int64($0.notValidAfter)) }
        validities.withLock { $0 = found }
        promise.succeed(.failed)
    }
}
