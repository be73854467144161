import CLinux
import Glibc
package import LocationModel
package import LocationServices
package import LocdConfiguration
import NMEA
internal import SystemSupport

extension Box {
    /// The computer that this runs on.
    ///
    /// - Parameters:
    ///   - clock: The clock for timeouts.
    ///   - daemon: Queries the daemon behind a socket file, as a client does.
    ///   - gpsd: Queries a gpsd for its version and devices.
    ///   - receiver: Opens the receiver of a source.
    package static func system(
        clock: MonotonicClock, daemon: @escaping @Sendable (_ socket: String) async -> DaemonAnswer,
        gpsd: @escaping @Sendable (GPSDAddress) async -> GPSDAnswer,
        receiver: @escaping @Sendable (Configuration.Receiver.Source) -> any Receiver
    ) -> Box {
        Box(
            text: BoxFiles.text, names: BoxFiles.names, target: BoxFiles.target, resolved: BoxFiles.resolved,
            file: BoxFiles.file, space: BoxFiles.space, account: BoxAccounts.account,
            groupName: BoxAccounts.groupName, groupIdentifier: { SystemGroup(named: $0)?.identifier },
            isClockSynchronized: { clinux_clock_is_synchronized() == 1 }, daemon: daemon,
            gpsd: gpsd,
            listen: { source in
                let receiver = receiver(source)
                let limit =
                    if case .serial(let port) = source, port.baud == nil { Hearing.longestLimit } else { Hearing.limit }
                return await Hearing.of(receiver, within: limit, clock: clock)
            })
    }
}

/// The users and groups of this computer.
enum BoxAccounts {
    /// A user by name or number, or the one who runs this.
    static func account(_ name: String?) -> BoxAccount? {
        let current = SystemUser.current
        guard
            let user = name.map({ SystemUser(named: $0) ?? UInt32($0).flatMap { SystemUser($0) } })
                ?? SystemUser(current)
        else {
            // A user without an entry, as in a container, is a user too.
            guard name == nil else { return nil }
            return BoxAccount(name: "\(current)", identifier: current, groups: SystemGroup.current, isPresent: true)
        }
        let isPresent = user.identifier == current
        return BoxAccount(
            name: user.name, identifier: user.identifier, groups: isPresent ? SystemGroup.current : user.groups,
            isPresent: isPresent)
    }

    static func groupName(_ identifier: UInt32) -> String? {
        SystemGroup(identifier)?.name
    }
}
