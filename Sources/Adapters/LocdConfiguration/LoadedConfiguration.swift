/// A configuration and the origin of each of its values.
public struct LoadedConfiguration: Sendable, Hashable {
    /// The configuration.
    public let configuration: Configuration
    /// The file that it was read from; `nil` if the file did not exist.
    public let file: String?
    /// The drop-ins that were read after it, in this order.
    public let dropIns: [String]
    /// The origin of each key that is set, by ``ConfigurationKey/id``; the others have their defaults.
    private let origins: [String: ConfigurationOrigin]

    init(
        configuration: Configuration, file: String?, dropIns: [String] = [], origins: [String: ConfigurationOrigin]
    ) {
        self.configuration = configuration
        self.file = file
        self.dropIns = dropIns
        self.origins = origins
    }

    /// The origin of a key's value.
    public func origin(of key: ConfigurationKey) -> ConfigurationOrigin { origins[key.id] ?? .builtIn }

    /// The configuration in force after a daemon that runs with another reads this one: see
    /// ``Configuration/untilRestart(keeping:)``.
    package func untilRestart(keeping running: LoadedConfiguration) -> LoadedConfiguration {
        var origins = origins
        for key in ConfigurationKey.all where key.application == .restart { origins[key.id] = running.origins[key.id] }
        return LoadedConfiguration(
            configuration: configuration.untilRestart(keeping: running.configuration), file: file, dropIns: dropIns,
            origins: origins)
    }

    /// The keys that a file or the environment sets.
    public var keysSet: [ConfigurationKey] { ConfigurationKey.all.filter { origins[$0.id] != nil } }
}

/// Where a value, or a problem, comes from.
public enum ConfigurationOrigin: Sendable, Hashable {
    /// No file and no variable sets it.
    case builtIn
    /// A position in a file. Lines, and columns in characters, count from 1; both are absent for the file as a whole.
    case file(path: String, line: Int? = nil, column: Int? = nil)
    /// An environment variable, by name.
    case environment(String)
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// `default`, `/etc/locd/locd.yaml:12:3`, or `LOCD_LOG_LEVEL`.
    public var description: String {
        switch self {
        case .builtIn: "default"
        case .file(let path, let line, let column):
            path.visible + [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        case .environment(let name): name.visible
        }
    }
}
