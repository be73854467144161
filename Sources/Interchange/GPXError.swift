/// Why a GPX file cannot be used: a sentence with file, line and what to do, and the parser's own words.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was wrong, where, and what to do about it.
    public let message: String
    /// The words of the parser, where there are any.
    public let cause: String?

    /// An error of its two parts.
    public init(_ message: String, cause: String? = nil) {
        self.message = message
        self.cause = cause
    }

    /// The message, with its cause in brackets.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
