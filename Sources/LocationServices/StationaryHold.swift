public import LocationModel

/// Tells drift around a place where nothing moves from motion, so that the star around a parked vehicle is no distance.
///
/// It holds from the first location on, until motion is proven: by a speed that lasts, or by leaving the surroundings
/// of the place. It holds again when the reported speed stays near zero, or, without a speed, when the position stays.
public struct StationaryHold: Sendable {
    /// Metres around the held place that count as drift, where the accuracy is no worse: a parked antenna drifts
    /// 20 m in a minute.
    static let radius = 25.0
    /// A reported speed in m/s that proves motion when it lasts.
    static let movingSpeed = 1.0
    /// Seconds that a speed must last before it proves motion.
    static let movingDuration = 3.0
    /// A reported speed in m/s that proves standing when it lasts.
    static let standingSpeed = 0.5
    /// Seconds that standing must last before the position is held.
    static let standingDuration = 10.0

    private enum State {
        case unknown
        case holding(Coordinate, fastSince: Timestamp?)
        case moving(standingSince: (place: Coordinate, time: Timestamp)?)
    }

    private var state = State.unknown

    /// Nothing is known yet; `place` is where an earlier run last was.
    public init(resumingAt place: Coordinate? = nil) {
        if let place { state = .holding(place, fastSince: nil) }
    }

    /// Whether the location is drift: nothing moved. The first location never is.
    public mutating func isDrift(_ location: Location) -> Bool {
        switch state {
        case .unknown:
            state = .holding(location.coordinate, fastSince: nil)
            return false
        case .holding(let place, let fastSince):
            let reach = max(Self.radius, location.horizontalAccuracy ?? 0)
            if location.coordinate.distance(to: place) > reach {
                state = .moving(standingSince: nil)
                return false
            }
            guard let speed = location.speed, speed >= Self.movingSpeed else {
                if fastSince != nil { state = .holding(place, fastSince: nil) }
                return true
            }
            let since = fastSince ?? location.timestamp
            if location.timestamp.seconds(since: since) >= Self.movingDuration {
                state = .moving(standingSince: nil)
                return false
            }
            state = .holding(place, fastSince: since)
            return true
        case .moving(let standing):
            guard stands(location, since: standing?.place) else {
                state = .moving(standingSince: nil)
                return false
            }
            let start = standing ?? (location.coordinate, location.timestamp)
            if location.timestamp.seconds(since: start.time) >= Self.standingDuration {
                state = .holding(location.coordinate, fastSince: nil)
            } else {
                state = .moving(standingSince: start)
            }
            return false
        }
    }

    /// The receiver's time went back: what lasted since an earlier time begins anew.
    public mutating func timeReset() {
        switch state {
        case .unknown: break
        case .holding(let place, _): state = .holding(place, fastSince: nil)
        case .moving: state = .moving(standingSince: nil)
        }
    }

    private func stands(_ location: Location, since place: Coordinate?) -> Bool {
        if let speed = location.speed { return speed < Self.standingSpeed }
        guard let place else { return true }
        return location.coordinate.distance(to: place) < Self.radius / 2
    }
}
