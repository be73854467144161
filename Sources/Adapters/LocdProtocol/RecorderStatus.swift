public import LocationModel

/// The track and its recorder, in the reply of `Status`.
public struct RecorderStatus: Codable, Sendable, Hashable {
    /// The state of the recorder.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Not configured.
        case off
        /// Waits for a usable fix.
        case waiting
        /// Writes locations.
        case recording
        /// Paused on purpose; see ``RecorderStatus/cause``.
        case paused
        /// Cannot write the track.
        case failed
    }

    /// The state of the recorder.
    public var state: State
    /// Seconds in this state; while it records, only for administrators, because it reveals when this machine began to
    /// move.
    public var stateAge: Double?
    /// Why it failed, or is paused (`stationary`, `requested`); the latter only for callers with full accuracy.
    public var cause: String?
    /// What failed, with the system's error text; only for callers with full accuracy, because it names the file.
    public var detail: String?
    /// What to do about it, in one sentence.
    public var remedy: String?
    /// Lines written since the daemon started; only for administrators, as all counts that grow with the way.
    public var lines: Int?
    /// Bytes written since the daemon started; only for administrators.
    public var bytes: Int?
    /// Seconds since the track was last synced to the disk; only for administrators.
    public var lastSyncAge: Double?
    /// The current file; only for callers with full accuracy.
    public var file: String?
    /// Lines queued for writing; only for administrators.
    public var queued: Int?
    /// Lines lost because they could not be written; only for administrators.
    public var lost: Int?
    /// Usable locations that the recorder's own filters held back, by the name of a `RejectionReason`. Reasons that
    /// reveal movement are included only for administrators.
    public var held: [String: Int]
    /// The settings in force instead of the configured ones; only for callers with full accuracy, because they may
    /// reveal movement and places.
    public var settingsInForce: SettingsStatus?

    /// A recorder in a state, with its counts since the daemon started.
    public init(
        state: State, stateAge: Duration, lines: Int = 0, bytes: Int = 0, lastSyncAge: Duration? = nil,
        queued: Int = 0, lost: Int = 0, held: [RejectionReason: Int] = [:]
    ) {
        self.state = state
        self.stateAge = stateAge.secondsInMilliseconds
        self.lines = lines
        self.bytes = bytes
        self.lastSyncAge = lastSyncAge?.secondsInMilliseconds
        self.queued = queued
        self.lost = lost
        self.held = FixCounts.names(of: held)
    }

    /// Removes all that follows the way of this machine, in a private region too: counts of lines are lengths, and the
    /// moments of a stop, with a speed, are places.
    mutating func removeMovement() {
        if state == .paused, cause == "stationary" { (state, cause) = (.recording, nil) }
        if state == .recording { stateAge = nil }
        (lines, bytes, lastSyncAge, queued, lost) = (nil, nil, nil, nil, nil)
        held = held.filter { RejectionReason(rawValue: $0.key)?.tellsOfMovementWhenHeldBack == false }
    }
}

/// The settings in force instead of the recorder's configured ones, in the reply of `Status`.
public struct SettingsStatus: Codable, Sendable, Hashable {
    /// Why they are in force.
    public var reason: SettingsReason
    /// The activity, if it was the reason: the name of a `MotionActivity.Kind`.
    public var activity: String?
    /// The desired accuracy: a name of Core Location, or metres.
    public var desiredAccuracy: String
    /// The distance filter in metres.
    public var distanceFilter: Double?
    /// The minimum interval in seconds.
    public var minimumInterval: Double?

    /// Settings with the reason why they are in force.
    public init(
        reason: SettingsReason, activity: MotionActivity.Kind? = nil, desiredAccuracy: DesiredAccuracy,
        distanceFilter: Double?, minimumInterval: Double?
    ) {
        self.reason = reason
        self.activity = activity?.rawValue
        self.desiredAccuracy = desiredAccuracy.description
        self.distanceFilter = distanceFilter
        self.minimumInterval = minimumInterval
    }
}
