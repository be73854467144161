import ArgumentParser
import CommandSupport
import LocdConfiguration
import Publish

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
