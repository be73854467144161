/// What is told of the time in a private region.
public enum RegionPrivacy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: there is a hole, and its cause.
    case cut
    /// A place in its stead, with an accuracy to match, now and then.
    case blur
}
