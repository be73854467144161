public import LocationModel

/// Decides when movement has ended, and when it starts again.
///
/// Pauses when all positions within `duration` lie within `radius` of their mean. Resumes when the position moves
/// `resumeDistance` away from the mean, or at a speed that lasts and really leads away. ``PauseThresholds`` has the
/// figures.
public struct AutoPause: Sendable {
    /// The result of a location.
    public enum Decision: Sendable, Hashable {
        case none
        /// Pause at a parked position.
        case pause(at: Coordinate)
        /// Resume.
        case resume(Resume.Cause)
    }

    /// The state kept across restarts.
    package enum State: Sendable, Hashable, Codable {
        case watching(PauseWindow?)
        case paused(at: Coordinate, beyond: Int, fastSince: Timestamp?)
    }

    /// The state to save for the next run.
    package private(set) var state: State
    private let thresholds: PauseThresholds

    /// Watches for an activity type; `place` is the parked position if an earlier run was paused.
    public init(activityType: ActivityType, pausedAt place: Coordinate? = nil) {
        thresholds = PauseThresholds(activityType: activityType)
        state = place.map { .paused(at: $0, beyond: 0, fastSince: nil) } ?? .watching(nil)
    }

    /// Continues an earlier run with the same activity type.
    package init(activityType: ActivityType, resuming state: State) {
        thresholds = PauseThresholds(activityType: activityType)
        self.state = state
    }

    /// Whether it is paused.
    public var isPaused: Bool {
        if case .paused = state { true } else { false }
    }

    /// Whether it is paused and the last location was beyond the distance that ends a pause.
    public var isLeaving: Bool {
        if case .paused(_, let beyond, _) = state { beyond > 0 } else { false }
    }

    /// Metres around a place within which a moving position may still be stationary.
    package var radius: Double { thresholds.radius }

    /// Metres from the parked position beyond which a pause ends.
    public var reach: Double { thresholds.resumeDistance }

    /// The parked position; `nil` if it is not paused.
    public var heldPlace: Coordinate? {
        if case .paused(let place, _, _) = state { place } else { nil }
    }

    /// Takes the next location.
    public mutating func receive(_ location: Location) -> Decision { receive(location, .unknown, drift: 0) }

    /// Takes the next location and the known motion: while motion lasts, no pause begins, and motion ends a pause.
    /// `drift` is how far away, in metres, the receiver may be without having moved.
    package mutating func receive(_ location: Location, _ motion: MotionState, drift: Double) -> Decision {
        switch state {
        case .watching where motion == .moving || motion == .departed:
            state = .watching(nil)
            return .none
        case .paused where motion == .moving || motion == .departed:
            return resume((location.speed ?? 0) >= MotionThresholds.standingSpeed ? .speed : .displacement)
        case .watching(var window):
            if window?.takes(location, radius: thresholds.radius) != true { window = PauseWindow(location) }
            // A receiver that is fast now is not stationary, however near it is to its position before a silence.
            let isFast = (location.speed ?? 0) >= MotionThresholds.certainSpeed
            if let window, !isFast, location.timestamp.seconds(since: window.start) >= thresholds.duration {
                state = .paused(at: window.mean, beyond: 0, fastSince: nil)
                return .pause(at: window.mean)
            }
            state = .watching(window)
            return .none
        case .paused(let place, let beyond, let fastSince):
            var reach = max(thresholds.resumeDistance, location.horizontalAccuracy ?? 0, drift)
            // A receiver that was switched on must settle first; a vehicle that left meanwhile is farther away.
            if motion == .settling { reach = max(reach, MotionThresholds.settlingError) }
            if !location.coordinate.isWithin(reach, of: place) {
                if beyond + 1 >= MotionThresholds.departureConfirmations { return resume(.displacement) }
                state = .paused(at: place, beyond: beyond + 1, fastSince: fastSince)
                return .none
            }
            if let speed = location.speed, motion == .unknown, speed >= MotionThresholds.certainSpeed {
                let since = fastSince ?? location.timestamp
                if location.timestamp.seconds(since: since) >= MotionThresholds.certainSpeedDuration,
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

    /// The receiver's time went back: periods that began earlier start again.
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

/// When ``AutoPause`` pauses and when it resumes; with ``MotionThresholds`` all figures about motion.
public struct PauseThresholds: Sendable, Hashable {
    /// Metres around the mean position.
    public var radius: Double
    /// Seconds that everything must stay within the radius.
    public var duration: Double
    /// Metres from the held place that end a pause.
    public var resumeDistance: Double

    /// The thresholds for an activity, chosen on recordings of parked antennas.
    public init(activityType: ActivityType) {
        let drift = MotionThresholds.driftRadius
        (radius, duration, resumeDistance) =
            switch activityType {
            case .other: (drift, MotionThresholds.stayDuration, 2 * drift)
            // A long red light is no stop.
            case .automotiveNavigation: (drift, MotionThresholds.stayDuration, 2 * drift)
            // A rest on a bench is one; a lap of a track is not.
            case .fitness: (drift, 180, 2 * drift)
            // An anchored boat swings on its chain.
            case .otherNavigation: (50, 600, 100)
            // Not farther than a visit reaches: who leaves it is on the track before the visit ends.
            case .airborne: (MotionThresholds.stayRadius, 900, MotionThresholds.stayRadius)
            }
    }
}

/// Positions since a moment, and their mean.
package struct PauseWindow: Sendable, Hashable, Codable {
    let start: Timestamp
    private let origin: Coordinate
    /// Sums of degrees north and east of the origin.
    private var north = 0.0
    private var east = 0.0
    private var count = 1.0

    init(_ location: Location) {
        start = location.timestamp
        origin = location.coordinate
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    package var isValid: Bool { count >= 1 && mean.isValid }

    /// The mean of the positions, right across the antimeridian too.
    var mean: Coordinate {
        Coordinate(
            latitude: origin.latitude + north / count, longitude: wrappedLongitude(origin.longitude + east / count))
    }

    /// Adds a location within the radius of the mean; false, and nothing changes, if it is outside.
    mutating func takes(_ location: Location, radius: Double) -> Bool {
        guard location.coordinate.isWithin(radius, of: mean) else { return false }
        north += location.coordinate.latitude - origin.latitude
        east += wrappedLongitude(location.coordinate.longitude - origin.longitude)
        count += 1
        return true
    }
}
