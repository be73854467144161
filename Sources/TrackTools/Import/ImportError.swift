/// Why a file was not imported: a code to act on, and a sentence that says what to do.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: Sendable, Hashable {
        /// The file is not there or cannot be read.
        case noInput
        /// It is neither GPX nor NMEA, it is broken, or it says no times.
        case malformed
        /// The track has locations of the same time already.
        case overlaps
        /// The directory takes nothing.
        case cannotWrite
    }

    /// The kind of trouble.
    public let code: Code
    /// What was wrong, and what to do about it.
    public let message: String

    /// An error of its two parts.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
