/// Why a route cannot be played: a code to act on, the cause, and a sentence with the remedy.
public struct SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable, Hashable {
        /// An option is out of range or does not apply to the route.
        case usage
        /// The route's file does not exist or cannot be read.
        case noInput
        /// The route's file contains no route, or a damaged one.
        case malformedInput
        /// The pseudo-terminal, the link or the output cannot be created or written.
        case cannotWrite
    }

    /// The kind of error.
    public let code: Code
    /// What went wrong, and what to do.
    public let message: String
    /// The error text of the system or of the parser, if any.
    public let cause: String?

    /// Creates an error from its three parts.
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
