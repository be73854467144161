public import LocationModel
internal import Motion

/// Visits and crossings of regions along a track, for pictures and waypoints; bounded in number.
public struct TrackMarks: Sendable {
    /// A crossing of a region's boundary, and where it happened.
    public struct Crossing: Sendable, Hashable {
        /// The event of the track.
        public var event: RegionEvent
        /// The last location before it, else the first after it.
        public var coordinate: Coordinate
    }

    /// The maximum number of visits and crossings, the first ones.
    public static let maximumCount = 5000
    /// The maximum number of crossings that wait for the first location.
    private static let maximumWaiting = 64

    /// Visits, each as last recorded.
    public private(set) var visits: [Visit] = []
    /// Crossings of regions.
    public private(set) var crossings: [Crossing] = []
    private var last: Coordinate?
    private var waiting: [RegionEvent] = []

    /// Creates empty marks.
    public init() {}

    /// Takes the next step.
    public mutating func add(_ step: TrackStep) {
        switch step {
        case .location(let location):
            last = location.coordinate
            guard !waiting.isEmpty else { return }
            for event in waiting { keep(event, at: location.coordinate) }
            waiting.removeAll()
        case .visit(let visit): note(visit)
        case .region(let event):
            if let last { keep(event, at: last) } else if waiting.count < Self.maximumWaiting { waiting.append(event) }
        case .broken, .piece, .steps, .untrusted: break
        }
    }

    private mutating func keep(_ event: RegionEvent, at place: Coordinate) {
        guard crossings.count < Self.maximumCount else { return }
        crossings.append(Crossing(event: event, coordinate: place))
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
