public import LocationModel

/// Decides when nothing moves any more, and when it does again.
///
/// Pauses when all positions of `duration` lie within `radius` of their mean; resumes when the position leaves the
/// mean by `resumeDistance`, or by a speed that lasts and really leads away. The figures were chosen on recordings of
/// parked antennas, which drift 20 m in a minute and 50 m in a quarter of an hour.
public struct AutoPause: Sendable {
    /// When to pause and when to resume.
    public struct Thresholds: Sendable, Hashable {
        /// Metres around the mean position.
        public var radius: Double
        /// Seconds that everything must stay within the radius.
        public var duration: Double
        /// Metres from the held place that end a pause.
        public var resumeDistance: Double

        /// The thresholds for an activity.
        public init(activityType: ActivityType) {
            (radius, duration, resumeDistance) =
                switch activityType {
                case .other: (25, 300, 50)
                // A long red light is no stop.
                case .automotiveNavigation: (25, 300, 50)
                // A rest on a bench is one; a lap of a track is not.
                case .fitness: (25, 180, 50)
                // An anchored boat swings on its chain.
                case .otherNavigation: (50, 600, 100)
                case .airborne: (100, 900, 250)
                }
        }
    }

    /// What a location brought about.
    public enum Decision: Sendable, Hashable {
        case none
        /// Pause, holding a place.
        case pause(at: Coordinate)
        /// Resume.
        case resume(Resume.Cause)
    }

    /// A reported speed in m/s that ends a pause when it lasts and leads away.
    static let resumeSpeed = 2.0
    /// Seconds that this speed must last.
    static let resumeSpeedDuration = 5.0
    /// Locations in a row beyond the distance that end a pause: one alone may be an outlier.
    static let confirmations = 2

    /// What must survive a restart.
    enum State: Sendable, Hashable, Codable {
        case watching(PauseWindow?)
        case paused(at: Coordinate, beyond: Int, fastSince: Timestamp?)
    }

    /// What to keep for the next run.
    private(set) var state: State
    private let thresholds: Thresholds

    /// Watches for an activity; `place` is held where an earlier run was paused.
    public init(activityType: ActivityType, pausedAt place: Coordinate? = nil) {
        thresholds = Thresholds(activityType: activityType)
        state = place.map { .paused(at: $0, beyond: 0, fastSince: nil) } ?? .watching(nil)
    }

    /// Goes on where an earlier run of the same activity ended.
    init(activityType: ActivityType, resuming state: State) {
        thresholds = Thresholds(activityType: activityType)
        self.state = state
    }

    /// Whether it is paused.
    public var isPaused: Bool {
        if case .paused = state { true } else { false }
    }

    /// Whether it is paused and the last location lay beyond the distance that ends a pause.
    public var isLeaving: Bool {
        if case .paused(_, let beyond, _) = state { beyond > 0 } else { false }
    }

    /// Metres from the held place beyond which a pause ends.
    public var reach: Double { thresholds.resumeDistance }

    /// The place that is held; `nil` where it is not paused.
    public var heldPlace: Coordinate? {
        if case .paused(let place, _, _) = state { place } else { nil }
    }

    /// Takes the next location.
    public mutating func receive(_ location: Location) -> Decision {
        switch state {
        case .watching(var window):
            if window?.takes(location, radius: thresholds.radius) != true { window = PauseWindow(location) }
            if let window, location.timestamp.seconds(since: window.start) >= thresholds.duration {
                state = .paused(at: window.mean, beyond: 0, fastSince: nil)
                return .pause(at: window.mean)
            }
            state = .watching(window)
            return .none
        case .paused(let place, let beyond, let fastSince):
            let reach = max(thresholds.resumeDistance, location.horizontalAccuracy ?? 0)
            if !location.coordinate.isWithin(reach, of: place) {
                if beyond + 1 >= Self.confirmations { return resume(.displacement) }
                state = .paused(at: place, beyond: beyond + 1, fastSince: fastSince)
                return .none
            }
            if let speed = location.speed, speed >= Self.resumeSpeed {
                let since = fastSince ?? location.timestamp
                if location.timestamp.seconds(since: since) >= Self.resumeSpeedDuration,
                    !location.coordinate.isWithin(thresholds.radius / 2, of: place)
                {
                    return resume(.speed)
                }
                state = .paused(at: place, beyond: 0, fastSince: since)
            } else {
                state = .paused(at: place, beyond: 0, fastSince: nil)
            }
            return .none
        }
    }

    /// The receiver's time went back: what lasted since an earlier time begins anew.
    public mutating func timeReset() {
        switch state {
        case .watching: state = .watching(nil)
        case .paused(let place, let beyond, _): state = .paused(at: place, beyond: beyond, fastSince: nil)
        }
    }

    private mutating func resume(_ cause: Resume.Cause) -> Decision {
        state = .watching(nil)
        return .resume(cause)
    }
}
