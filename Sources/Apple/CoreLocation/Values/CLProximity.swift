/// The proximity of a beacon.
@_weakLinked public enum CLProximity: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// Within a hand's breadth.
    case immediate = 1
    /// Within a few metres.
    case near = 2
    /// Farther.
    case far = 3
}
