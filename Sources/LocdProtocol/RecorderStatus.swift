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
    /// Seconds in this state.
    public var stateAge: Double
    /// Why it failed, or is paused (`stationary`, `requested`); the latter only for callers with full accuracy.
    public var cause: String?
    /// What failed, with the system's error text; only for callers with full accuracy, because it names the file.
    public var detail: String?
    /// What to do about it, in one sentence.
    public var remedy: String?
    /// Lines written since the daemon started.
    public var lines: Int
    /// Bytes written since the daemon started.
    public var bytes: Int
    /// Seconds since the track was last synced to the disk.
    public var lastSyncAge: Double?
    /// The current file; only for callers with full accuracy.
    public var file: String?
    /// Lines queued for writing.
    public var queued: Int
    /// Lines lost because they could not be written.
    public var lost: Int
    /// Usable locations that the recorder's own filters held back, by the name of a `RejectionReason`. Reasons that reveal
    /// movement are included only for callers with full accuracy.
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
}
