import ArgumentParser
import CommandText
import FoundationEssentials
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import LocdServer

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
        func load() throws -> LoadedConfiguration { try Self.load(path) }

        /// The same for a file that another option names.
        static func load(_ path: String?) throws -> LoadedConfiguration {
            try refusing { () throws(ConfigurationError) in
                try Configuration.load(path: path, environment: Console.environment)
            }
        }

        /// The configuration by which a track is read: that of the daemon that LOCD_SOCKET names, if no file is given.
        func ofTrack() throws -> Configuration {
            guard path == nil else { return try load().configuration }
            return try Self.refusing { () throws(ConfigurationError) in
                try Configuration.load(path: nil, environment: DaemonSettings.environment)
            }.configuration
        }

        /// Reads the file of regions that a configuration names, `nil` where there is none; where it is refused, says
        /// what is wrong on stderr and ends with 78.
        static func regions(of loaded: LoadedConfiguration) throws -> [Region]? {
            try refusing { () throws(ConfigurationError) in try loaded.configuration.regions.read() }
        }

        /// Reads the policy of clients that a configuration names; where it is refused, says what is wrong on stderr
        /// and ends with 78.
        static func clients(of loaded: LoadedConfiguration) throws -> ClientPolicy {
            try refusing { () throws(ConfigurationError) in try loaded.configuration.clients.read() }
        }

        private static func refusing<Value>(_ read: () throws(ConfigurationError) -> Value) throws -> Value {
            do throws(ConfigurationError) {
                return try read()
            } catch {
                Console.say("\(error)")
                throw ExitCode(.badConfiguration)
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all problems of the configuration.",
            discussion: "Exit codes: 0 valid, 78 locd would refuse to run with it.")

        @OptionGroup var file: FileOptions

        func run() throws {
            let loaded = try file.load()
            let regions = try FileOptions.regions(of: loaded)
            let file = loaded.configuration.regions.file
            Console.say(regions.map { "\(file): good; regions: \($0.count)" } ?? "\(file): not found, so no regions")
            let policy = try FileOptions.clients(of: loaded)
            let clients = loaded.configuration.clients.file
            Console.say(
                policy == ClientPolicy() ? "\(clients): no rules" : "\(clients): good; rules: \(policy.count)")
            let geocoder = loaded.configuration.geocoder
            if let server = geocoder.server, !FileManager.default.fileExists(atPath: geocoder.helper) {
                Console.say(
                    """
                    geocoder.server: \(server) will not be queried: locd-geocode is not listening at \(geocoder.helper). \
                    \(Configuration.Geocoder.helperRemedy)
                    """)
            }
            let subject = loaded.file ?? "no \(Configuration.defaultPath), using the defaults"
            let count = loaded.keysSet.count
            for file in loaded.dropIns { Console.say("\(file): good") }
            Console.say("\(subject): good; \(count) of \(ConfigurationKey.all.count) keys set")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the configuration of the running daemon as YAML, with the origin of each value.",
            discussion: """
                A comment after a value shows what takes effect at the next restart, and what the files say if the daemon has \
                not read it yet. If no daemon runs, or with --config, it is what the files and the environment say.
                """)

        @OptionGroup var file: FileOptions

        @Flag(help: "Print what the files and the environment say, and do not ask the daemon.")
        var files = false

        @Flag(help: "Print one line of JSON: the keys of the running daemon.")
        var json = false

        @OptionGroup var daemon: SocketOption

        mutating func validate() throws {
            if json, files || file.path != nil {
                throw ValidationError("--json asks the daemon: leave out --files and --config")
            }
        }

        func run() async throws {
            if files || file.path != nil { return try Console.put(ConfigurationText.effective(try file.load())) }
            let settings: [ReportedSetting]
            do throws(LocdClientError) {
                settings = try await daemon.client.configuration()
            } catch {
                guard !json, let reason = ConfigCommand.whyFilesAnswer(error) else {
                    throw Console.failure(error)
                }
                Console.say("locd: \(reason); this is what the files say")
                return try Console.put(ConfigurationText.effective(try file.load()))
            }
            if json {
                let document = LocationInterface.Configuration.Reply(settings: settings)
                return try Console.put(document.jsonText() + "\n")
            }
            let loaded = try? Configuration.load(path: nil, environment: Console.environment)
            try Console.put(
                ConfigurationText.running(
                    settings.map { ($0.key, $0.value.visible, $0.origin.visible, $0.pending?.visible) }, files: loaded))
        }
    }

    /// Why `config show` prints the files instead; nil if the error is to be reported.
    private static func whyFilesAnswer(_ error: LocdClientError) -> String? {
        switch error.code {
        case .notReachable: "the daemon does not run"
        case .refused(.notAuthorized), .refused(.fullAccuracyRequired):
            "the daemon shows its configuration only to users with full accuracy"
        default: nil
        }
    }

    struct Default: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the configuration file as it is shipped: every key, explained, with its default.")

        func run() throws {
            try Console.put(ConfigurationText.defaultFile)
        }
    }
}
