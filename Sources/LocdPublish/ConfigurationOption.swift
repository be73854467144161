import ArgumentParser
import LocdConfiguration

/// Which configuration; each verb has it.
struct ConfigurationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read this configuration (default: \(PublishConfiguration.defaultPath)).", valueName: "file")
    )
    var config = PublishConfiguration.defaultPath

    /// The configuration. Ends with 78 if something is wrong with it.
    func read() throws -> PublishConfiguration {
        do throws(ConfigurationError) {
            return try PublishConfiguration.read(at: config)
        } catch {
            Output.say(error.description)
            throw ExitCode(78)
        }
    }
}
