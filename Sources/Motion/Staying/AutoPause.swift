public import LocationModel

/// Decides when nothing moves any more, and when it does again.
///
/// Pauses when all positions of `duration` lie within `radius` of their mean; resumes when the position leaves the
/// mean by `resumeDistance`, or by a speed that lasts and really leads away. The figures are those of
/// ``PauseThresholds``.
public struct AutoPause: Sendable {
    /// What a location brought about.
    public enum Decision: Sendable, Hashable {
        case none
        /// Pause, holding a place.
        case pause(at: Coordinate)
        /// Resume.
        case resume(Resume.Cause)
    }

    /// What must survive a restart.
    package enum State: Sendable, Hashable, Codable {
        case watching(PauseWindow?)
        case paused(at: Coordinate, beyond: Int, fastSince: Timestamp?)
    }

    /// What to keep for the next run.
    package private(set) var state: State
    private let thresholds: PauseThresholds

    /// Watches for an activity; `place` is held where an earlier run was paused.
    public init(activityType: ActivityType, pausedAt place: Coordinate? = nil) {
        thresholds = PauseThresholds(activityType: activityType)
        state = place.map { .paused(at: $0, beyond: 0, fastSince: nil) } ?? .watching(nil)
    }

    /// Goes on where an earlier run of the same activity ended.
    package init(activityType: ActivityType, resuming state: State) {
        thresholds = PauseThresholds(activityType: activityType)
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

    /// Metres around a place within which what moves may still stand.
    package var radius: Double { thresholds.radius }

    /// Metres from the held place beyond which a pause ends.
    public var reach: Double { thresholds.resumeDistance }

    /// The place that is held; `nil` where it is not paused.
    public var heldPlace: Coordinate? {
        if case .paused(let place, _, _) = state { place } else { nil }
    }

    /// Takes the next location.
    public mutating func receive(_ location: Location) -> Decision { receive(location, .unknown, drift: 0) }

    /// Takes the next location, with what is known of motion: as long as it lasts there is no pause, and it ends one. `drift`
    /// is how far away, in metres, the receiver may be without having moved.
    package mutating func receive(_ location: Location, _ motion: MotionState, drift: Double) -> Decision {
        switch state {
        case .watching where motion == .moving || motion == .departed:
            state = .watching(nil)
            return .none
        case .paused where motion == .moving || motion == .departed:
            return resume((location.speed ?? 0) >= MotionThresholds.standingSpeed ? .speed : .displacement)
        case .watching(var window):
            if window?.takes(location, radius: thresholds.radius) != true { window = PauseWindow(location) }
            // What is fast at this moment does not stand, however near it is to where it was before a silence.
            let isFast = (location.speed ?? 0) >= MotionThresholds.certainSpeed
            if let window, !isFast, location.timestamp.seconds(since: window.start) >= thresholds.duration {
                state = .paused(at: window.mean, beyond: 0, fastSince: nil)
                return .pause(at: window.mean)
            }
            state = .watching(window)
            return .none
        case .paused(let place, let beyond, let fastSince):
            var reach = max(thresholds.resumeDistance, location.horizontalAccuracy ?? 0, drift)
            // A receiver that was switched on finds out where it is; a vehicle that left meanwhile is further away.
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
