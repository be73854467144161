public import Cartography
public import LocationModel
internal import Motion

/// What a picture of a track shows, gathered as the track is read, in memory that does not grow with it.
public struct TrackPicture: Sendable {
    /// A crossing of a region's boundary, and where it happened.
    public struct Crossing: Sendable, Hashable {
        /// What was told.
        public var event: RegionEvent
        /// The last location before it, else the first after it.
        public var coordinate: Coordinate
    }

    /// So many visits and crossings are kept, the first ones.
    public static let maximumMarks = 5000
    /// Seconds after which a gap does not begin at the location before it, but somewhere else.
    private static let nearness = 30.0

    /// The way.
    public private(set) var trace: Trace
    /// What it amounts to, with stops and gaps.
    public private(set) var statistics: TrackStatistics
    /// Speed and altitude along the way.
    public private(set) var profile = TrackProfile()
    /// Stays that the recorder told of, each as it was told last.
    public private(set) var visits: [Visit] = []
    /// Crossings of regions.
    public private(set) var crossings: [Crossing] = []
    /// The first and the last location.
    public private(set) var ends: (first: Location, last: Location)?

    private var link: TraceLink?
    private var told: [RegionEvent] = []

    /// A picture of nothing yet.
    /// - Parameters:
    ///   - holdsPosition: See ``TrackStatistics/init(holdsPosition:)``.
    ///   - budget: Points of the line that are kept at most.
    public init(holdsPosition: Bool = true, budget: Int = 120_000) {
        trace = Trace(budget: budget)
        statistics = TrackStatistics(holdsPosition: holdsPosition)
    }

    /// Takes the next step.
    public mutating func add(_ step: TrackStep) {
        switch step {
        case .location(let location): add(location)
        case .visit(let visit): note(visit)
        case .region(let event): note(event)
        case .broken(let cause):
            statistics.add(step)
            link = Self.link(cause, after: ends?.last)
        }
    }

    /// Nothing follows. The line keeps as much detail as a screen can show after a zoom of some hundred times.
    public mutating func finish() {
        trace.finish()
        statistics.finish()
        profile.finish(at: statistics.distance)
        guard let box else { return }
        let diagonal = Coordinate(latitude: box.south, longitude: box.west).distance(
            to: Coordinate(latitude: box.north, longitude: wrappedLongitude(box.west + min(box.width, 179))))
        let aim = diagonal / 60_000
        if aim.isFinite { trace.coarsen(to: aim) }
    }

    /// The box around the way; `nil` if there is none.
    public var box: BoundingBox? {
        trace.points.isEmpty ? nil : BoundingBox(of: trace.points.lazy.map(\.coordinate))
    }

    private mutating func add(_ location: Location) {
        if let link {
            trace.begin(link)
            profile.interrupt()
            self.link = nil
        }
        statistics.add(.location(location))
        trace.add(TracePoint(location.coordinate, at: location.timestamp, speed: location.speed))
        profile.add(
            at: location.timestamp, distance: statistics.distance, speed: location.speed, altitude: location.altitude)
        ends = (ends?.first ?? location, location)
        if !told.isEmpty {
            for event in told { keep(event, at: location.coordinate) }
            told.removeAll()
        }
    }

    private mutating func note(_ event: RegionEvent) {
        if let ends { keep(event, at: ends.last.coordinate) } else if told.count < 64 { told.append(event) }
    }

    private mutating func keep(_ event: RegionEvent, at place: Coordinate) {
        guard crossings.count < Self.maximumMarks else { return }
        crossings.append(Crossing(event: event, coordinate: place))
    }

    private mutating func note(_ visit: Visit) {
        // The same stay is told when it begins and when it is over.
        let isSame = visits.last.map { last in
            last.since != nil && last.since == visit.since
                || last.departureDate == nil
                    && last.coordinate.isWithin(MotionThresholds.stayRadius, of: visit.coordinate)
        }
        if isSame ?? false {
            visits[visits.count - 1] = visit
        } else if visits.count < Self.maximumMarks {
            visits.append(visit)
        }
    }

    /// What joins the location before a break and the one after it.
    private static func link(_ cause: TrackBreak, after last: Location?) -> TraceLink {
        guard let last else { return .separate }
        switch cause {
        case .gap(let gap):
            // The gap of another run or file does not begin here.
            return abs(gap.from.seconds(since: last.timestamp)) <= nearness
                ? .gap(cause: gap.cause.rawValue) : .separate
        case .pause(let pause):
            return pause.timestamp >= last.timestamp ? .gap(cause: "pause") : .separate
        case .loss: return .gap(cause: "loss")
        case .timeReset(let reset):
            return (0..<MotionThresholds.stayDuration).contains(reset.previous.seconds(since: reset.timestamp))
                ? .gap(cause: "timeReset") : .separate
        default: return .separate
        }
    }
}
