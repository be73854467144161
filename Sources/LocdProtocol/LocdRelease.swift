public import LocationModel

/// Which locd this is.
public enum LocdRelease {
    /// The version, as `locd --version`, `Status` and the head of a track say it.
    public static let version = "0.1.0"
    /// When this version was made, to the day: no receiver's date can honestly lie before it.
    public static let built = Timestamp("2026-11-21T00:00:00Z") ?? .earliest
}
