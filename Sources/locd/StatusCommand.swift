import ArgumentParser
import Glibc
import LocdClient
import LocdProtocol

/// `locd status`: receiver, fix, recorder and clients; the answer is in the exit code.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say how the receiver, the fix and the recorder are.",
        discussion: """
            Exits 0 with a fresh fix, and while the receiver was let go of or the recorder paused on purpose and the last
            look was good; 75 without a usable fix; 69 where the daemon cannot be reached; 77 where it may not be asked;
            1 for anything else.
            """
    )

    @Flag(help: "Print one line of JSON; the same as --format json.")
    var json = false

    @Option(help: "\(StatusFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: StatusFormat?

    @Option(help: "The daemon's socket. Default: LOCD_SOCKET, else \(LocdClient.defaultSocketPath).")
    var socket: String?

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) exclude each other.")
        }
    }

    func run() async throws {
        let environment = Console.environment
        let client = LocdClient(socketPath: socket ?? LocdClient.socketPath(environment: environment))
        let status: StatusReply
        do {
            status = try await client.status()
        } catch {
            Console.say("locd: \(error)")
            throw ExitCode(ExitStatus(error))
        }
        switch format ?? (json ? .json : .text) {
        case .json: try Console.put(status.json() + "\n")
        case .prometheus: try Console.put(status.prometheusText)
        case .text:
            let isColoured = isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"] == nil
            try Console.put(StatusText(status, isColoured: isColoured).text)
        }
        throw ExitCode(ExitStatus(status))
    }
}
