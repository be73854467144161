/// Why a fix was not delivered. Nothing is withheld without one of these.
public enum RejectionReason: String, Sendable, Hashable, Codable, CaseIterable {
    // The gate, for everybody.

    /// The receiver has no solution.
    case noFix
    /// Latitude or longitude is missing, not finite or out of range.
    case invalidCoordinate
    /// Latitude and longitude are exactly zero.
    case nullIsland
    /// The receiver gave no time.
    case noTime
    /// Earlier than the fix before it.
    case timeBackwards
    /// More than a year later than the fix before it.
    case timeForwards
    /// The same time again.
    case duplicate
    /// The position stands still while the reported speed proves motion.
    case frozen

    // The quality filters of one manager.

    /// horizontalAccuracy is worse than maximumHorizontalAccuracy.
    case inaccurate
    /// Older than maximumAge when it came to be handled.
    case tooOld
    /// Getting there from the fix before would have taken more than maximumSpeed.
    case tooFast

    // What is good, and held back.

    /// Nearer to the last delivered location than distanceFilter.
    case distanceFilter
    /// Sooner after the last delivered location than minimumInterval.
    case minimumInterval
    /// Drift around a place where nothing moves (holdsPositionWhenStationary).
    case stationary
    /// Location updates are paused.
    case paused
}
