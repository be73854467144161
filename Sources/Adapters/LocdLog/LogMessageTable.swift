import FoundationEssentials

/// The catalogue of messages as data, for `make generate`: the journal's catalogue and the documentation.
public struct LogMessageTable: Sendable {
    private struct Row: Encodable {
        let name: String
        let identifier: String
        let level: String
        let meaning: String
        let remedy: String?
    }

    /// The catalogue of this version.
    public init() {}

    /// The messages, in the order of the documentation.
    /// - Throws: Nothing that a table of words could cause.
    public func json() throws -> String {
        let rows = LogMessage.all.map { message in
            Row(
                name: message.name, identifier: message.identifier, level: "\(message.level)",
                meaning: message.meaning, remedy: message.remedy)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(rows), as: UTF8.self)
    }
}
