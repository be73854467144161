/// The type of activity that a client locates; it determines when updates may pause automatically.
public enum ActivityType: String, Sendable, Hashable, Codable, CaseIterable {
    case other
    case automotiveNavigation
    case fitness
    case otherNavigation
    case airborne
}
