internal import ArgumentParser
internal import Glibc
package import LocdConfiguration
internal import SystemSupport

/// Which configuration; each verb has it.
package struct ConfigurationOption<Document: ConfigurationDocument>: ParsableArguments {
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

/// Data on standard output, words on standard error, the answer in the exit code.
package enum Output {
    /// Words for a person, each line behind the program's name.
    package static func say(_ words: String) {
        let text = words.split(separator: "\n").map { "locd: \($0)\n" }.joined()
        // Nobody is left to be told that standard error is closed.
        try? SystemFileSystem().appendAll(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Data. If the reader went away, the verb ends quietly; if a disk is full, it says so and ends with 73.
    package static func put(_ bytes: [UInt8]) throws {
        do throws(SystemCallError) {
            try SystemFileSystem().appendAll(bytes, to: STDOUT_FILENO)
        } catch {
            guard error.number != EPIPE else { throw ExitCode(1) }
            say("cannot write to standard output: \(error.message)")
            throw ExitCode(73)
        }
    }
}
