import ArgumentParser
import CommandSupport
import Glibc
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
        subcommands: [RunCommand.self, OnceCommand.self, StatusCommand.self, CheckCommand.self]
    )

    static func main() async {
        // A server or a reader that went away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        // Dispatch would tell the system's log of each unprivileged process that it may not raise a thread's priority.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        await main(nil)
    }
}

/// `locd publish check`: whether the configuration can be used.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration, its password files, certificates and programs.",
        discussion: "No server is asked. Exits 0 if all of it is in order, 78 if something is wrong."
    )

    @OptionGroup var file: ConfigurationOption<PublishConfiguration>

    func run() throws {
        let configuration = try file.readAsOwner()
        let problems = SetupCheck.problems(of: configuration)
        guard problems.isEmpty else {
            for problem in problems { Output.say(problem) }
            throw ExitCode(78)
        }
        let count = configuration.sinks.count
        try Output.put(Array("\(file.config): \(count) sink\(count == 1 ? "" : "s"), nothing wrong\n".utf8))
    }
}

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

/// `locd publish once`: for cron, or when the ignition goes off.
struct OnceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "once",
        abstract: "Send what waits, and end.",
        discussion: """
            A sink for which another process sends is an error: stop locd-publish.service first. A sink that is not set up \
            right (its directory, its password, the regions file) ends at once; a server that does not answer is tried again \
            until --timeout. Root becomes the user who owns the cursors first.

            Exits 0 if nothing waits any more, 75 if something still does, 78 if the configuration is wrong.
            """
    )

    @OptionGroup var file: ConfigurationOption<PublishConfiguration>

    @Option(help: ArgumentHelp("Latest end, in seconds (default: 60).", valueName: "seconds"))
    var timeout = 60.0

    func validate() throws {
        guard (0...31_536_000).contains(timeout) else { throw ValidationError("--timeout takes 0 to 31536000 seconds") }
    }

    func run() async throws {
        let configuration = try file.readAsOwner()
        let publisher = Publisher(configuration)
        guard await publisher.runUntilSignal(.once(timeout: timeout)) else {
            Output.say("not everything is sent; locd publish status shows what waits")
            throw ExitCode(75)
        }
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
