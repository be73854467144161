public import LocationModel

/// Measures the way on foot, from locations and activities: a pure state machine.
///
/// Locations come from a session or a replay with ``distanceFilter``. A step is the way from one such location to the
/// next.
public struct WalkMeter: Sendable, Hashable {
    /// Metres, the distance filter of the locations. At 1 Hz a receiver's noise is a third of a walker's way; over this
    /// distance it is a tenth.
    public static let distanceFilter = 5.0
    /// Seconds. A step that takes longer contains a stand or a gap, and does not count.
    static let longestStep = 30.0
    /// m/s. Nobody runs faster for the length of a step.
    static let highestSpeed = 8.0
    /// Seconds that it may take to recognize that somebody walks: steps since then count once it is certain.
    static let recognitionTime = 180.0
    /// Seconds that the current pace is measured over.
    static let paceTime = 15.0

    private struct Step: Sendable, Hashable {
        var end: Timestamp
        var seconds: Double
        var distance: Double
    }

    private let from: Timestamp?
    private let to: Timestamp?
    private var last: Location?
    private var kind = MotionActivity.Kind.unknown
    /// Steps that count once the activity is known, or the latest ones that did.
    private var recent: [Step] = []

    /// Metres on foot.
    public private(set) var distance = 0.0
    /// Seconds on foot.
    public private(set) var activeTime = 0.0

    /// A meter of the steps that end within a period; `nil`: without a limit.
    public init(from: Timestamp? = nil, to: Timestamp? = nil) {
        self.from = from
        self.to = to
    }

    /// Seconds a metre over the latest steps; `nil` if nobody walks.
    public var pace: Double? {
        guard kind.isOnFoot, let last = recent.last else { return nil }
        let steps = recent.filter { last.end.seconds(since: $0.end) < Self.paceTime }
        let (seconds, metres) = steps.reduce((0, 0)) { ($0.0 + $1.seconds, $0.1 + $1.distance) }
        return metres > 0 ? seconds / metres : nil
    }

    /// Takes the next event of the session or replay.
    public mutating func receive(_ event: LocationEvent) {
        switch event {
        case .location(let location): receive(location)
        case .activity(let activity): receive(activity.kind)
        case .gap, .timeReset, .pause: interrupt()
        default: break
        }
    }

    private mutating func receive(_ location: Location) {
        defer { last = location }
        guard let last else { return }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        guard seconds > 0, seconds <= Self.longestStep else { return }
        let distance = location.distance(to: last)
        guard distance <= seconds * Self.highestSpeed else { return }
        let step = Step(end: location.timestamp, seconds: seconds, distance: distance)
        recent.removeAll { step.end.seconds(since: $0.end) > Self.recognitionTime }
        recent.append(step)
        if kind.isOnFoot { count(step) }
    }

    private mutating func receive(_ new: MotionActivity.Kind) {
        defer { kind = new }
        guard new.isOnFoot != kind.isOnFoot else { return }
        // Whoever was in a vehicle walked no part of that way.
        if new.isOnFoot, kind == .unknown || kind == .stationary {
            for step in recent { count(step) }
        } else {
            recent.removeAll()
        }
    }

    private mutating func interrupt() {
        last = nil
        recent.removeAll()
    }

    private mutating func count(_ step: Step) {
        guard from.map({ step.end > $0 }) ?? true, to.map({ step.end <= $0 }) ?? true else { return }
        distance += step.distance
        activeTime += step.seconds
    }
}

extension MotionActivity.Kind {
    /// Whether it is walking or running.
    public var isOnFoot: Bool { self == .walking || self == .running }
}
