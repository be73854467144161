internal import LocationModel

/// Why a line cannot be used.
public struct TrackLineFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: String, Sendable, Hashable {
        /// Not one complete JSON object.
        case notJSON
        /// The last line of the file, without its end: it is still being written, or a crash truncated it.
        case torn
        /// Longer than a line may be.
        case tooLong
        /// No `type`, or one that is not a string.
        case noType
        /// A key that this type requires is missing.
        case missing
        /// A value of the wrong type, or one that is out of range and without which the record is useless.
        case invalid
    }

    /// The kind of fault.
    public var code: Code
    /// The key concerned, if any.
    public var key: String?

    /// A fault of a kind, with its key if any.
    public init(_ code: Code, key: String? = nil) {
        self.code = code
        self.key = key
    }

    init(_ fault: MemberFault) {
        switch fault.code {
        case _ where fault.name.description == "type": self.init(.noType)
        case .missing: self.init(.missing, key: fault.name.description)
        case .invalid: self.init(.invalid, key: fault.name.description)
        }
    }

    /// The fault in one sentence.
    public var description: String {
        switch code {
        case .notJSON: "The line is not a complete JSON object."
        case .torn: "The last line is incomplete: it is being written, or a crash cut it off."
        case .tooLong: "The line is longer than \(TrackReader.maximumLineLength) bytes."
        case .noType: "The object has no \"type\"."
        case .missing: "The object has no \"\(key ?? "")\"."
        case .invalid: "The value of \"\(key ?? "")\" has the wrong type or is out of range."
        }
    }
}
