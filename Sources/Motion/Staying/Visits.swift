public import LocationModel

/// Core Location's visits as a pure state machine: a stay of five minutes within 100 m is told while it lasts, and once
/// more when it is over.
///
/// As long as it is not told, a stay is measured from its first location, as Li (2008) does: a mean would follow whoever
/// strolls. One stray location ends no stay; two in a row do. A silence of more than 15 minutes hides what happened in it: if
/// the place is another one than where it was last, the departure is the last moment that was seen, and the arrival at the
/// new place is not known; if it is the same, the stay went on.
public struct Visits: Sendable {
    /// What must survive a restart.
    public struct State: Sendable, Hashable, Codable {
        var stay: Stay?
        var last: Timestamp?
        /// Locations on the way, as long as the stay is not told: whoever strolls never stays within the radius of one of
        /// them.
        var trail: [Mark] = []

        /// Nothing is known yet.
        package init() {}

        /// Whether it can have been written by this type: what is read from a file is anything.
        package var isValid: Bool {
            guard let stay else { return true }
            return stay.place.isValid && stay.since <= stay.until && stay.last.isValid && stay.anchor.isValid
                && trail.count < 100 && trail.allSatisfy(\.coordinate.isValid)
        }
    }

    /// Being at one place, for long enough or not.
    struct Stay: Sendable, Hashable, Codable {
        var place: MeanPosition
        /// Where the first location was.
        var anchor: Coordinate
        /// The first location there.
        var since: Timestamp
        /// Whether somebody saw the arrival.
        var isArrivalKnown: Bool
        /// The last location there.
        var until: Timestamp
        /// Where that was.
        var last: Coordinate
        /// Whether it was told.
        var isDelivered = false
        /// A location elsewhere, the last one, and since when there are such: one alone may be an outlier.
        var stray: Mark?
        /// See ``stray``.
        var strayingSince: Timestamp?

        /// Beginning with one location.
        init(at mark: Mark, isArrivalKnown: Bool) {
            place = MeanPosition(mark.coordinate)
            (since, until) = (mark.timestamp, mark.timestamp)
            (anchor, last) = (mark.coordinate, mark.coordinate)
            self.isArrivalKnown = isArrivalKnown
        }

        /// Whether a location is at the place: of a stay that is told yet or not.
        func contains(_ coordinate: Coordinate) -> Bool {
            coordinate.isWithin(MotionThresholds.stayRadius, of: isDelivered ? place.coordinate : anchor)
        }

        mutating func add(_ mark: Mark) {
            (stray, strayingSince) = (nil, nil)
            place.add(mark.coordinate)
            until = max(until, mark.timestamp)
            last = mark.coordinate
        }
    }

    /// A location that was somewhere.
    struct Mark: Sendable, Hashable, Codable {
        var coordinate: Coordinate
        var timestamp: Timestamp
    }

    /// What to keep for the next run.
    public private(set) var state: State

    /// Nothing is known yet, or an earlier run goes on.
    public init(resuming state: State? = nil) {
        self.state = state ?? State()
    }

    /// The visit that goes on, where there is one.
    public var current: Visit? {
        guard let stay = state.stay, stay.isDelivered else { return nil }
        return visit(stay, at: stay.until, departure: nil)
    }

    /// Takes the next location that passed the gate; the visit that is to be told, if there is one.
    public mutating func receive(_ location: Location) -> Visit? {
        // Neither here nor there: it could be at either place.
        if let accuracy = location.horizontalAccuracy, accuracy > MotionThresholds.stayRadius { return nil }
        let silence = state.last.map { location.timestamp.seconds(since: $0) }
        state.last = location.timestamp
        let isFollowed = silence.map { $0 <= MotionThresholds.longestSilence } ?? false
        let mark = Mark(coordinate: location.coordinate, timestamp: location.timestamp)
        guard let stay = state.stay else {
            begin(Stay(at: mark, isArrivalKnown: false))
            return nil
        }
        let isWhereItWas = !isFollowed && mark.coordinate.isWithin(MotionThresholds.stayRadius, of: stay.last)
        guard isWhereItWas || stay.contains(mark.coordinate) else { return leave(stay, for: mark) }
        if isWhereItWas, !stay.isDelivered, stay.strayingSince == nil, !stay.contains(mark.coordinate) {
            // There it stayed, wherever it had come from.
            begin(Stay(at: Mark(coordinate: stay.last, timestamp: stay.until), isArrivalKnown: true))
        }
        return add(mark)
    }

    private mutating func begin(_ stay: Stay) {
        state.trail.removeAll(keepingCapacity: true)
        state.trail.append(Mark(coordinate: stay.anchor, timestamp: stay.since))
        state.stay = stay
    }

    private mutating func add(_ mark: Mark) -> Visit? {
        state.stay?.add(mark)
        guard let stay = state.stay, !stay.isDelivered else { return nil }
        guard stay.until.seconds(since: stay.since) < MotionThresholds.stayDuration else {
            state.stay?.isDelivered = true
            state.trail = []
            return visit(stay, at: mark.timestamp, departure: nil)
        }
        if let newest = state.trail.last,
            mark.timestamp.seconds(since: newest.timestamp) >= MotionThresholds.strollInterval
        {
            state.trail.append(mark)
        }
        return nil
    }

    /// Goes on with the latest part of a stay that lies around a location; false where none does.
    private mutating func shorten(to mark: Mark) -> Bool {
        let radius = MotionThresholds.stayRadius
        let trail = state.trail
        guard let first = trail.firstIndex(where: { $0.coordinate.isWithin(radius, of: mark.coordinate) }),
            trail[first...].allSatisfy({ $0.coordinate.isWithin(radius, of: trail[first].coordinate) })
        else { return false }
        begin(Stay(at: trail[first], isArrivalKnown: true))
        for mark in trail[first...].dropFirst() { _ = add(mark) }
        _ = add(mark)
        return true
    }

    private mutating func leave(_ stay: Stay, for mark: Mark) -> Visit? {
        let since = stay.strayingSince ?? mark.timestamp
        let isSilent = since.seconds(since: stay.until) > MotionThresholds.longestSilence
        // One location elsewhere proves nothing. After a silence a receiver may first have to find out where it is; but it is not
        // off by kilometres.
        let isFar = !mark.coordinate.isWithin(
            MotionThresholds.settlingError + MotionThresholds.stayRadius, of: stay.last)
        let isSettled = isFar || mark.timestamp.seconds(since: since) >= MotionThresholds.settlingTime
        guard isSilent ? isSettled : stay.stray != nil else {
            state.stay?.stray = mark
            state.stay?.strayingSince = since
            return nil
        }
        let stray = stay.stray ?? mark
        if !stay.isDelivered, !isSilent, shorten(to: mark) { return nil }
        if stray.coordinate.isWithin(MotionThresholds.stayRadius, of: mark.coordinate) {
            var next = Stay(at: stray, isArrivalKnown: !isSilent)
            if stray != mark { next.add(mark) }
            begin(next)
        } else {
            begin(Stay(at: mark, isArrivalKnown: !isSilent))
        }
        guard stay.isDelivered else { return nil }
        return visit(stay, at: mark.timestamp, departure: stay.until)
    }

    /// The receiver's time went back: a stay that goes on keeps its length.
    public mutating func timeReset(_ reset: TimeReset) {
        state.last = nil
        guard var stay = state.stay else { return }
        // The times that were told stay as they were told.
        if !stay.isDelivered {
            stay.since = stay.since.advanced(bySeconds: reset.timestamp.seconds(since: reset.previous))
        }
        stay.until = min(stay.until, reset.timestamp)
        stay.since = min(stay.since, stay.until)
        (stay.stray, stay.strayingSince) = (nil, nil)
        state.stay = stay
        state.trail = stay.isDelivered ? [] : [Mark(coordinate: stay.anchor, timestamp: stay.since)]
    }

    private func visit(_ stay: Stay, at timestamp: Timestamp, departure: Timestamp?) -> Visit {
        Visit(
            timestamp: timestamp, arrivalDate: stay.isArrivalKnown ? stay.since : nil, departureDate: departure,
            coordinate: stay.place.coordinate, horizontalAccuracy: stay.place.spread, since: stay.since)
    }
}
