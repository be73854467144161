/// How a track writer is doing. Instants are those of the clock that the writer was given.
public struct TrackWriterStatus: Sendable, Hashable {
    /// Records written into files since the start; headers and the writer's own time resets are not counted.
    public var lines = 0
    /// Bytes written into files since the start, all records counted.
    public var bytes: Int64 = 0
    /// The file that is being written, without its directory; `nil` before the first.
    public var currentFile: String?
    /// When all lines written so far were last known to be on the disk; `nil` before the first time.
    public var lastSync: Duration?
    /// Lines that are in a file, and may not be on the disk yet.
    public var unsyncedLines = 0
    /// Lines that wait in memory.
    public var queuedLines = 0
    /// Bytes that wait in memory.
    public var queuedBytes = 0
    /// Lines given up since the start, because the disk took none and the queue was full. The track has `loss` records
    /// for them, once it takes any.
    public var lostLines = 0
    /// Lines that are in a file and were not on the disk when a sync failed, and that could not be written once more:
    /// a power cut may cost them.
    public var unguaranteedLines = 0
    /// Bytes cut from the ends of files and set aside, because a crash had left them incomplete.
    public var cutBytes = 0
    /// What stands between the lines and the disk at present, and what to do; `nil` while all is well.
    public var trouble: TrackError?
    /// Since when; `nil` while all is well.
    public var troubleSince: Duration?
    /// What keeps the first of the old files from being compressed or removed that could not be; `nil` where all could.
    public var neglect: TrackError?
    /// The latest trouble with writing, be it over or not.
    public var lastError: TrackError?
}
