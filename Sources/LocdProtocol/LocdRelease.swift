/// Which locd this is.
public enum LocdRelease {
    /// The version, as `locd --version`, `Status` and the head of a track say it.
    public static let version = "0.1.0"
}
