import ArgumentParser
import CommandText
import Glibc
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import SystemSupport

struct ClientListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List decisions, pending requests, the rules of the policy, and who uses the location.",
        discussion: """
            Decisions are for administrators. With --uses, users with full accuracy see who uses the location now and \
            who did since the daemon started; others see their own programs.
            """)

    @Flag(help: "Print a line of JSON for each.")
    var json = false

    @Flag(help: "List only who uses the location.")
    var uses = false

    @OptionGroup var daemon: SocketOption

    func run() async throws {
        if !uses { try await showDecisions() }
        try await showUses()
    }

    private func showUses() async throws {
        let uses = try await daemon.ask { (client) async throws(LocdClientError) in try await client.uses() }
        let lines =
            json
            ? try uses.map { try $0.jsonText() } : UseText(uses, users: Account.names(of: uses.map(\.user))).lines
        for line in lines { try (json ? Console.put : Console.putText)(line + "\n") }
    }

    private func showDecisions() async throws {
        let reply = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.authorizations()
        }
        if !reply.locationServicesEnabled {
            Console.say("locd: the policy denies everything to everybody (locationServicesEnabled: false)")
        }
        for authorization in reply.authorizations {
            let line = json ? try authorization.jsonText() : Self.text(authorization)
            try (json ? Console.put : Console.putText)(line + "\n")
        }
    }

    private static func text(_ client: ReportedAuthorization) -> String {
        let user = client.user.map { number in
            uid_t(exactly: number).flatMap { SystemUser.name(of: $0) } ?? "user \(number)"
        }
        // Whoever owns a control group names what is below it, and an administrator reads it on a terminal.
        let who = [user, client.unit].compactMap(\.self).map(\.visible)
        var words = [client.authorizationStatus?.rawValue ?? "as decided"]
        if let accuracy = client.accuracyAuthorization, client.authorizationStatus?.isAuthorized ?? true {
            words.append(accuracy.rawValue)
        }
        if client.isOnce { words.append("until it is no longer in use") }
        if client.isProvisional { words.append("provisional") }
        if let request = client.request { words.append("asks for \(request.rawValue)") }
        if let place = client.rulePlace { words.append("ruled by \(place)") }
        return "\(who.isEmpty ? "everyone" : who.joined(separator: " ")): \(words.joined(separator: ", "))"
    }
}
