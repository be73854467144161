public import LocationModel
package import LocationServices

/// One line of a track file.
///
/// Events of the location manager are ``event(_:)``; a new kind of `LocationEvent` needs no change here. The two other
/// kinds belong to the file itself.
public enum TrackRecord: Sendable, Hashable {
    /// The writer and the schema of the lines that follow.
    case header(TrackHeader)
    /// An event that the recorder received: a location, a pause, a resumption, a gap, a step back in time.
    case event(LocationEvent)
    /// Lines that are missing here because they could not be written.
    case loss(TrackLoss)

    /// The time that determines the order and the file of the record: for a gap or a loss, its end. A header has no
    /// time.
    public var timestamp: Timestamp? {
        switch self {
        case .header: nil
        case .event(let event): event.timestamp
        case .loss(let loss): loss.to
        }
    }

    /// Reads a record; `nil` if its type, or a word in it, belongs to a newer version.
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

extension PrivacyFilter {
    /// Takes the next record of a track, and returns what may be disclosed. Lines that were lost in a private region
    /// would tell how much happened there, and when.
    package mutating func filter(_ record: TrackRecord) -> [TrackRecord] {
        switch record {
        case .event(let event): filter(event).map(TrackRecord.event)
        case .loss: isHiding ? [] : [record]
        case .header: [record]
        }
    }
}
