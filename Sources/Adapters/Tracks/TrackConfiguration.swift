/// The configuration of a track writer.
public struct TrackConfiguration: Sendable, Hashable {
    /// The directory of the files. It is created if its parent exists.
    public var directory: String
    /// When lines are synced to disk.
    public var sync: TrackSync
    /// When a new file begins.
    public var rotation: TrackRotation
    /// Days after which a file is compressed, 1 or more; `nil`: never.
    public var compressAfter: Int?
    /// Days after which a file is removed, 1 or more; `nil`: never. Imported files are kept.
    public var retain: Int?
    /// The header of each file.
    public var header: TrackHeader
    /// The maximum number of lines queued in memory while the disk accepts none, 1 or more. Beyond it the oldest are
    /// dropped and counted.
    public var maximumQueuedLines = 100_000
    /// The maximum size of the queued lines in bytes, 1 or more.
    public var maximumQueuedBytes = 8 << 20

    /// Creates a configuration with the defaults of `locd.yaml`: a sync every 5 s, daily rotation.
    public init(
        directory: String, sync: TrackSync = .interval(.seconds(5)), rotation: TrackRotation = .daily,
        compressAfter: Int? = 2, retain: Int? = 365, header: TrackHeader
    ) {
        self.directory = directory
        self.sync = sync
        self.rotation = rotation
        self.compressAfter = compressAfter
        self.retain = retain
        self.header = header
    }
}

/// When lines must be on the disk itself, and not only in the kernel.
public enum TrackSync: Sendable, Hashable {
    /// At the latest this long after a line was written; greater than zero.
    case interval(Duration)
    /// After every batch of lines.
    case always
    /// When the kernel decides.
    case never
}

/// When a new track file begins.
public enum TrackRotation: Sendable, Hashable {
    /// With each UTC day of the locations' own time.
    case daily
    /// Never: the file of the first day continues.
    case never
    /// With each UTC day, and within a day before a file would grow beyond this many bytes.
    case size(bytes: Int64)

    /// The smallest size that can be configured: 64 KiB, some 300 lines.
    public static let minimumSize: Int64 = 65_536
}
