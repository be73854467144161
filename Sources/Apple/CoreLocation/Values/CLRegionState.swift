/// The side of a region's boundary.
@frozen
@_weakLinked public enum CLRegionState: Int, Sendable {
    /// Not determined yet.
    case unknown = 0
    /// In the region.
    case inside = 1
    /// Outside of it.
    case outside = 2
}
