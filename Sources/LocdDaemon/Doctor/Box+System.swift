import CLinux
import Glibc
package import LocationServices
import Receivers

extension Box {
    /// The computer that this runs on.
    ///
    /// - Parameters:
    ///   - clock: For what is waited for.
    ///   - daemon: Asks the daemon behind a socket file; it is a client's business.
    package static func system(
        clock: MonotonicClock, daemon: @escaping @Sendable (_ socket: String) async -> DaemonAnswer
    ) -> Box {
        Box(
            text: BoxFiles.text, names: BoxFiles.names, target: BoxFiles.target, resolved: BoxFiles.resolved,
            file: BoxFiles.file, space: BoxFiles.space, account: BoxAccounts.account,
            groupName: BoxAccounts.groupName, groupIdentifier: { SystemGroup.identifier(named: $0) },
            isClockSynchronized: { clinux_clock_is_synchronized() == 1 }, daemon: daemon,
            gpsd: { await GPSDInquiry.ask($0, clock: clock) },
            listen: { source in
                let receiver = source.receiver(clock: clock)
                let limit =
                    if case .serial(let port) = source, port.baud == nil { Hearing.longestLimit } else { Hearing.limit }
                return await Hearing.of(receiver, within: limit, clock: clock)
            })
    }
}
