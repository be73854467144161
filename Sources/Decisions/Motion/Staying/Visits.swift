internal import Glibc
public import LocationModel

/// Core Location's visits as a pure state machine: a stay of five minutes within 100 m is reported while it lasts, and
/// again when it is over.
///
/// Until it is reported, a stay is measured from its first location, as in Li (2008): a mean would follow a person who
/// strolls. One stray location does not end a stay; two in a row do. A reported stay ends 200 m away, or after five
/// minutes elsewhere: a position that errs for minutes indoors, and a way round the house, are parts of it. A silence
/// of more than 15 minutes hides what happened in it: if the place differs from the last one, the departure is the last
/// observed moment, and the arrival at the new place is unknown; if it is the same, the stay continued.
public struct Visits: Sendable {
    /// The state kept across restarts.
    public struct State: Sendable, Hashable, Codable {
        var stay: Stay?
        var last: Timestamp?
        /// Locations on the way, until the stay is reported: a person who strolls never stays within the radius of one
        /// of them. Then those elsewhere, from which the next stay begins if it does not go on.
        var trail: [Mark] = []

        /// Starts without knowledge.
        package init() {}

        /// Whether this type can have written it: a file may contain anything.
        package var isValid: Bool {
            guard let stay else { return true }
            return stay.place.isValid && stay.since <= stay.until && stay.last.isValid && stay.anchor.isValid
                && trail.count < 100 && trail.allSatisfy(\.coordinate.isValid)
        }
    }

    /// Presence at one place, whether long enough for a visit or not.
    struct Stay: Sendable, Hashable, Codable {
        var place: MeanPosition
        /// The position of the first location.
        var anchor: Coordinate
        /// The time of the first location.
        var since: Timestamp
        /// Whether the arrival was observed.
        var isArrivalKnown: Bool
        /// The time of the last location.
        var until: Timestamp
        /// The position of the last location.
        var last: Coordinate
        /// Whether it was reported.
        var isDelivered = false
        /// The last location elsewhere: a single one may be an outlier.
        var stray: Mark?
        /// The time of the first location elsewhere; see ``stray``.
        var strayingSince: Timestamp?

        /// A stay that begins with one location.
        init(at mark: Mark, isArrivalKnown: Bool) {
            place = MeanPosition(mark.coordinate)
            (since, until) = (mark.timestamp, mark.timestamp)
            (anchor, last) = (mark.coordinate, mark.coordinate)
            self.isArrivalKnown = isArrivalKnown
        }

        /// Whether a location is at the place of the stay, reported or not.
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

    /// A position with its time.
    struct Mark: Sendable, Hashable, Codable {
        var coordinate: Coordinate
        var timestamp: Timestamp
    }

    /// The state to save for the next run.
    public private(set) var state: State

    /// Starts without knowledge, or continues an earlier run.
    public init(resuming state: State? = nil) {
        self.state = state ?? State()
    }

    /// The current visit, if there is one.
    public var current: Visit? {
        guard let stay = state.stay, stay.isDelivered else { return nil }
        return visit(stay, at: stay.until, departure: nil)
    }

    /// Takes the next location that passed the gate. Returns the visit to report, if any.
    public mutating func receive(_ location: Location) -> Visit? {
        // Too inaccurate: it could be at either place.
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
            // It stayed there, wherever it had come from.
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
        guard let stay = state.stay, !stay.isDelivered else {
            state.trail = []
            return nil
        }
        guard stay.until.seconds(since: stay.since) < MotionThresholds.stayDuration else {
            state.stay?.isDelivered = true
            state.trail = []
            return visit(stay, at: mark.timestamp, departure: nil)
        }
        remember(mark)
        return nil
    }

    private mutating func remember(_ mark: Mark) {
        if let newest = state.trail.last,
            mark.timestamp.seconds(since: newest.timestamp) < MotionThresholds.strollInterval
        {
            return
        }
        state.trail.append(mark)
    }

    /// Continues with the latest part of a stay around a location; false if there is no such part.
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

    /// Takes a location after a stay, too soon to report another.
    private mutating func follow(_ mark: Mark) {
        guard let stay = state.stay else { return }
        guard stay.contains(mark.coordinate) else { return _ = leave(stay, for: mark) }
        state.stay?.add(mark)
        remember(mark)
    }

    private mutating func leave(_ stay: Stay, for mark: Mark) -> Visit? {
        let since = stay.strayingSince ?? mark.timestamp
        let isSilent = since.seconds(since: stay.until) > MotionThresholds.longestSilence
        // One location elsewhere proves nothing. After a silence, a receiver may have to settle first, but it is not
        // off by kilometres.
        let isFar = !mark.coordinate.isWithin(
            MotionThresholds.settlingError + MotionThresholds.stayRadius, of: stay.last)
        let isSettled = isFar || mark.timestamp.seconds(since: since) >= MotionThresholds.settlingTime
        let isAway =
            !stay.isDelivered || mark.timestamp.seconds(since: since) >= MotionThresholds.stayDuration
            || !mark.coordinate.isWithin(MotionThresholds.departureRadius, of: stay.place.coordinate)
        guard isSilent ? isSettled : stay.stray != nil && isAway else {
            state.stay?.stray = mark
            state.stay?.strayingSince = since
            if stay.isDelivered { remember(mark) }
            return nil
        }
        let stray = stay.stray ?? mark
        if !stay.isDelivered, !isSilent, shorten(to: mark) { return nil }
        let trail = state.trail
        if stay.isDelivered, !isSilent, let first = trail.first {
            begin(Stay(at: first, isArrivalKnown: true))
            for mark in trail.dropFirst() { follow(mark) }
            follow(mark)
        } else if stray.coordinate.isWithin(MotionThresholds.stayRadius, of: mark.coordinate) {
            var next = Stay(at: stray, isArrivalKnown: !isSilent)
            if stray != mark { next.add(mark) }
            begin(next)
        } else {
            begin(Stay(at: mark, isArrivalKnown: !isSilent))
        }
        guard stay.isDelivered else { return nil }
        return visit(stay, at: mark.timestamp, departure: stay.until)
    }

    /// The receiver's time went back: a stay that continues keeps its length.
    public mutating func timeReset(_ reset: TimeReset) {
        state.last = nil
        guard var stay = state.stay else { return }
        let length = stay.until.seconds(since: stay.since)
        stay.until = min(stay.until, reset.timestamp)
        // Reported times do not change.
        stay.since = stay.isDelivered ? min(stay.since, stay.until) : stay.until.advanced(bySeconds: -length)
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

extension Visits.State {
    /// Learns of a visit that was reported after this state was saved: it is not reported again.
    package mutating func catchUp(with visit: Visit) {
        if visit.departureDate != nil {
            // One that began since then goes on.
            if let stay, stay.since <= visit.since ?? visit.timestamp { self.stay = nil }
        } else if stay?.since == visit.since {
            stay?.isDelivered = true
            trail = []
        } else {
            let arrival = Visits.Mark(coordinate: visit.coordinate, timestamp: visit.since ?? visit.timestamp)
            var stay = Visits.Stay(at: arrival, isArrivalKnown: visit.arrivalDate != nil)
            (stay.until, stay.isDelivered) = (visit.timestamp, true)
            self.stay = stay
            trail = []
        }
        last = visit.timestamp
    }
}

/// The mean of positions near each other, right across the antimeridian too.
struct MeanPosition: Sendable, Hashable, Codable {
    private let origin: Coordinate
    private var north = 0.0
    private var east = 0.0
    private var squares = 0.0
    private var count = 1.0

    init(_ position: Coordinate) {
        origin = position
    }

    /// The mean.
    var coordinate: Coordinate {
        Coordinate(
            latitude: origin.latitude + north / count, longitude: wrappedLongitude(origin.longitude + east / count))
    }

    /// The radius in metres around the mean that holds 68 % of the positions, where they scatter alike in all
    /// directions. `nil` for one position.
    var spread: Double? {
        guard count > 1 else { return nil }
        // The mean square distance from a mean is twice the variance of one axis.
        return max((squares / count / 2).squareRoot() * AccuracyModel.radiusPerDeviation, 0.1)
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool { count >= 1 && squares >= 0 && coordinate.isValid }

    mutating func add(_ position: Coordinate) {
        squares += squaredDistance(from: coordinate, to: position) * count / (count + 1)
        north += position.latitude - origin.latitude
        east += wrappedLongitude(position.longitude - origin.longitude)
        count += 1
    }

    /// Square metres. Within 100 m the ellipsoid is flat to a millionth, and this is asked for with every location of a
    /// stay: the geodesic is for the surroundings of the poles alone.
    private func squaredDistance(from mean: Coordinate, to position: Coordinate) -> Double {
        guard abs(mean.latitude) <= 85 else {
            let distance = mean.distance(to: position)
            return distance * distance
        }
        let radians = Double.pi / 180
        let sine = sin(mean.latitude * radians)
        let (meridian, primeVertical) = WGS84.radii(atSineOfLatitude: sine)
        let north = (position.latitude - mean.latitude) * radians * meridian
        let east =
            wrappedLongitude(position.longitude - mean.longitude) * radians * primeVertical
            * (1 - sine * sine).squareRoot()
        return north * north + east * east
    }
}
