import ArgumentParser
import CommandText
import LocdClient

/// `locd agent`: asks a person what clients may have.
struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Answer on this terminal, or by notifications, programs' requests for the position.",
        discussion: """
            When a program asks for the position and no decision is stored, print the request, and read the answer: \
            once, while in use, always, reduced accuracy, never, skip, or do not ask again, which decides nothing and \
            holds until locd client allow, deny or reset. Without an answer in time \
            (clients.agentTimeout) no decision is made. As root, answer for all users; as another user, answer for your own \
            programs, if clients.userAgents is true.

            With --notifications, each request is a notification with buttons in your desktop session; \
            systemctl --user enable --now locd-agent starts that with the session.

            Exit codes: 0 end of input, 69 daemon or session bus not reachable, 77 not permitted, 1 other errors.
            """
    )

    @Flag(help: "Ask by notifications of the desktop instead of on the terminal.")
    var notifications = false

    @OptionGroup var daemon: SocketOption

    func run() async throws {
        guard notifications else {
            return try await daemon.ask { (client) async throws(LocdClientError) in
                try await AgentTerminal(client: client).run()
            }
        }
        do throws(AgentNotifications.Failure) {
            try await AgentNotifications(client: daemon.client).run()
        } catch {
            if case .daemon(let error) = error { throw Console.failure(error) }
            throw Console.failure("\(error)", .notReachable)
        }
    }
}
