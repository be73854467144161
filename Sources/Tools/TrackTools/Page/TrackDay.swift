internal import Cartography
package import LocationModel
internal import Phrasing
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

    /// Where the receiver said it was while that was not trusted, and why it was not.
    package struct Untrusted: Sendable {
        package var from: Timestamp
        package var text: String
        package var places: [Coordinate] = []
    }

    /// The maximum number of pauses and trips that are kept, and of places that are not trusted.
    private static let most = 5000
    private static let mostUntrusted = 500

    package private(set) var picture: TrackPicture
    package private(set) var trips: [TrackTrip] = []
    package private(set) var pauses: [Break] = []
    package private(set) var untrusted: [Untrusted] = []
    private let interval: TrackInterval
    private var finder: TripFinder
    private var last: Coordinate?

    /// - Parameters:
    ///   - holdsPosition: See ``TrackStatistics/init(holdsPosition:measuresAltitudes:)``.
    ///   - budget: Points of the line that are kept at most.
    ///   - hasProfile: Whether to compute climbs, and speed and altitude along the way.
    ///   - interval: The days; what is read around them shows what happened at their ends.
    package init(
        holdsPosition: Bool = true, budget: Int = 120_000, hasProfile: Bool = true, in interval: TrackInterval = .all
    ) {
        self.interval = interval
        picture = TrackPicture(
            holdsPosition: holdsPosition, budget: budget, hasProfile: hasProfile, in: interval)
        finder = TripFinder(measuresAltitudes: false, in: interval)
    }

    /// Takes the next record.
    package mutating func add(_ record: TrackRecord) {
        guard case .event(let event) = record else { return }
        switch event {
        case .location(let location) where location.integrity == .notTrusted: add(notTrusted: location)
        case .location(let location): last = location.coordinate
        case .integrity(let change) where change.state == .notTrusted:
            guard untrusted.count < Self.mostUntrusted, interval.contains(change.timestamp) else { return }
            untrusted.append(
                Untrusted(from: change.timestamp, text: IntegrityWords.sentence(change.state, change.reasons)))
        case .pause(let pause):
            guard pauses.count < Self.most, interval.contains(pause.timestamp) else { return }
            pauses.append(Break(pause: pause, coordinate: pause.coordinate ?? last))
        case .resume(let resume):
            if let open = pauses.indices.last, pauses[open].end == nil { pauses[open].end = resume.timestamp }
        default: break
        }
    }

    private mutating func add(notTrusted location: Location) {
        guard interval.contains(location.timestamp) else { return }
        // It may have begun the day before.
        if untrusted.isEmpty { untrusted = [Untrusted(from: location.timestamp, text: "Position NOT TRUSTED")] }
        let last = untrusted.count - 1
        untrusted[last].places.append(location.coordinate)
        guard untrusted[last].places.count > Self.mostUntrusted else { return }
        // Half of them show the way as well.
        untrusted[last].places = stride(from: 0, to: Self.mostUntrusted, by: 2).map { untrusted[last].places[$0] }
    }

    /// Takes the next step.
    package mutating func add(_ step: TrackStep) {
        picture.add(step)
        if let trip = finder.add(step), trips.count < Self.most { trips.append(trip) }
    }

    /// Nothing follows.
    package mutating func finish() {
        picture.finish()
        if let trip = finder.finish() { trips.append(trip) }
    }
}
