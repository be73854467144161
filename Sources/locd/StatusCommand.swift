import ArgumentParser
import LocationModel
import LocdClient
import LocdProtocol

/// `locd status`: receiver, fix, recorder and clients; the answer is in the exit code.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say how the receiver, the fix, the recorder and the clients are.",
        discussion: """
            Everybody is told how it does; where it is, and who else is served, only those who may have coordinates.

            Exits 0 with a fresh fix, and while the receiver was let go of or the recorder paused on purpose and the last
            look was good; 75 without a usable fix; 69 where the daemon cannot be reached; 77 where it may not be asked;
            1 for anything else.
            """
    )

    @Flag(help: "Print one line of JSON; the same as --format json.")
    var json = false

    @Option(help: "\(StatusFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: StatusFormat?

    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) exclude each other.")
        }
    }

    func run() async throws {
        let format = format ?? (json ? .json : .text)
        let (status, clients) = try await daemon.ask { (client) async throws(LocdClientError) in
            let status = try await client.status()
            // Who else is served is more than health: whoever is not told it is told the rest. Metrics count clients only.
            let tellsClients = format != .prometheus && status.authorizationStatus.isAuthorized
            return (status, tellsClients ? try? await client.clients() : nil)
        }
        switch format {
        case .json: try Console.put(StatusDocument(status, sessions: clients).json() + "\n")
        case .prometheus: try Console.put(status.prometheusText)
        case .text:
            let clients = clients ?? []
            let text = StatusText(
                status, clients: clients, users: Account.names(of: clients), isColoured: Console.isColoured)
            try Console.put(text.text)
        }
        throw ExitCode(ExitStatus(status))
    }
}
