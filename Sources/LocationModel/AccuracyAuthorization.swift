/// How exactly a client may have coordinates, in Core Location's words.
public enum AccuracyAuthorization: String, Sendable, Hashable, Codable, CaseIterable {
    /// As exactly as they are.
    case fullAccuracy
    /// Only roughly.
    case reducedAccuracy
}
