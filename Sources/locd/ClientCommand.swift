import ArgumentParser
import Glibc
import LocdClient
import LocdProtocol
import LocdServer
import SystemSupport

/// `locd client list|allow|once|deny|reset`
struct ClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Say who may know where this machine is, and see who asks.",
        discussion: """
            It is decided about a user, or with --unit about one systemd unit of a user; the label that a program gives itself \
            has no part in it. What is decided is kept over restarts. What the policy says (clients.file of the \
            configuration) is stronger. For root and the user that runs locd.

            Exits 0 where it is done; 64 where there is no such user; 69 where the daemon cannot be reached; 77 where it may not \
            be asked, or the policy rules it; 1 for anything else.
            """,
        subcommands: [
            ClientListCommand.self, ClientAllowCommand.self, ClientOnceCommand.self, ClientDenyCommand.self,
            ClientResetCommand.self,
        ]
    )
}

/// About whom it is decided.
struct ClientOptions: ParsableArguments {
    @Argument(help: "The user, by name or number.")
    var user: String

    @Option(
        help: ArgumentHelp(
            "One systemd unit of the user: NAME.service, or user@NUMBER.service/NAME.service of the user's own.",
            valueName: "name"))
    var unit: String?

    mutating func validate() throws {
        guard Self.number(of: user) != nil else { throw ValidationError("this machine has no user \(user)") }
        if let unit, !unit.hasSuffix(".service") {
            throw ValidationError("--unit is the name of a service, NAME.service")
        }
    }

    /// The client as the socket names it.
    var client: ClientParameters { ClientParameters(user: Int(Self.number(of: user) ?? 0), unit: unit) }

    /// The largest number stands for no user.
    private static func number(of user: String) -> uid_t? {
        (uid_t(user) ?? SystemUser(named: user)?.identifier).flatMap { $0 == .max ? nil : $0 }
    }
}
