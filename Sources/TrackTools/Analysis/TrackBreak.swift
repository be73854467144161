public import LocationModel
public import Tracks

/// Why no line leads from one location of a track to the next.
public enum TrackBreak: Sendable, Hashable {
    /// There was no fix.
    case gap(Gap)
    /// Lines are missing because they could not be written.
    case loss(TrackLoss)
    /// Recording paused.
    case pause(Pause)
    /// The receiver's time was corrected backwards, or the next location comes from an earlier time.
    case timeReset(TimeReset)
    /// Another piece begins: another run of the recorder, an import, or an unrelated file. `isSameReceiver`: their
    /// headers name the same receiver.
    case newPiece(isSameReceiver: Bool)
    /// The locations between are outside the requested area.
    case leftOut
}
