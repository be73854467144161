/// A value that JSON cannot say: a number that is not finite. It is an error of the program that made it.
public struct EncodingFailure: Error, CustomStringConvertible {
    /// What the encoder said.
    public let underlying: String

    /// For the log.
    public var description: String { "a value cannot be written as JSON: \(underlying)" }
}
