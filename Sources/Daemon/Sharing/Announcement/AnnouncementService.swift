import Bus
package import LocationServices
import LocdLog
package import Logging

/// Announces the listeners that are open to the network with DNS-SD, through Avahi on the system bus, so that programs
/// find them. locd itself sends nothing to the network.
///
/// Without Avahi or a bus nothing is announced, and that is not an error: locd waits for them.
package struct AnnouncementService: Sendable {
    private static let retry = Duration.seconds(30)
    private static let key = "sharing.network"

    private let services: [AnnouncedService]
    private let host: String
    private let clock: MonotonicClock
    private let logger: Logger
    private let reported = SharingProblems()
    private let bus = BusThread<Never>(named: "locd-dns-sd")

    /// Creates a service; `nil` if there is nothing to announce.
    /// - Parameter host: The name of this machine.
    package init?(_ listeners: [SharingListener], host: String, clock: MonotonicClock, logger: Logger) {
        services = AnnouncedService.all(of: listeners)
        guard !services.isEmpty else { return nil }
        self.host = host
        self.clock = clock
        self.logger = logger
    }

    /// Why nothing is announced although Avahi runs, as sentences for everybody.
    package var problems: [String] { reported.sentences }

    /// Announces until cancelled.
    package func run() async {
        await bus.run(pause: { await clock.rest(for: Self.retry) }) { mailbox in
            // If there is no bus, or it is gone, try again.
            _ = try? AvahiBus(AnnouncementCore(services, host: host)) { note($0) }.run(mailbox)
        } ended: { error in
            if let error { note(.failed("no thread for the bus: \(error)")) }
        }
    }

    private func note(_ report: AvahiBus.Report) {
        switch report {
        case .announced(let name):
            _ = reported.succeeds(Self.key)
            logger.log(
                .sharingAnnounced,
                "Announced on the network as \"\(name)\": \(services.map { "\($0.type) port \($0.port)" }.joined(separator: ", "))"
            )
        case .failed(let reason):
            let words = "Avahi does not announce it: \(reason); programs on the network can connect by address"
            if reported.fails(Self.key, words, at: clock.now()) {
                logger.log(.sharingFailed, "\(Self.key): \(words)")
            }
        }
    }
}
