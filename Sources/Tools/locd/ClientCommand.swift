import ArgumentParser
import Glibc
import LocdProtocol
import SystemSupport

struct ClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Control which users and services may read the position.",
        discussion: """
            Decisions apply to a user, or with --unit to one systemd unit of a user; the label of a program is not \
            considered. Decisions survive restarts. Rules of the policy (clients.file in the configuration) override \
            them. Run as root or as the user of locd.

            Exit codes: 0 done, 64 unknown user, 69 daemon not reachable, 77 not permitted or decided by the policy, \
            1 other errors.
            """,
        subcommands: [
            ClientListCommand.self, ClientAllowCommand.self, ClientOnceCommand.self, ClientDenyCommand.self,
            ClientResetCommand.self,
        ]
    )
}

/// About whom it is decided.
struct ClientOptions: ParsableArguments {
    @Argument(help: "The user, by name or number; network for all programs of other machines (sharing.network).")
    var user: String

    @Option(
        help: ArgumentHelp(
            "One systemd unit of the user: NAME.service, or user@NUMBER.service/NAME.service for a unit of the user manager.",
            valueName: "name"))
    var unit: String?

    mutating func validate() throws {
        guard SystemUser.number(of: user) != nil else { throw ValidationError("this machine has no user \(user)") }
        if unit != nil, user == SystemUser.networkName {
            throw ValidationError("--unit does not apply to the network: its programs have no known unit")
        }
        if let unit, !unit.hasSuffix(".service") {
            throw ValidationError("--unit must be the name of a service, NAME.service")
        }
    }

    var name: String { unit.map { "\(user), \($0)" } ?? user }

    /// The client as the socket names it.
    var client: ClientParameters { ClientParameters(user: Int(SystemUser.number(of: user) ?? 0), unit: unit) }
}
