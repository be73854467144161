/// The catalogue of messages as data, for `make generate`: the journal's catalogue and the documentation.
package enum LogMessageTable {
    package struct Row: Encodable {
        let name: String
        let identifier: String
        let level: String
        let meaning: String
        let remedy: String?
    }

    /// The messages, in the order of the documentation.
    package static var rows: [Row] {
        LogMessage.all.map { message in
            Row(
                name: message.name, identifier: message.identifier, level: "\(message.level)",
                meaning: message.meaning, remedy: message.remedy)
        }
    }
}
