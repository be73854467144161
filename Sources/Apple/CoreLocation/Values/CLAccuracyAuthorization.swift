/// The accuracy of the locations that this program receives.
@_weakLinked public enum CLAccuracyAuthorization: Int, Sendable {
    /// Full accuracy.
    case fullAccuracy = 0
    /// Reduced accuracy, at a low rate.
    case reducedAccuracy = 1
}
