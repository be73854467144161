public import LocationModel

/// What a reader of a track does next.
public enum TrackStep: Sendable, Hashable {
    /// Go on to a location.
    case location(Location)
    /// Do not draw a line to what comes next.
    case broken(TrackBreak)
    /// Somebody stays here, or has left: the line goes on, a trip does not.
    case visit(Visit)
    /// The boundary of a region was crossed; line and trip go on.
    case region(RegionEvent)
}
