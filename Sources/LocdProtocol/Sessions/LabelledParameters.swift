/// Parameters in which a client gives itself a label: a name within its user and unit, and nothing more.
public protocol LabelledParameters: VarlinkParameters {
    /// The label, 0 to ``ClientLabel/maximumLength`` bytes; absent is the same as empty.
    var label: String? { get }
}

/// The label that a client gives itself.
public enum ClientLabel {
    /// Bytes that a label may have.
    public static let maximumLength = 64
}

extension LabelledParameters {
    /// The label as the identity of the client holds it: `nil` where there is none.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` where it is too long, or has control characters in it.
    public var effectiveLabel: String? {
        get throws(VarlinkError) {
            guard let label, !label.isEmpty else { return nil }
            let isPlain = label.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            guard label.utf8.count <= ClientLabel.maximumLength, isPlain else { throw .invalidParameter("label") }
            return label
        }
    }
}
