internal import LocationModel
public import Tracks

/// Turns records into locations, and the breaks between them. Every way of using a track goes through this, so that all of
/// them agree on where it is interrupted.
public struct TrackStepper: Sendable {
    private let area: TrackArea?
    private var last: Timestamp?

    /// Takes every location, or those within an area.
    public init(area: TrackArea? = nil) {
        self.area = area
    }

    /// Takes the next record and says what it means: nothing, one step, or a break and a location.
    public mutating func steps(of record: TrackRecord, _ body: (TrackStep) -> Void) {
        switch record {
        case .loss(let loss): body(.broken(.loss(loss)))
        case .event(.gap(let gap)): body(.broken(.gap(gap)))
        case .event(.pause(let pause)): body(.broken(.pause(pause)))
        case .event(.visit(let visit)):
            if area?.contains(visit.coordinate) ?? true { body(.visit(visit)) }
        case .event(.timeReset(let reset)):
            last = reset.timestamp
            body(.broken(.timeReset(reset)))
        case .event(.location(let location)):
            // Two files may cover one time, as where another logger's was imported.
            if let last, location.timestamp < last {
                body(.broken(.timeReset(TimeReset(timestamp: location.timestamp, previous: last))))
            }
            last = location.timestamp
            guard area?.contains(location.coordinate) ?? true else { return body(.broken(.leftOut)) }
            body(.location(location))
        // What happened, without an interruption.
        case .header, .event: break
        }
    }
}
