import FoundationEssentials

/// The table of keys as data, for `make generate`: the documentation and the manual page.
public struct ConfigurationTable: Sendable {
    private struct Section: Encodable {
        let name: String
        let summary: String
        let keys: [Key]
    }

    private struct Key: Encodable {
        let name: String
        let summary: String
        let allowed: String
        let `default`: String
        let needsRestart: Bool
    }

    /// The table of this version.
    public init() {}

    /// The sections and their keys, in the order of the file.
    /// - Throws: Nothing that a table of texts could cause.
    public func json() throws -> String {
        let sections = ConfigurationSection.allCases.map { section in
            Section(
                name: section.rawValue, summary: section.summary,
                keys: ConfigurationKey.all.filter { $0.section == section }.map { key in
                    Key(
                        name: key.name, summary: key.summary, allowed: key.allowed, default: key.defaultText,
                        needsRestart: key.application == .restart)
                })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(sections), as: UTF8.self)
    }
}
