import ArgumentParser
import FoundationEssentials
import Glibc
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import LocdServer
import SystemSupport

/// `locd client list`
struct ClientListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List decisions, pending requests, and the rules of the policy.")

    @Flag(help: "Print a line of JSON for each.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let reply = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.authorizations()
        }
        if !reply.locationServicesEnabled {
            Console.say("locd: the policy denies everything to everybody (locationServicesEnabled: false)")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for authorization in reply.authorizations {
            let line =
                json
                ? String(decoding: try encoder.encode(authorization), as: UTF8.self) : Self.text(authorization)
            try Console.put(line + "\n")
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
