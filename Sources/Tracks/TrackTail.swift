public import LocationModel

/// How the track ends: what a recorder needs to go on where the last run stopped.
public struct TrackTail: Sendable, Hashable {
    /// The file that was written last, without its directory; `nil` where there is no track yet.
    public var file: String?
    /// The last location, as the file has it.
    public var lastLocation: Location?
    /// The time of the last record of any kind but a header.
    public var lastTimestamp: Timestamp?
    /// The last pause, where neither a resumption nor a location came after it.
    public var openPause: Pause?
    /// The visits and regions that were told among the last lines, the oldest first; see ``TrackTailSearch``.
    public var delivered: [LocationEvent]
    /// What was cut from the end of the file so that it ends with a whole line.
    public var repairs: [TrackRepair]

    /// The end of a track; of an empty one, unless told otherwise.
    public init(
        file: String? = nil, lastLocation: Location? = nil, lastTimestamp: Timestamp? = nil, openPause: Pause? = nil,
        delivered: [LocationEvent] = [], repairs: [TrackRepair] = []
    ) {
        self.file = file
        self.lastLocation = lastLocation
        self.lastTimestamp = lastTimestamp
        self.openPause = openPause
        self.delivered = delivered
        self.repairs = repairs
    }
}
