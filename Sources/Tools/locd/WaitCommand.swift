import ArgumentParser
import CommandText
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol

/// `locd wait`: until there is a location that good.
struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for a location of the required accuracy.",
        discussion: """
            Print the location as a line of JSON. If the daemon is not running yet, wait for it too.

            Exit codes: 0 location printed, 75 no location in time, 69 daemon not reachable in time, 77 not \
            permitted, 1 other errors.
            """
    )

    @Option(help: ArgumentHelp("Required accuracy, a radius in metres (default: any).", valueName: "metres"))
    var accuracy: Double?

    @Option(help: ArgumentHelp("Longest wait (default: no limit).", valueName: "seconds"))
    var timeout: Double?

    @Flag(help: "Print a line of JSON, as without it.")
    var json = false

    @OptionGroup var daemon: SocketOption

    mutating func validate() throws {
        guard accuracy.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw ValidationError("--accuracy must be above 0 metres")
        }
        guard timeout.map({ (0...31_536_000).contains($0) }) ?? true else {
            throw ValidationError("--timeout must be 0 seconds to a year")
        }
    }

    func run() async throws {
        let session = daemon.client.session(
            services: [.updatingLocation], reconnection: Reconnection(longest: .seconds(2)))
        let outcome = await outcome(of: session)
        switch outcome {
        case .location(let location):
            var line = JSONLine()
            line.append(.location(location))
            try Console.put(line)
        case .noFix:
            Console.say("No location with that accuracy arrived in time. See locd status.")
            throw ExitCode(.noFix)
        case .notReachable:
            throw Console.failure(LocdClientError(.notReachable, socketPath: daemon.client.socketPath))
        case .failure(let error):
            throw Console.failure(error)
        case .cancelled: throw ExitCode(.failure)
        }
    }

    private enum Outcome: Sendable {
        case location(Location)
        case noFix
        case notReachable
        case failure(LocdClientError)
        case cancelled
    }

    private func outcome(of session: LocationSession) async -> Outcome {
        guard let timeout else { return await first(of: session) }
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await first(of: session) }
            // Looks at the connection before the session is cancelled, which closes it.
            group.addTask {
                guard await MonotonicClock.system().rest(for: .seconds(timeout)) else { return .cancelled }
                return session.isConnected ? .noFix : .notReachable
            }
            defer { group.cancelAll() }
            return await group.next() ?? .cancelled
        }
    }

    private func first(of session: LocationSession) async -> Outcome {
        do throws(LocdClientError) {
            for try await update in session {
                try await session.requireAuthorization()
                guard case .events(let events) = update else { continue }
                for case .location(let location) in events where isGoodEnough(location) { return .location(location) }
            }
            return .cancelled
        } catch {
            return .failure(error)
        }
    }

    /// What says nothing of its accuracy is as good as any, and no better.
    private func isGoodEnough(_ location: Location) -> Bool {
        guard let accuracy else { return true }
        return location.horizontalAccuracy.map { $0 <= accuracy } ?? false
    }
}
