/// How exactly this program may have locations.
@_weakLinked public enum CLAccuracyAuthorization: Int, Sendable {
    /// As exactly as they are.
    case fullAccuracy = 0
    /// Only roughly, and seldom.
    case reducedAccuracy = 1
}
