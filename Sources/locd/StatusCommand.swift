import ArgumentParser
import FoundationEssentials
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

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Option(help: "The daemon's socket. Default: LOCD_SOCKET, else \(LocdClient.defaultSocketPath).")
    var socket: String?

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let client = LocdClient(socketPath: socket ?? LocdClient.socketPath(environment: environment))
        let status: StatusReply
        do {
            status = try await client.status()
        } catch {
            let line = Array("locd: \(error)\n".utf8)
            _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            throw ExitCode(ExitStatus(error).rawValue)
        }
        if json {
            print(try status.json())
        } else {
            let isColoured = isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"] == nil
            print(StatusText(status, isColoured: isColoured).text, terminator: "")
        }
        throw ExitCode(ExitStatus(status).rawValue)
    }
}
