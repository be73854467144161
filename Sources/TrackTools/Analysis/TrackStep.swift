public import LocationModel

/// The next step of a reader of a track.
public enum TrackStep: Sendable, Hashable {
    /// Continue to a location.
    case location(Location)
    /// Do not draw a line to the next location.
    case broken(TrackBreak)
    /// A visit began or ended: the line continues, a trip does not.
    case visit(Visit)
    /// The boundary of a region was crossed; line and trip continue.
    case region(RegionEvent)
    /// Steps were counted; line and trip continue.
    case steps(StepCount)
}
