/// What a track writer is told.
public struct TrackConfiguration: Sendable, Hashable {
    /// Where the files are. The directory is made if its parent is there.
    public var directory: String
    /// When lines must be on the disk itself.
    public var sync: TrackSync
    /// When a new file begins.
    public var rotation: TrackRotation
    /// Days after which a file is compressed, 1 or more; `nil`: never.
    public var compressAfter: Int?
    /// Days after which a file is removed, 1 or more; `nil`: never. What was imported is not.
    public var retain: Int?
    /// What the header of each file says.
    public var header: TrackHeader
    /// How many lines wait in memory while the disk takes none, 1 or more; then the oldest are given up and counted.
    public var maximumQueuedLines: Int
    /// How many bytes these lines may take, 1 or more.
    public var maximumQueuedBytes: Int

    /// A configuration with the defaults of `locd.yaml`: a sync every 5 s, daily rotation.
    public init(
        directory: String, sync: TrackSync = .interval(.seconds(5)), rotation: TrackRotation = .daily,
        compressAfter: Int? = 2, retain: Int? = 365, header: TrackHeader,
        maximumQueuedLines: Int = 100_000, maximumQueuedBytes: Int = 8 << 20
    ) {
        self.directory = directory
        self.sync = sync
        self.rotation = rotation
        self.compressAfter = compressAfter
        self.retain = retain
        self.header = header
        self.maximumQueuedLines = maximumQueuedLines
        self.maximumQueuedBytes = maximumQueuedBytes
    }
}
