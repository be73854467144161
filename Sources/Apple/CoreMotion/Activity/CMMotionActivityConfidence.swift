/// How certain an activity is.
@_weakLinked public enum CMMotionActivityConfidence: Int, Sendable {
    /// Below 75 %.
    case low = 0
    /// From 75 %.
    case medium = 1
    /// From 90 %.
    case high = 2
}
