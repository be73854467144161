/// When a new track file begins.
public enum TrackRotation: Sendable, Hashable {
    /// With each UTC day of the locations' own time.
    case daily
    /// Never: the file of the first day continues.
    case never
    /// With each UTC day, and within a day before a file would grow beyond this many bytes.
    case size(bytes: Int64)
}

extension TrackRotation {
    /// The smallest size that can be configured: 64 KiB, some 300 lines.
    public static let minimumSize: Int64 = 65_536
}
