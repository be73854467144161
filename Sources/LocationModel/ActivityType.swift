/// What somebody does while being located; it decides when automatic pause may set in.
public enum ActivityType: String, Sendable, Hashable, Codable, CaseIterable {
    case other
    case automotiveNavigation
    case fitness
    case otherNavigation
    case airborne
}
