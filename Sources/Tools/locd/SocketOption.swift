import ArgumentParser
import LocdClient

/// Which daemon a verb asks.
struct SocketOption: ParsableArguments {
    @Option(help: "The daemon's socket. Default: LOCD_SOCKET, otherwise \(LocdClient.defaultSocketPath).")
    var socket: String?

    var client: LocdClient {
        LocdClient(socketPath: socket ?? LocdClient.socketPath(environment: Console.environment))
    }

    /// Does something with the daemon; what it refuses is said, and becomes the exit code.
    func ask<Result>(_ body: (LocdClient) async throws(LocdClientError) -> Result) async throws -> Result {
        do throws(LocdClientError) {
            return try await body(client)
        } catch {
            throw Console.failure(error)
        }
    }
}
