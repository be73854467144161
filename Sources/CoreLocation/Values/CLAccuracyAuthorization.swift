/// How exactly this program may have locations.
@_weakLinked public enum CLAccuracyAuthorization: Int, Sendable {
    /// As exactly as they are.
    case fullAccuracy = 0
    /// Reduced accuracy, at a low rate.
    case reducedAccuracy = 1
}
