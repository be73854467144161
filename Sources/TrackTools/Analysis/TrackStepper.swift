internal import LocationModel
public import Tracks

/// Turns records into locations, and the breaks between them. Every way of using a track goes through this, so that all of
/// them agree on where it is interrupted.
public struct TrackStepper: Sendable {
    private let area: TrackArea?
    private let interval: TrackInterval
    private var last: Timestamp?
    private var piece = TrackPiece()
    private var hasLocation = false

    /// Takes every location, or those within an area. Of a gap only what lies in the stretch of time is one.
    public init(area: TrackArea? = nil, in interval: TrackInterval = .all) {
        self.area = area
        self.interval = interval
    }

    /// Takes the next record and says what it means: nothing, one step, or breaks and a location. `piece`: the piece of the
    /// track to which it belongs, ``Tracks/TrackRecords/piece``.
    public mutating func steps(of record: TrackRecord, in piece: TrackPiece, _ body: (TrackStep) -> Void) {
        if piece.number != self.piece.number { begin(piece, body) }
        switch record {
        case .loss(let loss): body(.broken(.loss(loss)))
        case .event(.gap(let gap)):
            if let gap = gap.clipped(to: interval) { body(.broken(.gap(gap))) }
        case .event(.pause(let pause)): body(.broken(.pause(pause)))
        case .event(.visit(let visit)):
            if area?.contains(visit.coordinate) ?? true { body(.visit(visit)) }
        case .event(.region(let region)):
            if region.cause == .crossed { body(.region(region)) }
        case .event(.timeReset(let reset)):
            last = reset.timestamp
            body(.broken(.timeReset(reset)))
        case .event(.location(let location)):
            if let last, location.timestamp < last {
                body(.broken(.timeReset(TimeReset(timestamp: location.timestamp, previous: last))))
            }
            last = location.timestamp
            hasLocation = true
            guard area?.contains(location.coordinate) ?? true else { return body(.broken(.leftOut)) }
            body(.location(location))
        // What happened, without an interruption.
        case .header, .event: break
        }
    }

    private mutating func begin(_ piece: TrackPiece, _ body: (TrackStep) -> Void) {
        let receiver = piece.header?.receiver
        let isSameReceiver = receiver != nil && receiver == self.piece.header?.receiver
        self.piece = piece
        // Two files may cover one time; that corrects nothing.
        last = nil
        if hasLocation { body(.broken(.newPiece(isSameReceiver: isSameReceiver))) }
    }
}
