package import LocationModel
package import Tracks

/// What the page shows of some days, collected while reading, in memory that does not grow with the track.
package struct TrackDay: Sendable {
    /// A pause that the recorder made, until it went on.
    package struct Break: Sendable, Hashable {
        package var pause: Pause
        /// When recording continued; `nil` if the track does not contain that.
        package var end: Timestamp?
        /// Where, if that is known.
        package var coordinate: Coordinate?
    }

    /// The maximum number of pauses and trips that are kept.
    private static let most = 5000

    package private(set) var picture: TrackPicture
    package private(set) var trips: [TrackTrip] = []
    package private(set) var pauses: [Break] = []
    private let interval: TrackInterval
    private var finder: TripFinder?
    private var last: Coordinate?

    /// - Parameters:
    ///   - holdsPosition: See ``TrackStatistics/init(holdsPosition:measuresAltitudes:in:)``.
    ///   - budget: Points of the line that are kept at most.
    ///   - hasProfile: Whether to compute climbs, and speed and altitude along the way.
    ///   - hasTrips: Whether to find ``trips``, which takes a third of the time more.
    ///   - interval: The days; what is read around them shows what happened at their ends.
    package init(
        holdsPosition: Bool = true, budget: Int = 120_000, hasProfile: Bool = true, hasTrips: Bool = true,
        in interval: TrackInterval = .all
    ) {
        self.interval = interval
        picture = TrackPicture(
            holdsPosition: holdsPosition, budget: budget, hasProfile: hasProfile, in: interval)
        finder = hasTrips ? TripFinder(measuresAltitudes: false, in: interval) : nil
    }

    package mutating func add(_ record: TrackRecord) {
        guard case .event(let event) = record else { return }
        switch event {
        case .location(let location) where location.integrity != .notTrusted: last = location.coordinate
        case .pause(let pause):
            guard pauses.count < Self.most, interval.contains(pause.timestamp) else { return }
            pauses.append(Break(pause: pause, coordinate: pause.coordinate ?? last))
        case .resume(let resume):
            if let open = pauses.indices.last, pauses[open].end == nil { pauses[open].end = resume.timestamp }
        default: break
        }
    }

    package mutating func add(_ step: TrackStep) {
        picture.add(step)
        if let trip = finder?.add(step), trips.count < Self.most { trips.append(trip) }
    }

    package mutating func finish() {
        picture.finish()
        if let trip = finder?.finish() { trips.append(trip) }
    }
}
