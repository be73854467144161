public import Logging

/// A message of the daemon's log: what stays the same about it, whatever its words are.
///
/// ``all`` is the only place where one is described: the journal's fields, the message catalogue that `journalctl -x` reads
/// and `Documentation/Messages.md` come from it. An identifier is for ever: a message that means something else is another one.
public struct LogMessage: Sendable, Hashable {
    /// Its name, as the journal's field `LOCD_MESSAGE` has it.
    public let name: String
    /// The journal's `MESSAGE_ID`: 128 random bits in 32 hexadecimal digits.
    public let identifier: String
    /// How important it is, where the one who logs it says nothing else.
    public let level: Logger.Level
    /// What happened, a sentence or two.
    public let meaning: String
    /// What to do, a sentence or two; `nil` where there is nothing to do.
    public let remedy: String?

    init(_ name: String, _ identifier: String, _ level: Logger.Level, _ meaning: String, remedy: String? = nil) {
        self.name = name
        self.identifier = identifier
        self.level = level
        self.meaning = meaning
        self.remedy = remedy
    }

    /// The key under which a log event carries its identifier, and that under which it carries its name.
    static let identifierKey = "MESSAGE_ID"
    static let nameKey = "message"
}

extension Logger {
    /// Logs a message of the catalogue in the words of this occasion.
    /// - Parameter level: How important it is this time; the catalogue's own where left out.
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
