import ArgumentParser
import FoundationEssentials
import Glibc
import LocdDaemon

/// `locd config check|show|default`
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check the configuration, show what is in force, or print the default file.",
        subcommands: [Check.self, Show.self, Default.self]
    )

    /// The file that is meant, and the environment that overrides it.
    struct FileOptions: ParsableArguments {
        @Option(
            name: .customLong("config"),
            help: ArgumentHelp("The configuration file (default: \(Configuration.defaultPath)).", valueName: "file"))
        var path: String?

        /// Reads the configuration; where it is refused, says all that is wrong on stderr and ends with 78.
        func load() throws -> LoadedConfiguration {
            do {
                return try Configuration.load(path: path, environment: ProcessInfo.processInfo.environment)
            } catch {
                say("\(error)")
                throw ExitCode(EX_CONFIG)
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say everything that is wrong with the configuration.",
            discussion: "Ends with 0 where all is well, and with 78 where locd would refuse to run with it.")

        @OptionGroup var file: FileOptions

        func run() throws {
            let loaded = try file.load()
            for key in loaded.keysWithoutEffect {
                say("\(loaded.origin(of: key)): \(key.id): is checked and has no effect yet")
            }
            let subject = loaded.file ?? "no \(Configuration.defaultPath), so the defaults"
            let count = loaded.keysSet.count
            say("\(subject): good; \(count) of \(ConfigurationKey.all.count) keys set")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the configuration in force as YAML, with the origin of each value.")

        @OptionGroup var file: FileOptions

        func run() throws {
            print(ConfigurationText.effective(try file.load()), terminator: "")
        }
    }

    struct Default: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the configuration file as it is shipped: every key, explained, with its default.")

        // For the project itself: Documentation/Configuration.md holds this table.
        @Flag(help: .hidden) var markdown = false

        func run() throws {
            print(markdown ? ConfigurationText.markdown : ConfigurationText.defaultFile, terminator: "")
        }
    }
}

/// Words for a person: they go to stderr, so that stdout holds nothing but data.
private func say(_ words: String) {
    var rest = Array("\(words)\n".utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
}
