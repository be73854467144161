internal import LocationModel
internal import LocationServices
internal import Motion

/// Parts a track into trips.
///
/// A trip ends with a pause, with a visit that the recorder told or a stay of five minutes within 100 m that the locations
/// tell, with five minutes without a location, with a corrected time and with lost lines. What moves less than 100 m, or
/// never gets so far away from where it began, is no trip.
public struct TripFinder: Sendable {
    private let holdsPosition: Bool
    private var trip: TrackTrip?
    private var reach = 0.0
    private var last: Location?
    /// Where a stay may have begun.
    private var anchor: Location?
    /// What came since the place of a stay was last close: with it the next trip begins.
    private var leaving: [Location] = []
    private static let maximumLeaving = 4096
    private var stay: Location?
    /// The trip up to the anchor, should the stay become one.
    private var atAnchor: TrackTrip?

    /// A finder; see ``TrackStatistics/init(holdsPosition:)``.
    public init(holdsPosition: Bool = true) {
        self.holdsPosition = holdsPosition
    }

    /// Takes the next step; the trip that it ended, if it ended one.
    public mutating func add(_ step: TrackStep) -> TrackTrip? {
        switch step {
        case .location(let location): return add(location)
        case .broken(.gap(let gap)) where gap.to.seconds(since: gap.from) < MotionThresholds.stayDuration:
            trip?.statistics.add(step)
            return nil
        // A correction by a leap second is no end of a trip.
        case .broken(.timeReset(let reset))
        where reset.previous.seconds(since: reset.timestamp) < MotionThresholds.stayDuration:
            trip?.statistics.add(step)
            return nil
        // The recorder was started again on the way; whether the time between is short the next location tells.
        case .broken(.newPiece(isSameReceiver: true)), .broken(.leftOut):
            trip?.statistics.add(step)
            return nil
        case .visit(let visit): return visit.departureDate == nil ? stay(visit) : nil
        case .region: return nil
        case .broken: return finish()
        }
    }

    /// The recorder sees every fix, also those that its filters hold back: it may know of a stay before the track shows it.
    private mutating func stay(_ visit: Visit) -> TrackTrip? {
        guard trip != nil, let last else { return nil }
        if let atAnchor, let anchor, anchor.coordinate.distance(to: visit.coordinate) <= MotionThresholds.stayRadius {
            trip = atAnchor
        }
        let ended = finish()
        anchor = last
        stay = last
        self.last = last
        return ended
    }

    /// Nothing follows: the trip that was under way.
    public mutating func finish() -> TrackTrip? {
        defer {
            trip = nil
            last = nil
            anchor = nil
            atAnchor = nil
            leaving.removeAll()
            stay = nil
            reach = 0
        }
        guard var done = trip, reach >= MotionThresholds.stayRadius else { return nil }
        done.statistics.finish()
        return done.statistics.distance >= MotionThresholds.stayRadius ? done : nil
    }

    private mutating func add(_ location: Location) -> TrackTrip? {
        var ended: TrackTrip?
        if let last, abs(location.timestamp.seconds(since: last.timestamp)) >= MotionThresholds.stayDuration {
            ended = finish()
        }
        if let anchor, location.distance(to: anchor) <= MotionThresholds.stayRadius {
            if location.timestamp.seconds(since: anchor.timestamp) >= MotionThresholds.stayDuration, trip != nil {
                // The trip ended where the stay began.
                if let atAnchor { trip = atAnchor }
                ended = finish() ?? ended
                // From here, not from where it slowed down, it has to get away.
                self.anchor = location
                stay = location
                last = location
                return ended
            }
        } else {
            anchor = location
            atAnchor = nil
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

    /// Whoever is close to the place of the stay, or has been about it for a minute, is not leaving.
    private mutating func keepStay(_ location: Location) {
        let isClose = stay.map { location.distance(to: $0) <= MotionThresholds.driftRadius } ?? false
        let since = leaving.first.map { location.timestamp.seconds(since: $0.timestamp) } ?? 0
        guard stay == nil || isClose || since > MotionThresholds.longestDeparture else { return }
        leaving.removeAll()
        if !isClose { stay = location }
    }

    private mutating func extend(to location: Location) {
        var current =
            trip
            ?? TrackTrip(
                from: location.timestamp, to: location.timestamp, start: location.coordinate, end: location.coordinate,
                statistics: TrackStatistics(holdsPosition: holdsPosition))
        // Its own copy must go, or the lists in it are copied with every location.
        trip = nil
        current.to = location.timestamp
        current.end = location.coordinate
        current.statistics.add(.location(location))
        reach = max(reach, location.coordinate.distance(to: current.start))
        if anchor == location { atAnchor = current }
        trip = current
    }
}
