public import LocationModel

/// The track and its writer, as `Status` tells it.
public struct RecorderStatus: Codable, Sendable, Hashable {
    /// What the recorder is up to.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Not configured.
        case off
        /// For a usable fix.
        case waiting
        /// Locations are written.
        case recording
        /// On purpose; ``RecorderStatus/cause`` says which.
        case paused
        /// The track cannot be written.
        case failed
    }

    /// What the recorder is up to.
    public var state: State
    /// Seconds in this state.
    public var stateAge: Double
    /// Why it failed, or is paused (`stationary`, `requested`); the latter only for callers that may have coordinates.
    public var cause: String?
    /// What failed, with the words of the system; only for callers that may have coordinates, for it names the file.
    public var detail: String?
    /// What to do about it, a sentence.
    public var remedy: String?
    /// Lines written since the daemon started.
    public var lines: Int
    /// Bytes written since the daemon started.
    public var bytes: Int
    /// Seconds since the track was last synced to the disk.
    public var lastSyncAge: Double?
    /// The file being written; only for callers that may have coordinates.
    public var file: String?
    /// Lines that wait to be written.
    public var queued: Int
    /// Lines that were lost because they could not be written.
    public var lost: Int
    /// Good locations that the recorder's own filters held back, by the name of a `RejectionReason`; of reasons that tell of
    /// movement, only for callers that may have coordinates.
    public var held: [String: Int]
    /// What is in force instead of the configured settings; only for callers that may have coordinates, for it may tell of
    /// movement and places.
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
