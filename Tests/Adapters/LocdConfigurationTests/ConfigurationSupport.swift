import LocdTestSupport
import Testing

@testable import LocdConfiguration

/// Reads a configuration from text, as if it were the file `f`.
func read(_ text: String, environment: [String: String] = [:]) throws(ConfigurationError) -> LoadedConfiguration {
    try Configuration.read(Array(text.utf8), name: "f", environment: environment)
}

/// What is wrong with a text; nothing where it is good.
func problems(_ text: String, environment: [String: String] = [:]) -> [ConfigurationProblem] {
    do {
        _ = try read(text, environment: environment)
        return []
    } catch {
        return error.problems
    }
}

/// The file of one key with one value, as it would be written.
func file(_ key: ConfigurationKey, _ value: String) -> String {
    key.isSection ? "\(key.id): \(value)\n" : "\(key.section.rawValue):\n  \(key.name): \(value)\n"
}

/// A key by its name.
func key(_ id: String) throws -> ConfigurationKey {
    try #require(ConfigurationKey.all.first { $0.id == id })
}

/// The text of a file of the project.
func projectFile(_ path: String) throws -> String {
    let bytes = try #require(try ConfigurationFile.read(Checkout.path(path)), "\(path) is missing")
    return String(decoding: bytes, as: UTF8.self)
}

extension ConfigurationOrigin {
    /// `12:3` in a file.
    var place: String {
        guard case .file(_, let line?, let column?) = self else { return description }
        return "\(line):\(column)"
    }
}
