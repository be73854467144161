/// The cause of missing fixes, as shown in a gap of the track and in `locd status`.
public enum OutageCause: String, Sendable, Hashable, Codable, CaseIterable {
    /// gpsd cannot be reached or stopped.
    case noGPSD
    /// gpsd runs but has no receiver.
    case noDevice
    /// The receiver's device was removed.
    case unplugged
    /// The device is present, but locd has no permission to open it.
    case permissionDenied
    /// The device is present, but another process uses it.
    case busy
    /// The device is present, but reading it failed.
    case deviceError
    /// The device sends bytes, but no readable sentence: most likely the baud rate is wrong.
    case unreadable
    /// The device is present, but sends no data.
    case silent
    /// The receiver had no fix: a tunnel, a roof, no antenna.
    case noFix
    /// The receiver reported unusable positions; see the rejection reasons.
    case rejected
    /// The positions were not trusted.
    case notTrusted
    /// The fixes were less accurate than the recorder accepts.
    case inaccurate
    /// The receiver was released on purpose, to save power.
    case released
    /// locd itself did not run.
    case restart
    /// The recording ended.
    case endOfRecording
    /// Events in a private region are withheld. This is an outage for clients only: the receiver had fixes.
    case privateRegion
}
