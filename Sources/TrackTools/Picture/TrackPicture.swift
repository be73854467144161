public import Cartography
public import LocationModel
internal import Motion

/// What a picture of a track shows, gathered as the track is read, in memory that does not grow with it.
public struct TrackPicture: Sendable {
    /// Seconds after which a gap does not begin at the location before it, but somewhere else.
    private static let nearness = 30.0

    /// The way.
    public private(set) var trace: Trace
    /// What it amounts to, with stops and gaps.
    public private(set) var statistics: TrackStatistics
    /// Speed and altitude along the way.
    public private(set) var profile = TrackProfile()
    /// Visits and crossings of regions.
    public private(set) var marks = TrackMarks()
    /// The first and the last location.
    public private(set) var ends: (first: Location, last: Location)?

    private var link: TraceLink?

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
        marks.add(step)
        switch step {
        case .location(let location): add(location)
        case .visit, .region: break
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
