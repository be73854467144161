import Glibc
public import Logging
import Synchronization

/// Writes log messages, one line each: to the journal with all their fields where standard error is the journal's
/// (`JOURNAL_STREAM`), and else to standard error, with a word for the level.
///
/// Where the journal's socket takes nothing, the line goes to standard error with the priority prefix of sd-daemon(3).
/// What came from outside cannot make a second line: control characters are escaped.
public struct JournalLogHandler: LogHandler {
    /// Messages below this level are dropped: the level of all, unless this logger was given one of its own.
    public var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }
    /// Goes with every message.
    public var metadata: Logger.Metadata = [:]
    /// Goes with every message, taken when it is written.
    public var metadataProvider: Logger.MetadataProvider?
    private let threshold: LogThreshold
    private var ownLevel: Logger.Level?
    private let isJournal: Bool
    private let send: @Sendable ([JournalSocket.Field]) -> Bool
    private let write: @Sendable ([UInt8]) -> Void

    /// Writes to standard error.
    public init(environment: [String: String], threshold: LogThreshold) {
        let isJournal = JournalSocket.isStandardError(environment: environment)
        let journal = JournalSocket()
        self.init(isJournal: isJournal, threshold: threshold, send: { journal.send($0) }) { line in
            // One call per line keeps the lines of several threads apart. A log that cannot be written has no log.
            _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    init(
        isJournal: Bool, threshold: LogThreshold,
        send: @escaping @Sendable ([JournalSocket.Field]) -> Bool = { _ in false },
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.isJournal = isJournal
        self.threshold = threshold
        self.send = send
        self.write = write
    }

    /// One key of ``metadata``.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        var words = Self.escaped(event.message.description)
        if let error = event.error { words += Self.escaped(": \(error)") }
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        // Which message it is, is for programs: the words say it to a person.
        let identifier = all.removeValue(forKey: LogMessage.identifierKey)
        let name = all.removeValue(forKey: LogMessage.nameKey)
        let rest = all.sorted { $0.key < $1.key }
        for (key, value) in rest { words += " \(Self.escaped(key))=\(Self.quoted(value.description))" }
        let priority = Self.priority(of: event.level)
        if isJournal {
            var fields = [
                JournalSocket.Field(name: "MESSAGE", value: words), .init(name: "PRIORITY", value: "\(priority)"),
                .init(name: "SYSLOG_IDENTIFIER", value: "locd"),
            ]
            if let identifier { fields.append(.init(name: LogMessage.identifierKey, value: identifier.description)) }
            if let name {
                fields.append(.init(name: JournalSocket.name(of: LogMessage.nameKey), value: name.description))
            }
            fields += rest.map { .init(name: JournalSocket.name(of: $0.key), value: $0.value.description) }
            if send(fields) { return }
        }
        write(Array(((isJournal ? "<\(priority)>" : "\(event.level): ") + words + "\n").utf8))
    }

    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = escaped(text)
        guard escaped.isEmpty || escaped.contains(where: { " \"=".contains($0) }) else { return escaped }
        let inner = escaped.reduce(into: "") { $0 += $1 == "\"" ? "\\\"" : String($1) }
        return "\"\(inner)\""
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// The level below which messages are dropped, for all loggers at once, changeable while they log.
public final class LogThreshold: Sendable {
    private let value: Mutex<Logger.Level>

    /// A threshold.
    public init(_ level: Logger.Level) {
        value = Mutex(level)
    }

    /// The least important level that is still written.
    public var level: Logger.Level {
        get { value.withLock(\.self) }
        set { value.withLock { $0 = newValue } }
    }
}
