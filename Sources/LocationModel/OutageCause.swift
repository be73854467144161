/// Why no fixes come, or came. The word that a gap in the track and `locd status` carry.
public enum OutageCause: String, Sendable, Hashable, Codable, CaseIterable {
    /// gpsd cannot be reached or went away.
    case noGPSD
    /// gpsd runs, and has no receiver.
    case noDevice
    /// The receiver's device was there and is gone.
    case unplugged
    /// The device is there, and we may not open it.
    case permissionDenied
    /// The device is there, and somebody else holds it.
    case busy
    /// The device is there, and reading it failed.
    case deviceError
    /// Bytes come, but no sentence that we can read: most likely the wrong baud rate.
    case unreadable
    /// The device is there, and says nothing.
    case silent
    /// The receiver had no fix: a tunnel, a roof, no antenna.
    case noFix
    /// The receiver gave positions that could not be used; the rejections say why.
    case rejected
    /// Fixes came, and were less accurate than the recorder accepts.
    case inaccurate
    /// The receiver was let go of on purpose, to save power.
    case released
    /// locd itself did not run.
    case restart
    /// The recording ended.
    case endOfRecording
    /// Nothing is told of what happened in a private region. An outage for clients only: the receiver had fixes.
    case privateRegion
}
