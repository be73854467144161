public import LocationModel
internal import Motion

/// Refuses locations that are not good enough for this manager: inaccurate, too old, or a leap of the position.
///
/// A refused leap starves nothing: what later locations confirm is released (``LeapDetector``).
public struct QualityFilter: Sendable {
    /// Metres; `nil` accepts any accuracy.
    public var maximumHorizontalAccuracy: Double?
    /// Seconds; `nil` accepts any age.
    public var maximumAge: Double?
    /// Metres per second that a step of unknown speed may have; `nil` accepts any step.
    public var maximumSpeed: Double? {
        // What passes unjudged leaves a doubt behind that later locations could neither confirm nor deny.
        didSet { if maximumSpeed == nil { timeReset() } }
    }

    /// Locations that were held back as leaps and are believed now, oldest first.
    package struct Release: Sendable {
        /// The last location that passed before them.
        package var last: Location?
        package var locations: [Location]
        /// Whether the position leapt: no line leads to the first of them.
        var isBreak: Bool

        /// The gap before the first of them, or before `location` if none is left; `nil` if a line leads there.
        package func gap(before location: Location) -> Gap? {
            let first = locations.first ?? location
            guard isBreak, let last, first.timestamp > last.timestamp else { return nil }
            return Gap(from: last.timestamp, to: first.timestamp, cause: .rejected)
        }
    }

    /// The state kept across restarts.
    struct State: Sendable, Hashable, Codable {
        var leaps: LeapDetector
        var doubtful: [Location]

        /// Whether this type can have written it: a file may contain anything.
        var isValid: Bool { leaps.isValid && doubtful.count <= mostDoubtful && doubtful.allSatisfy(\.isValid) }
    }

    /// How many locations are held back at most; more are lost.
    private static let mostDoubtful = 1024

    /// The state for the next run.
    var state: State { State(leaps: leaps, doubtful: doubtful) }
    /// What the last location that passed confirmed.
    package private(set) var release: Release?
    /// How many locations are held back as leaps until later ones decide: the latest ones that were refused so.
    package var doubtfulCount: Int { doubtful.count }

    private var leaps: LeapDetector
    /// What ``leaps`` has in doubt.
    private var doubtful: [Location] = []

    /// A filter with these limits. `last` is the last location that an earlier run let through.
    public init(
        maximumHorizontalAccuracy: Double? = nil, maximumAge: Double? = nil, maximumSpeed: Double? = nil,
        resumingAfter last: Location? = nil
    ) {
        self.maximumHorizontalAccuracy = maximumHorizontalAccuracy
        self.maximumAge = maximumAge
        self.maximumSpeed = maximumSpeed
        leaps = LeapDetector(after: last)
    }

    mutating func resume(_ state: State) {
        (leaps, doubtful) = (state.leaps, state.doubtful)
    }

    /// Why the location is refused; `nil` if it is good. `age` is seconds, `nil` in a replay.
    public mutating func refusal(of location: Location, age: Double?) -> RejectionReason? {
        if release != nil { release = nil }
        if let limit = maximumHorizontalAccuracy, let accuracy = location.horizontalAccuracy, accuracy > limit {
            return .inaccurate
        }
        if let limit = maximumAge, let age, age > limit { return .tooOld }
        guard let limit = maximumSpeed else { return nil }
        let wasInDoubt = leaps.isInDoubt
        let last = wasInDoubt ? leaps.last : nil
        switch leaps.judge(location, PlaneVector(velocityOf: location), limit: limit) {
        case .plausible:
            if wasInDoubt { doubtful.removeAll() }
            return nil
        case .doubtful(let isNew):
            // What came before it contradicts it, and is not believed any more.
            if isNew { doubtful.removeAll() }
            if doubtful.count < Self.mostDoubtful { doubtful.append(location) }
            return .tooFast
        case .confirmed(let isBreak):
            release = Release(last: last, locations: doubtful, isBreak: isBreak)
            doubtful.removeAll()
            return nil
        }
    }

    /// What is held back will not be needed: another event was delivered meanwhile.
    mutating func forgetDoubtful(before time: Timestamp? = nil) {
        doubtful.removeAll { $0.timestamp <= time ?? .latest }
    }

    var last: Location? { leaps.last }

    /// The position is not trusted: what is held back will not be believed. Returns it.
    mutating func giveUpDoubtful() -> [Location] {
        defer { doubtful.removeAll() }
        leaps.forgetDoubt()
        return doubtful
    }

    /// The receiver's time went back: a speed across that moment is meaningless.
    public mutating func timeReset() {
        leaps = LeapDetector()
        doubtful.removeAll()
    }

    /// Metres per second from the last location that passed; `nil` without one, or if no time has passed.
    func speed(to location: Location) -> Double? {
        guard let last = leaps.last else { return nil }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        return seconds > 0 ? location.distance(to: last) / seconds : nil
    }
}
