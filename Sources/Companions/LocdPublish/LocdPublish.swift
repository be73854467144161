import ArgumentParser
import CommandSupport
import LocdConfiguration
import LocdProtocol
import Publish

/// `locd-publish`: sends the track to the servers that publish.yaml names. `locd publish …` starts it, and so does
/// systemd.
@main
struct LocdPublish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locd publish",
        abstract: "Send the track to servers: OwnTracks, Traccar, MQTT, programs.",
        discussion: """
            Each sink of the configuration has a cursor of its own: what was recorded while the network was away is sent later, \
            in order, at least once.
            """,
        version: LocdRelease.version,
        subcommands: [RunCommand.self, OnceCommand.self, StatusCommand.self, CheckCommand.self, TablesCommand.self]
    )

    static func main() async { await Companion.run(Self.self) }
}

/// `locd publish tables`, hidden: the table of a sink's keys as JSON, from which `make generate` writes documentation.
struct TablesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables", abstract: "Print the table of a sink's keys as JSON.", shouldDisplay: false)

    func run() throws {
        try Output.put(Array((PublishSinkTable().json() + "\n").utf8))
    }
}

extension ConfigurationOption<PublishConfiguration> {
    /// The configuration; root has become the user who owns the cursors. Ends with 75 if root cannot.
    func readAsOwner() throws -> PublishConfiguration {
        let configuration = try read()
        do throws(SinkFailure) {
            try StateOwner.take(of: configuration)
        } catch {
            Output.say(error.description)
            throw ExitCode(75)
        }
        return configuration
    }
}
