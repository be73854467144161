/// Why a route cannot be played: a code to act on, the cause, and a sentence that says what to do.
public struct SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: Sendable, Hashable {
        /// The request does not go together.
        case usage
        /// The route's file is not there or cannot be read.
        case noInput
        /// The route's file holds no route, or a broken one.
        case malformedInput
        /// The pseudo-terminal, the link or the output cannot be made or written.
        case cannotWrite
    }

    /// What kind of trouble it is.
    public let code: Code
    /// What was wrong, and what to do about it.
    public let message: String
    /// The words of the system or of the parser, where there are any.
    public let cause: String?

    /// An error of its three parts.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, with its cause in brackets.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
