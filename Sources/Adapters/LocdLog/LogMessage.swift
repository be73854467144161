public import Logging

/// A message of the daemon's log: the parts that are the same each time it is logged.
///
/// ``all`` is the only place that describes messages: the journal's fields, the message catalogue that `journalctl -x`
/// reads and `Documentation/Messages.md` come from it. An identifier is permanent: a message with another meaning gets
/// a new one.
public struct LogMessage: Sendable, Hashable {
    /// Its name, as in the journal's field `LOCD_MESSAGE`.
    public let name: String
    /// The journal's `MESSAGE_ID`: 128 random bits in 32 hexadecimal digits.
    public let identifier: String
    /// The level, unless the caller sets another one.
    public let level: Logger.Level
    /// What happened, a sentence or two.
    public let meaning: String
    /// What to do, a sentence or two; `nil` if no action is needed.
    public let remedy: String?

    init(_ name: String, _ identifier: String, _ level: Logger.Level, _ meaning: String, remedy: String? = nil) {
        self.name = name
        self.identifier = identifier
        self.level = level
        self.meaning = meaning
        self.remedy = remedy
    }

    /// The metadata keys of a log event for the message's identifier and its name.
    static let identifierKey = "MESSAGE_ID"
    static let nameKey = "message"
}

extension Logger {
    /// Logs a message of the catalogue with the given text.
    /// - Parameter level: The level of this event; that of the catalogue if omitted.
    public func log(
        _ message: LogMessage, _ words: @autoclosure () -> Logger.Message, level: Logger.Level? = nil,
        metadata: @autoclosure () -> Logger.Metadata = [:]
    ) {
        log(
            level: level ?? message.level, words(),
            metadata: metadata().merging([
                LogMessage.identifierKey: "\(message.identifier)", LogMessage.nameKey: "\(message.name)",
            ]) { $1 })
    }
}

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
