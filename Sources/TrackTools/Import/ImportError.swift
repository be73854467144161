/// The reason why a file was not imported: a code for programs, and a message with the remedy.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable, Hashable {
        /// The file does not exist or cannot be read.
        case noInput
        /// The file is neither GPX nor NMEA, is damaged, or contains no times.
        case malformed
        /// The track already has locations of the same time.
        case overlaps
        /// The directory is not writable.
        case cannotWrite
    }

    /// The kind of error.
    public let code: Code
    /// What went wrong, and what to do about it.
    public let message: String

    /// Creates an error from a code and a message.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
