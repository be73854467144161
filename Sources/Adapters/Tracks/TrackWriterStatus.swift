/// The status of a track writer. Instants are those of the writer's clock.
public struct TrackWriterStatus: Sendable, Hashable {
    /// Records written into files since the start; headers and the writer's own time resets are not counted.
    public var lines = 0
    /// Bytes written into files since the start, all records counted.
    public var bytes: Int64 = 0
    /// The file that is being written, without its directory; `nil` before the first.
    public var currentFile: String?
    /// When all lines written so far were last known to be on disk; `nil` before the first time.
    public var lastSync: Duration?
    /// Lines that are in a file, but may not be on disk yet.
    public var unsyncedLines = 0
    /// Lines queued in memory.
    public var queuedLines = 0
    /// Bytes queued in memory.
    public var queuedBytes = 0
    /// Lines dropped since the start, because the disk accepted none and the queue was full. The track contains `loss`
    /// records for them once the disk accepts lines again.
    public var lostLines = 0
    /// Lines that are in a file, were not on disk when a sync failed, and could not be written again: a power cut may
    /// lose them.
    public var unguaranteedLines = 0
    /// Bytes cut from the ends of files and set aside, because a crash had left them incomplete.
    public var cutBytes = 0
    /// The error that keeps lines from the disk at present, with its remedy; `nil` without an error.
    public var problem: TrackError?
    /// When the error began; `nil` without an error.
    public var problemSince: Duration?
    /// The first error that prevents compressing or removing an old file; `nil` if all succeeded.
    public var neglect: TrackError?
    /// The latest write error, whether or not it is resolved.
    public var lastError: TrackError?
}
