public import LocationModel

/// One line of a track file.
///
/// What the location manager says is an ``event(_:)``; a new kind of `LocationEvent` needs nothing here. The two other
/// kinds are the file's own.
public enum TrackRecord: Sendable, Hashable {
    /// Who wrote the lines that follow, and in which schema.
    case header(TrackHeader)
    /// What the recorder was told: a location, a pause, a resumption, a gap, a step back in time.
    case event(LocationEvent)
    /// Lines that should stand here and could not be written.
    case loss(TrackLoss)

    /// The moment by which the record is ordered and filed: for a gap or a loss, its end. A header has none.
    public var timestamp: Timestamp? {
        switch self {
        case .header: nil
        case .event(let event): event.timestamp
        case .loss(let loss): loss.to
        }
    }
}
