public import LocationModel
public import Tracks

/// Why no line leads from one location of a track to the next.
public enum TrackBreak: Sendable, Hashable {
    /// There was no fix.
    case gap(Gap)
    /// Lines are missing that could not be written.
    case loss(TrackLoss)
    /// Recording paused.
    case pause(Pause)
    /// The receiver's time was corrected backwards, or the next location comes from an earlier time.
    case timeReset(TimeReset)
    /// The locations between are not wanted: another area.
    case leftOut
}
