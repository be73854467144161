/// How locations in a private region are hidden.
public enum RegionPrivacy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Locations are omitted, leaving a gap with its cause.
    case cut
    /// Locations are replaced by occasional substitutes with a matching accuracy.
    case blur
}
