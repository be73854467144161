public import LocationModel

/// Refuses locations that are not good enough for this manager: inaccurate, too old, or too far from the one before.
///
/// A refused jump starves nothing: if the locations after it agree with each other, they are accepted.
public struct QualityFilter: Sendable {
    /// Metres; `nil` accepts any accuracy.
    public var maximumHorizontalAccuracy: Double?
    /// Seconds; `nil` accepts any age.
    public var maximumAge: Double?
    /// Metres per second between consecutive locations; `nil` accepts any.
    public var maximumSpeed: Double?

    /// The state kept across restarts.
    struct State: Sendable, Hashable, Codable {
        var last: Location?
        var doubt: Doubt?
    }

    /// A jump that is not accepted yet.
    struct Doubt: Sendable, Hashable, Codable {
        var last: Location
        /// The locations that confirm it.
        var count: Int
    }

    /// How many refused locations must agree with each other before they are accepted.
    static let confirmations = 3

    /// The state for the next run.
    var state: State { State(last: last, doubt: doubt) }

    private var last: Location?
    private var doubt: Doubt?

    /// A filter with these limits. `last` is the last location that an earlier run let through.
    public init(
        maximumHorizontalAccuracy: Double? = nil, maximumAge: Double? = nil, maximumSpeed: Double? = nil,
        resumingAfter last: Location? = nil
    ) {
        self.maximumHorizontalAccuracy = maximumHorizontalAccuracy
        self.maximumAge = maximumAge
        self.maximumSpeed = maximumSpeed
        self.last = last
    }

    /// Resumes the state of an earlier run.
    mutating func resume(_ state: State) {
        (last, doubt) = (state.last, state.doubt)
    }

    /// Why the location is refused; `nil` if it is good. `age` is seconds, `nil` in a replay.
    public mutating func refusal(of location: Location, age: Double?) -> RejectionReason? {
        if let limit = maximumHorizontalAccuracy, let accuracy = location.horizontalAccuracy, accuracy > limit {
            return .inaccurate
        }
        if let limit = maximumAge, let age, age > limit { return .tooOld }
        if let limit = maximumSpeed, let last, !isReachable(location, from: last, limit: limit) {
            if let previous = doubt, isReachable(location, from: previous.last, limit: limit) {
                doubt = Doubt(last: location, count: min(previous.count, Self.confirmations) + 1)
            } else {
                doubt = Doubt(last: location, count: 1)
            }
            guard (doubt?.count ?? 0) >= Self.confirmations else { return .tooFast }
        }
        doubt = nil
        last = location
        return nil
    }

    /// The receiver's time went back: a speed across that moment is meaningless.
    public mutating func timeReset() {
        last = nil
        doubt = nil
    }

    /// Metres per second from the last location that passed; `nil` without one, or if no time has passed.
    func speed(to location: Location) -> Double? {
        guard let last else { return nil }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        return seconds > 0 ? location.distance(to: last) / seconds : nil
    }

    private func isReachable(_ location: Location, from other: Location, limit: Double) -> Bool {
        let seconds = location.timestamp.seconds(since: other.timestamp)
        guard seconds > 0 else { return false }
        let slack = (location.horizontalAccuracy ?? 0) + (other.horizontalAccuracy ?? 0)
        return location.coordinate.isWithin(limit * seconds + slack, of: other.coordinate)
    }
}
