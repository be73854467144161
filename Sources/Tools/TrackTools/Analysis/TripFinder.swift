internal import LocationModel
internal import LocationServices
internal import Motion
public import Tracks

/// Splits a track into trips.
///
/// A trip ends with a pause, a visit that the recorder reported and that is a stop of it, a stay of five minutes within
/// 100 m that the locations show, five minutes without a location, a time correction, or lost lines. If locations come
/// less often, three of this track's intervals must be without one. Movement of less than 100 m, or that never gets 100
/// m away from its start, does not count as a trip.
public struct TripFinder: Sendable {
    private let holdsPosition: Bool
    private let measuresAltitudes: Bool
    private let interval: TrackInterval
    /// Whether a recorder wrote the present piece.
    private var isRecorded = false
    /// Where the trip began, before the interval too.
    private var origin: Coordinate?
    private var trip: TrackTrip?
    /// Whether the trip got away from its start.
    private var hasLeft = false
    private var last: Location?
    /// How far apart the locations of this track usually are.
    private var spacing = LearnedInterval()
    /// The location before a silence that ended a trip, if it may be the first of a sparse track.
    private var beforeSilence: Location?
    /// Where a stay may have begun.
    private var anchor: Location?
    /// The locations since the last one close to the stay; the next trip begins with them.
    private var leaving: [Location] = []
    private static let maximumLeaving = 4096
    private var stay: Location?

    /// Creates a finder of the trips of an interval, each with its part inside it; see
    /// ``TrackStatistics/init(holdsPosition:measuresAltitudes:in:)``.
    public init(holdsPosition: Bool = true, measuresAltitudes: Bool = true, in interval: TrackInterval = .all) {
        self.interval = interval
        self.holdsPosition = holdsPosition
        self.measuresAltitudes = measuresAltitudes
    }

    /// Adds the next step and returns the trip that it ended, if any.
    public mutating func add(_ step: TrackStep) -> TrackTrip? {
        switch step {
        case .location(let location): return add(location)
        case .broken(.gap(let gap)) where gap.to.seconds(since: gap.from) < longestSilence:
            trip?.statistics.add(step)
            return nil
        // A leap-second correction does not end a trip.
        case .broken(.timeReset(let reset))
        where reset.previous.seconds(since: reset.timestamp) < MotionThresholds.stayDuration:
            trip?.statistics.add(step)
            return nil
        // The recorder restarted on the way; the next location shows whether the time between is short.
        case .broken(.newPiece(isSameReceiver: true)), .broken(.leftOut):
            trip?.statistics.add(step)
            return nil
        case .piece(let isRecorded):
            self.isRecorded = isRecorded
            trip?.statistics.add(step)
            return nil
        case .visit(let visit): return visit.departureDate == nil ? stay(visit) : nil
        // They are written some minutes late: those at the end of a trip come after it.
        case .region, .steps, .untrusted: return nil
        case .broken(.newPiece):
            spacing = LearnedInterval()
            return finish()
        case .broken: return finish()
        }
    }

    /// Ends the trip at a visit, if that is a stop of it. The recorder sees every fix, including those that its filters
    /// reject: it may know of a stay before the track shows it. What goes on within a place has not stopped there.
    private mutating func stay(_ visit: Visit) -> TrackTrip? {
        guard let trip, let last,
            trip.statistics.isStopped
                || visit.timestamp.seconds(since: last.timestamp) >= MotionThresholds.longestDeparture
        else { return nil }
        let ended = finish()
        anchor = last
        stay = last
        self.last = last
        return ended
    }

    /// Seconds without a location that end a trip.
    private var longestSilence: Double {
        let usual = 3 * (spacing.median(ofAtLeast: 1) ?? 0)
        return max(MotionThresholds.stayDuration, min(usual, MotionThresholds.longestTripSilence))
    }

    /// Returns the trip under way, if any. No step may follow.
    public mutating func finish() -> TrackTrip? {
        defer {
            trip = nil
            last = nil
            anchor = nil
            leaving.removeAll()
            stay = nil
            origin = nil
            hasLeft = false
            beforeSilence = nil
        }
        guard var done = trip, hasLeft else { return nil }
        done.finish(in: interval)
        if interval != .all { return done.statistics.distance > 0 && done.from < done.to ? done : nil }
        return done.statistics.distance >= MotionThresholds.stayRadius ? done : nil
    }

    private mutating func add(_ location: Location) -> TrackTrip? {
        var ended: TrackTrip?
        if let last {
            let silence = location.timestamp.seconds(since: last.timestamp)
            if let first = beforeSilence, trip?.from == last.timestamp, trip?.to == last.timestamp,
                last.timestamp.seconds(since: first.timestamp) <= 3 * silence
            {
                // The silence was an interval of this track.
                _ = finish()
                _ = place(first)
                ended = place(last)
            }
            beforeSilence = nil
            if abs(silence) >= longestSilence {
                ended = finish() ?? ended
                if silence < MotionThresholds.longestTripSilence { beforeSilence = last }
            }
            spacing.learn(silence)
        }
        return place(location) ?? ended
    }

    private mutating func place(_ location: Location) -> TrackTrip? {
        var ended: TrackTrip?
        if let anchor, location.coordinate.isWithin(MotionThresholds.stayRadius, of: anchor.coordinate) {
            if location.timestamp.seconds(since: anchor.timestamp) >= MotionThresholds.stayDuration, trip != nil {
                ended = finish() ?? ended
                // The next trip must get away from here, not from where this one slowed down.
                self.anchor = location
                stay = location
                last = location
                return ended
            }
        } else {
            anchor = location
        }
        defer { last = location }
        let isStaying = trip == nil && anchor.map { $0 != location } ?? false
        guard !isStaying else {
            keepStay(location)
            if leaving.count < Self.maximumLeaving { leaving.append(location) }
            return ended
        }
        for location in leaving { extend(to: location) }
        leaving.removeAll()
        stay = nil
        extend(to: location)
        return ended
    }

    /// A location close to the stay is not a departure, nor is one that has taken more than a minute.
    private mutating func keepStay(_ location: Location) {
        let isClose =
            stay.map { location.coordinate.isWithin(MotionThresholds.driftRadius, of: $0.coordinate) } ?? false
        let since = leaving.first.map { location.timestamp.seconds(since: $0.timestamp) } ?? 0
        guard stay == nil || isClose || since > MotionThresholds.longestDeparture else { return }
        leaving.removeAll()
        if !isClose { stay = location }
    }

    private mutating func extend(to location: Location) {
        if trip == nil {
            origin = location.coordinate
            trip = TrackTrip(
                from: location.timestamp, to: location.timestamp, start: location.coordinate, end: location.coordinate,
                statistics: TrackStatistics(
                    holdsPosition: holdsPosition, measuresAltitudes: measuresAltitudes, in: interval))
            trip?.statistics.add(.piece(isRecorded: isRecorded))
        }
        // In place: a trip is large.
        trip?.extend(to: location)
        if let from = interval.from, location.timestamp <= from { trip?.start = location.coordinate }
        if !hasLeft, let origin {
            hasLeft = !location.coordinate.isNearer(than: MotionThresholds.stayRadius, to: origin)
        }
    }
}
