public import LocationModel

/// When ``AutoPause`` pauses and when it resumes; with ``MotionThresholds`` all figures about motion.
public struct PauseThresholds: Sendable, Hashable {
    /// Metres around the mean position.
    public var radius: Double
    /// Seconds that everything must stay within the radius.
    public var duration: Double
    /// Metres from the held place that end a pause.
    public var resumeDistance: Double

    /// The thresholds for an activity, chosen on recordings of parked antennas.
    public init(activityType: ActivityType) {
        let drift = MotionThresholds.driftRadius
        (radius, duration, resumeDistance) =
            switch activityType {
            case .other: (drift, MotionThresholds.stayDuration, 2 * drift)
            // A long red light is no stop.
            case .automotiveNavigation: (drift, MotionThresholds.stayDuration, 2 * drift)
            // A rest on a bench is one; a lap of a track is not.
            case .fitness: (drift, 180, 2 * drift)
            // An anchored boat swings on its chain.
            case .otherNavigation: (50, 600, 100)
            case .airborne: (100, 900, 250)
            }
    }
}
