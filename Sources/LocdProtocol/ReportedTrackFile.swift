/// A file of the track, in the reply of `Tracks`.
public struct ReportedTrackFile: Codable, Sendable, Hashable {
    /// Its name below the directory.
    public var name: String
    /// The first day in it, UTC, `YYYY-MM-DD`.
    public var day: String
    /// Its size in bytes; only for administrators, because it counts lines of private regions.
    public var bytes: Int?
    /// Whether it is compressed.
    public var isCompressed: Bool

    /// A file.
    public init(name: String, day: String, bytes: Int?, isCompressed: Bool) {
        self.name = name
        self.day = day
        self.bytes = bytes
        self.isCompressed = isCompressed
    }
}
