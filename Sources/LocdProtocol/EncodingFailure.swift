/// A value that JSON cannot represent: a number that is not finite. It is a bug in the program that created it.
public struct EncodingFailure: Error, CustomStringConvertible {
    /// The encoder's error.
    public let underlying: String

    /// The text for the log.
    public var description: String { "a value cannot be written as JSON: \(underlying)" }
}
