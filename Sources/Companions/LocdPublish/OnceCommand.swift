import ArgumentParser
import CommandSupport
import LocdConfiguration
import Publish

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
