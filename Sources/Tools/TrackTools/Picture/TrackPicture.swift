public import Cartography
public import LocationModel
internal import Motion
internal import Phrasing
public import Tracks

/// The content of a picture of a track, collected while reading, in memory that does not grow with the track.
public struct TrackPicture: Sendable {
    /// Where the receiver said it was while that was not trusted, and why it was not.
    public struct Untrusted: Sendable {
        /// Since when.
        public let from: Timestamp
        /// Why, in words.
        public fileprivate(set) var text = ""
        /// At most some hundreds, in order.
        public fileprivate(set) var places: [Coordinate] = []
    }

    /// The longest time in seconds between a location and a gap that begins at it.
    private static let nearness = 30.0
    /// The maximum number of ``untrusted``, and of the places of each.
    private static let mostUntrusted = 500

    /// The path.
    public private(set) var trace: Trace
    /// The totals, with stops and gaps.
    public private(set) var statistics: TrackStatistics
    /// Speed and altitude along the path.
    public private(set) var profile = TrackProfile()
    /// Visits and region crossings.
    public private(set) var marks = TrackMarks()
    /// What is not trusted, to be drawn apart.
    public private(set) var untrusted: [Untrusted] = []
    private var isTrusted = true
    /// The first and the last location.
    public private(set) var ends: (first: Location, last: Location)?

    private let hasProfile: Bool
    private let interval: TrackInterval
    private var link: TraceLink?

    /// Creates an empty picture.
    /// - Parameters:
    ///   - holdsPosition: See ``TrackStatistics/init(holdsPosition:measuresAltitudes:in:)``.
    ///   - budget: The maximum number of points of the line.
    ///   - hasProfile: Whether to compute ``profile`` and climbs, which take time.
    ///   - interval: What is drawn; see ``TrackStatistics/init(holdsPosition:measuresAltitudes:in:)``.
    public init(
        holdsPosition: Bool = true, budget: Int = 120_000, hasProfile: Bool = true, in interval: TrackInterval = .all
    ) {
        self.interval = interval
        trace = Trace(budget: budget)
        statistics = TrackStatistics(holdsPosition: holdsPosition, measuresAltitudes: hasProfile, in: interval)
        self.hasProfile = hasProfile
    }

    /// Adds the next step.
    public mutating func add(_ step: TrackStep) {
        switch step {
        case .location(let location) where !interval.contains(location.timestamp): return statistics.add(step)
        case .visit(let visit) where !interval.contains(visit.timestamp): return statistics.add(step)
        case .region(let event) where !interval.contains(event.timestamp): return
        case .untrusted(let location, _) where !interval.contains(location.timestamp): return
        default: marks.add(step)
        }
        switch step {
        case .location(let location): add(location)
        case .untrusted(let location, let reasons): add(location, notTrusted: reasons)
        case .piece, .visit, .steps: statistics.add(step)
        case .region: break
        case .broken(let cause):
            statistics.add(step)
            link = Self.link(cause, after: ends?.last)
        }
    }

    /// Completes the picture. The line keeps as much detail as a screen can show after a zoom of a few hundred times.
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

    /// The bounding box of the path; `nil` if the path is empty.
    public var box: BoundingBox? {
        trace.points.isEmpty ? nil : BoundingBox(of: trace.points.lazy.map(\.coordinate))
    }

    private mutating func add(_ location: Location, notTrusted reasons: [IntegrityReason]) {
        if isTrusted {
            guard untrusted.count < Self.mostUntrusted else { return }
            untrusted.append(Untrusted(from: location.timestamp))
            isTrusted = false
        }
        let last = untrusted.count - 1
        untrusted[last].text = IntegrityWords.sentence(.notTrusted, reasons)
        untrusted[last].places.append(location.coordinate)
        guard untrusted[last].places.count > Self.mostUntrusted else { return }
        // Half of them show the way as well.
        untrusted[last].places = stride(from: 0, to: Self.mostUntrusted, by: 2).map { untrusted[last].places[$0] }
    }

    private mutating func add(_ location: Location) {
        isTrusted = true
        if let link {
            trace.begin(link)
            profile.interrupt()
            self.link = nil
        }
        statistics.add(.location(location))
        trace.add(TracePoint(location.coordinate, at: location.timestamp, speed: location.speed))
        if hasProfile {
            profile.add(
                at: location.timestamp, distance: statistics.distance, speed: location.speed,
                altitude: location.altitude)
        }
        if ends == nil { ends = (location, location) } else { ends?.last = location }
    }

    /// The link between the locations before and after a break.
    private static func link(_ cause: TrackBreak, after last: Location?) -> TraceLink {
        guard let last else { return .separate }
        switch cause {
        case .gap(let gap):
            // A gap of another run or file does not begin here.
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
