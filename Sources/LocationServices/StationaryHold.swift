public import LocationModel

/// Tells drift around a place where nothing moves from motion, so that the star around a parked vehicle is no distance.
///
/// It holds from the first location on, until motion is proven: by a speed that lasts, or by leaving the surroundings
/// of the place, twice in a row or with a speed, so that an outlier proves nothing. It holds again when the reported speed stays near zero, or, without a speed, when the position stays.
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

    /// What must survive a restart.
    enum State: Sendable, Hashable, Codable {
        case unknown
        case holding(Coordinate, fastSince: Timestamp?, isLeaving: Bool)
        case moving(standingSince: Standing?)
    }

    /// Having stood, at a place, since a time.
    struct Standing: Sendable, Hashable, Codable {
        var place: Coordinate
        var time: Timestamp
    }

    /// What to keep for the next run.
    private(set) var state = State.unknown

    /// Nothing is known yet; `place` is where an earlier run last was.
    public init(resumingAt place: Coordinate? = nil) {
        if let place { state = .holding(place, fastSince: nil, isLeaving: false) }
    }

    /// Goes on where an earlier run ended.
    init(resuming state: State) {
        self.state = state
    }

    /// The place that is held; `nil` where something moves, or nothing is known.
    var heldPlace: Coordinate? {
        if case .holding(let place, _, _) = state { place } else { nil }
    }

    /// Whether the location is drift: nothing moved. The first location never is.
    public mutating func isDrift(_ location: Location) -> Bool {
        switch state {
        case .unknown:
            state = .holding(location.coordinate, fastSince: nil, isLeaving: false)
            return false
        case .holding(let place, let fastSince, let wasLeaving):
            let reach = max(Self.radius, location.horizontalAccuracy ?? 0)
            let isFast = (location.speed ?? 0) >= Self.movingSpeed
            let isLeaving = !location.coordinate.isWithin(reach, of: place)
            if isLeaving, wasLeaving || isFast {
                state = .moving(standingSince: nil)
                return false
            }
            guard isFast else {
                state = .holding(place, fastSince: nil, isLeaving: isLeaving)
                return true
            }
            let since = fastSince ?? location.timestamp
            if location.timestamp.seconds(since: since) >= Self.movingDuration {
                state = .moving(standingSince: nil)
                return false
            }
            state = .holding(place, fastSince: since, isLeaving: false)
            return true
        case .moving(let standing):
            guard stands(location, since: standing?.place) else {
                state = .moving(standingSince: nil)
                return false
            }
            let start = standing ?? Standing(place: location.coordinate, time: location.timestamp)
            if location.timestamp.seconds(since: start.time) >= Self.standingDuration {
                state = .holding(location.coordinate, fastSince: nil, isLeaving: false)
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
        case .holding(let place, _, let isLeaving):
            state = .holding(place, fastSince: nil, isLeaving: isLeaving)
        case .moving: state = .moving(standingSince: nil)
        }
    }

    private func stands(_ location: Location, since place: Coordinate?) -> Bool {
        if let speed = location.speed { return speed < Self.standingSpeed }
        guard let place else { return true }
        return location.coordinate.isNearer(than: Self.radius / 2, to: place)
    }
}
