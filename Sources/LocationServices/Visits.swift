public import LocationModel

/// Core Location's visits as a pure state machine: a stay of five minutes within 100 m is told while it lasts, and once
/// more when it is over.
///
/// One stray location ends no stay; two in a row do. A silence of more than 15 minutes hides what happened in it: if the
/// place is another one afterwards, the departure is the last moment that was seen, and the arrival at the new place is
/// not known; if it is the same, the stay went on.
public struct Visits: Sendable {
    /// What must survive a restart.
    public struct State: Sendable, Hashable, Codable {
        var stay: Stay?
        var last: Timestamp?

        /// Whether it can have been written by this type: what is read from a file is anything.
        var isSound: Bool { stay.map { $0.place.isSound && $0.since <= $0.until } != false }
    }

    /// Being at one place, for long enough or not.
    struct Stay: Sendable, Hashable, Codable {
        var place: MeanPosition
        /// The first location there.
        var since: Timestamp
        /// Whether somebody saw the arrival.
        var isArrivalKnown: Bool
        /// The last location there.
        var until: Timestamp
        /// Whether it was told.
        var isTold = false
        /// A location elsewhere, the last one: one alone may be an outlier.
        var stray: Stray?
    }

    struct Stray: Sendable, Hashable, Codable {
        var coordinate: Coordinate
        var timestamp: Timestamp
    }

    /// Metres around the middle of a place that belong to it.
    public static let radius = 100.0
    /// Seconds that make a stay a visit.
    public static let duration = 300.0
    /// Seconds of silence after which nothing is taken for granted.
    public static let maximumGap = 900.0

    /// What to keep for the next run.
    public private(set) var state: State

    /// Nothing is known yet, or an earlier run goes on.
    public init(resuming state: State? = nil) {
        self.state = state ?? State()
    }

    /// The visit that goes on, where there is one.
    public var current: Visit? {
        guard let stay = state.stay, stay.isTold else { return nil }
        return visit(stay, at: stay.until, departure: nil)
    }

    /// Takes the next location that passed the gate; the visit that is to be told, if there is one.
    public mutating func receive(_ location: Location) -> Visit? {
        // Neither here nor there: it could be at either place.
        if let accuracy = location.horizontalAccuracy, accuracy > Self.radius { return nil }
        let silence = state.last.map { location.timestamp.seconds(since: $0) }
        state.last = location.timestamp
        let isFollowed = silence.map { $0 <= Self.maximumGap } ?? false
        guard var stay = state.stay else {
            state.stay = begin(at: location.coordinate, location.timestamp, isArrivalKnown: false)
            return nil
        }
        if location.coordinate.isWithin(Self.radius, of: stay.place.coordinate) {
            stay.stray = nil
            stay.place.add(location.coordinate)
            stay.until = max(stay.until, location.timestamp)
            let isVisit = stay.until.seconds(since: stay.since) >= Self.duration
            let isNews = isVisit && !stay.isTold
            stay.isTold = stay.isTold || isVisit
            state.stay = stay
            return isNews ? visit(stay, at: location.timestamp, departure: nil) : nil
        }
        // After a silence there is no reason to doubt: elsewhere is elsewhere.
        if isFollowed, stay.stray == nil {
            stay.stray = Stray(coordinate: location.coordinate, timestamp: location.timestamp)
            state.stay = stay
            return nil
        }
        var next = begin(at: location.coordinate, location.timestamp, isArrivalKnown: isFollowed)
        if isFollowed, let stray = stay.stray, stray.coordinate.isWithin(Self.radius, of: location.coordinate) {
            next = begin(at: stray.coordinate, stray.timestamp, isArrivalKnown: true)
            next.place.add(location.coordinate)
            next.until = location.timestamp
        }
        state.stay = next
        guard stay.isTold else { return nil }
        return visit(stay, at: location.timestamp, departure: stay.until)
    }

    /// The receiver's time went back: a stay that goes on keeps its length.
    public mutating func timeReset(_ reset: TimeReset) {
        state.last = nil
        guard var stay = state.stay else { return }
        // The times that were told stay as they were told.
        if !stay.isTold {
            stay.since = stay.since.advanced(bySeconds: reset.timestamp.seconds(since: reset.previous))
        }
        stay.until = min(stay.until, reset.timestamp)
        stay.since = min(stay.since, stay.until)
        stay.stray = nil
        state.stay = stay
    }

    private func begin(at place: Coordinate, _ time: Timestamp, isArrivalKnown: Bool) -> Stay {
        Stay(place: MeanPosition(place), since: time, isArrivalKnown: isArrivalKnown, until: time)
    }

    private func visit(_ stay: Stay, at timestamp: Timestamp, departure: Timestamp?) -> Visit {
        Visit(
            timestamp: timestamp, arrivalDate: stay.isArrivalKnown ? stay.since : nil, departureDate: departure,
            coordinate: stay.place.coordinate, horizontalAccuracy: stay.place.spread, since: stay.since)
    }
}
