import ArgumentParser
import CommandSupport
import Glibc
import LocationServices
import LocdConfiguration
import Publish
import UnixSignals

/// `locd publish run`: what the unit runs.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Send what waits, and then follow the track live.",
        discussion: """
            Ends with SIGTERM or SIGINT. A change of the configuration needs a restart; the regions file is reloaded automatically.

            Exits 0 when it was stopped, 78 if the configuration is wrong or has no sink.
            """
    )

    @OptionGroup var file: ConfigurationOption<PublishConfiguration>

    func run() async throws {
        let configuration = try file.readAsOwner()
        guard !configuration.sinks.isEmpty else {
            Output.say("\(file.config): there is no sink; add one below sinks:")
            throw ExitCode(78)
        }
        _ = await Publisher(configuration).runUntilSignal(.run)
    }
}

extension Publisher {
    /// Sends until it is done, or until SIGTERM or SIGINT stops it. Returns whether nothing waits any more.
    func runUntilSignal(_ mode: SinkRunner.Mode) async -> Bool {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        async let _: Void = stop(at: signals, mode)
        return await run(mode)
    }

    private func stop(at signals: UnixSignalsSequence, _ mode: SinkRunner.Mode) async {
        for await _ in signals {
            stop()
            // A name service or a program that hangs does not hold up the end: the cursors have what was acknowledged.
            guard await MonotonicClock.system().rest(for: .seconds(1.5)) else { return }
            end()
            _exit(mode == .run ? 0 : 75)
        }
    }
}
