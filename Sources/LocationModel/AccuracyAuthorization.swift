/// The accuracy that a client is authorized for, in Core Location's terms.
public enum AccuracyAuthorization: String, Sendable, Hashable, Codable, CaseIterable {
    /// Full accuracy.
    case fullAccuracy
    /// Reduced accuracy; see ``ReducedAccuracy``.
    case reducedAccuracy
}
