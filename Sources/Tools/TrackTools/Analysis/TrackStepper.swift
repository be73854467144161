public import LocationModel
public import Tracks

/// Turns records into locations and the breaks between them. Every use of a track goes through this type, so that all
/// agree on where it is interrupted.
public struct TrackStepper: Sendable {
    private var area: TrackAreaFilter
    private let interval: TrackInterval
    private var last: Timestamp?
    private var piece = TrackPiece()
    private var hasLocation = false
    /// What the record `integrity` named last.
    private var reasons: [IntegrityReason] = []

    /// Creates a stepper for all locations, or those within an area. Only the part of a gap inside the interval counts.
    public init(area: TrackArea? = nil, in interval: TrackInterval = .all) {
        self.area = TrackAreaFilter(area)
        self.interval = interval
    }

    /// Converts the next record into nothing, one step, or breaks and a location, after the beginning of a piece.
    /// `piece` is the piece of the track that contains the record, ``Tracks/TrackRecords/piece``.
    public mutating func steps(of record: TrackRecord, in piece: TrackPiece, _ body: (TrackStep) -> Void) {
        if piece.number != self.piece.number { begin(piece, body) }
        let isInside = area.contains(record)
        switch record {
        case .loss(let loss): body(.broken(.loss(loss)))
        case .event(.gap(let gap)):
            if let gap = gap.clipped(to: interval) {
                body(.broken(isInside ? .gap(gap) : .leftOut(gap.from)))
            }
        case .event(.pause(let pause)):
            body(.broken(isInside ? .pause(pause) : .leftOut(pause.timestamp)))
        case .event(.visit(let visit)):
            if isInside { body(.visit(visit)) }
        case .event(.region(let region)):
            if region.cause == .crossed, isInside { body(.region(region)) }
        case .event(.steps(let steps)):
            if isInside { body(.steps(steps)) }
        case .event(.timeReset(let reset)):
            last = reset.timestamp
            body(.broken(.timeReset(reset)))
        case .event(.integrity(let change)): reasons = change.reasons
        // It makes no way; the gap behind it breaks the line.
        case .event(.location(let location)) where location.integrity == .notTrusted:
            last = location.timestamp
            if isInside { body(.untrusted(location, reasons)) }
        case .event(.location(let location)):
            if let last, location.timestamp < last {
                body(.broken(.timeReset(TimeReset(timestamp: location.timestamp, previous: last))))
            }
            last = location.timestamp
            hasLocation = true
            body(isInside ? .location(location) : .broken(.leftOut(location.timestamp)))
        // Events that do not interrupt the track.
        case .header, .event: break
        }
    }

    private mutating func begin(_ piece: TrackPiece, _ body: (TrackStep) -> Void) {
        let receiver = piece.header?.receiver
        let isSameReceiver = receiver != nil && receiver == self.piece.header?.receiver
        self.piece = piece
        // Two files may cover the same time; that is not a correction.
        last = nil
        if !isSameReceiver { area.begin() }
        if hasLocation { body(.broken(.newPiece(isSameReceiver: isSameReceiver))) }
        let isRecorded = piece.header.map {
            $0.receiver != nil && !$0.isImported && $0.holdsPositionWhenStationary
        }
        body(.piece(isRecorded: isRecorded ?? false))
    }
}

/// The next step of a reader of a track.
public enum TrackStep: Sendable, Hashable {
    /// Continue to a location.
    case location(Location)
    /// Do not draw a line to the next location.
    case broken(TrackBreak)
    /// Another piece begins, behind its break if there is one. `isRecorded`: a recorder wrote it, which holds back what
    /// shows no motion.
    case piece(isRecorded: Bool)
    /// A visit began or ended: the line continues, a trip does not.
    case visit(Visit)
    /// The boundary of a region was crossed; line and trip continue.
    case region(RegionEvent)
    /// Steps were counted; line and trip continue.
    case steps(StepCount)
    /// A location that is not trusted, and why; it makes no way.
    case untrusted(Location, [IntegrityReason])
}

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
    /// From this moment on, the track is outside the requested area.
    case leftOut(Timestamp)
}
