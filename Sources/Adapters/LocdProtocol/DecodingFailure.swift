/// A decoding error as text: the place, and the problem there.
struct DecodingFailure: Error {
    /// The members that lead to the place, outermost first; empty at the top, or if the bytes are not valid JSON.
    let path: [String]
    /// The problem at this place.
    let reason: String

    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            path = []
            reason = "it cannot be read"
            return
        }
        switch error {
        case .keyNotFound(let key, let context):
            path = (context.codingPath + [key]).map(\.stringValue)
            reason = "it is missing"
        case .typeMismatch(_, let context):
            path = context.codingPath.map(\.stringValue)
            reason = "it has the wrong type"
        case .valueNotFound(_, let context):
            path = context.codingPath.map(\.stringValue)
            reason = "it is null"
        case .dataCorrupted(let context):
            path = context.codingPath.map(\.stringValue)
            reason = path.isEmpty ? "it is not valid JSON" : "its value is unknown"
        @unknown default:
            path = []
            reason = "it cannot be read"
        }
    }

    /// The place and the problem, for a person.
    var sentence: String {
        path.isEmpty ? "The message cannot be read: \(reason)." : "\(path.joined(separator: ".")): \(reason)."
    }
}

/// A value that JSON cannot represent: a number that is not finite. It is a bug in the program that created it.
public struct EncodingFailure: Error, CustomStringConvertible {
    /// The encoder's error.
    public let underlying: String

    /// The text for the log.
    public var description: String { "a value cannot be written as JSON: \(underlying)" }
}
