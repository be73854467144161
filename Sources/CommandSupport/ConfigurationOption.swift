internal import ArgumentParser
package import LocdConfiguration

/// Which configuration; each verb has it.
package struct ConfigurationOption<Document: ConfigurationDocument>: ParsableArguments {
    /// The path of the file.
    @Option(help: ArgumentHelp("Read this configuration (default: \(Document.defaultPath)).", valueName: "file"))
    package var config = Document.defaultPath

    package init() {}

    /// The configuration. Ends with 78 if something is wrong with it.
    package func read() throws -> Document {
        do throws(ConfigurationError) {
            return try Document.read(at: config)
        } catch {
            Output.say(error.description)
            throw ExitCode(78)
        }
    }
}
