public import LocationModel

/// The end of the track: what a recorder needs to continue after the last run.
public struct TrackTail: Sendable, Hashable {
    /// The file written last, without its directory; `nil` if no track exists yet.
    public var file: String?
    /// The last location, as stored in the file.
    public var lastLocation: Location?
    /// The time of the last record other than a header.
    public var lastTimestamp: Timestamp?
    /// The last pause, if no resumption or location follows it.
    public var openPause: Pause?
    /// The visits and region events among the last lines, the oldest first; see ``TrackTailSearch``.
    public var delivered: [LocationEvent] = []
    /// The same, with the pauses and resumptions between them.
    package var events: [LocationEvent] = []
    /// What was cut from the end of the file so that it ends with a complete line.
    public var repairs: [TrackRepair] = []

    /// The end of an empty track.
    public init() {}
}
