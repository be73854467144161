/// The reason why a GPX file cannot be used: a sentence with file, line and remedy, and the parser's message.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, where, and what to do about it.
    public let message: String
    /// The parser's message, if any.
    public let cause: String?

    /// Creates an error from a message and its cause.
    public init(_ message: String, cause: String? = nil) {
        self.message = message
        self.cause = cause
    }

    /// The message, followed by its cause in parentheses.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
