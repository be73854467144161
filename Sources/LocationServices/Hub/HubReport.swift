public import LocationModel

/// A report of the hub to every manager.
public enum HubReport: Sendable, Hashable {
    /// A location passed the gate, at a monotonic instant; `nil` in a replay, which has no clock.
    case location(Location, timeReset: TimeReset?, arrival: Duration?)
    /// The gate refused a fix.
    case rejected(RejectionReason)
    /// The receiver said where the bow points.
    case heading(Heading)
    /// What is known of beacons that the client asks for.
    case beacons(BeaconReport)
    /// The receiver's outage began, changed its cause, or (`nil`) ended.
    case outage(Outage?, at: Duration)
    /// A recording has a hole here.
    case gap(Gap)
}
