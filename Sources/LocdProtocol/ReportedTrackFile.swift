/// A file of the track, as `Tracks` tells it.
public struct ReportedTrackFile: Codable, Sendable, Hashable {
    /// Below the directory.
    public var name: String
    /// The day that it begins with, UTC, `YYYY-MM-DD`.
    public var day: String
    /// Its size.
    public var bytes: Int
    /// Whether it is compressed.
    public var isCompressed: Bool

    /// A file.
    public init(name: String, day: String, bytes: Int, isCompressed: Bool) {
        self.name = name
        self.day = day
        self.bytes = bytes
        self.isCompressed = isCompressed
    }
}
