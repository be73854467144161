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

extension TrackRecord {
    /// Reads a record of a type. `nil`: a type or a word of a newer version.
    static func read(from members: inout JSONMembers) throws(MemberFault) -> TrackRecord? {
        if let kind = members.kind() {
            return kind.isRecorded ? try members.event(kind).map(TrackRecord.event) : nil
        }
        return switch try members.requiredText("type") {
        case TrackHeader.type.description: .header(try TrackHeader(from: &members))
        case TrackLoss.type.description: try TrackLoss(from: &members).map(TrackRecord.loss)
        default: nil
        }
    }
}

extension JSONLine {
    /// Appends one record as one line of the track format, `type` first.
    public mutating func append(_ record: TrackRecord) {
        switch record {
        case .event(let event): append(event)
        case .header(let header): append(header, as: TrackHeader.type)
        case .loss(let loss): append(loss, as: TrackLoss.type)
        }
    }
}
