import Glibc
public import Logging

/// Writes log messages to standard error, one line each: with the journal's priority prefix where the journal reads it
/// (`JOURNAL_STREAM`, sd-daemon(3)), with a word for the level where a person does.
///
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
    private let write: @Sendable ([UInt8]) -> Void

    /// Writes to standard error.
    public init(environment: [String: String], threshold: LogThreshold) {
        self.init(isJournal: environment["JOURNAL_STREAM"] != nil, threshold: threshold) { line in
            // One call per line keeps the lines of several threads apart. A log that cannot be written has no log.
            _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    init(isJournal: Bool, threshold: LogThreshold, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.isJournal = isJournal
        self.threshold = threshold
        self.write = write
    }

    /// One key of ``metadata``.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        var line = isJournal ? "<\(Self.priority(of: event.level))>" : Self.word(for: event.level)
        line += Self.escaped(event.message.description)
        if let error = event.error { line += Self.escaped(": \(error)") }
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            line += " \(Self.escaped(key))=\(Self.quoted(value.description))"
        }
        write(Array((line + "\n").utf8))
    }

    /// The syslog priority of a level.
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

    private static func word(for level: Logger.Level) -> String {
        "\(level): "
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
