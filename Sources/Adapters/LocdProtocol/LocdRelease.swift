public import LocationModel

/// The release of this locd.
public enum LocdRelease {
    /// The version, as in `locd --version`, `Status` and the head of a track.
    public static let version = "0.1.0"
    /// The day of this release: an earlier date from a receiver is wrong.
    public static let built = Timestamp("2026-11-21T00:00:00Z") ?? .earliest
}
