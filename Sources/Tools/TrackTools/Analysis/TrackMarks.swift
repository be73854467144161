public import LocationModel
internal import Motion

/// Visits and crossings of regions along a track, for pictures and waypoints; bounded in number.
public struct TrackMarks: Sendable {
    /// A crossing of a region's boundary, and where it happened.
    public struct Crossing: Sendable, Hashable {
        /// The event of the track.
        public var event: RegionEvent
        /// Between the locations around it, by its time; the nearer of them where the track is interrupted, or the
        /// only one.
        public var coordinate: Coordinate
    }

    /// The maximum number of visits and crossings, the first ones.
    public static let maximumCount = 5000
    /// The maximum number of crossings that wait for the next location.
    private static let maximumWaiting = 64

    /// Visits, each as last recorded.
    public private(set) var visits: [Visit] = []
    /// Crossings of regions.
    public var crossings: [Crossing] {
        placed + (last.map { last in waiting.map { Crossing(event: $0, coordinate: last.coordinate) } } ?? [])
    }
    private var placed: [Crossing] = []
    private var last: Location?
    private var waiting: [RegionEvent] = []
    /// Whether the track was interrupted since the last location.
    private var isBroken = false

    /// Creates empty marks.
    public init() {}

    /// Takes the next step.
    public mutating func add(_ step: TrackStep) {
        switch step {
        case .location(let location):
            for event in waiting { place(event, before: location) }
            waiting.removeAll()
            (last, isBroken) = (location, false)
        case .visit(let visit): note(visit)
        case .region(let event):
            if waiting.count < Self.maximumWaiting, placed.count < Self.maximumCount { waiting.append(event) }
        case .broken, .piece: isBroken = true
        case .steps, .untrusted: break
        }
    }

    private mutating func place(_ event: RegionEvent, before next: Location) {
        var place = next.coordinate
        if let last {
            let (before, after) = (
                event.timestamp.seconds(since: last.timestamp), next.timestamp.seconds(since: event.timestamp)
            )
            if isBroken || before <= 0 || after <= 0 {
                if before <= after { place = last.coordinate }
            } else {
                let way = last.coordinate.geodesic(to: next.coordinate)
                place = last.coordinate.moved(by: way.distance * before / (before + after), bearing: way.initialBearing)
            }
        }
        placed.append(Crossing(event: event, coordinate: place))
    }

    private mutating func note(_ visit: Visit) {
        // A visit is recorded when it begins and once more when it is over.
        let isSame = visits.last.map { last in
            last.since != nil && last.since == visit.since
                || last.departureDate == nil
                    && last.coordinate.isWithin(MotionThresholds.stayRadius, of: visit.coordinate)
        }
        if isSame ?? false {
            visits[visits.count - 1] = visit
        } else if visits.count < Self.maximumCount {
            visits.append(visit)
        }
    }
}
