/// Parameters with a label that the client gives itself. It only distinguishes clients of the same user and unit.
public protocol LabelledParameters: VarlinkParameters {
    /// The label, 0 to ``ClientLabel/maximumLength`` bytes; absent is the same as empty.
    var label: String? { get }
}

/// The label that a client gives itself.
public enum ClientLabel {
    /// The maximum length of a label in bytes.
    public static let maximumLength = 64

    /// Whether a text is short enough and has no control characters, so that it can stand in a log and a status.
    public static func isValid(_ text: String) -> Bool {
        text.utf8.count <= maximumLength
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}

extension LabelledParameters {
    /// The label in the identity of the client; `nil` if it is absent or empty.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is too long or contains control characters.
    public var effectiveLabel: String? {
        get throws(VarlinkError) {
            guard let label, !label.isEmpty else { return nil }
            guard ClientLabel.isValid(label) else { throw .invalidParameter("label") }
            return label
        }
    }
}
