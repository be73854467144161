extension Configuration {
    /// How the track lies on the disk.
    public struct Tracks: Sendable, Hashable {
        /// The directory of the track files; an absolute path.
        public var directory = "/var/lib/locd/tracks"
        /// When written lines are forced to the disk.
        public var sync = Sync.interval(seconds: 5)
        /// When a new file begins.
        public var rotate = Rotation.daily
        /// Days after which a file is compressed, 1 to 36,500; `nil` for never.
        public var compressAfter: Int? = 2
        /// Days after which a file is removed, 1 to 36,500; `nil` for never.
        public var retain: Int? = 365

        /// The defaults.
        public init() {}
    }

    /// When written lines are forced to the disk: what a power cut may cost.
    public enum Sync: Sendable, Hashable {
        /// After every write.
        case always
        /// At most this long after a write: 0.1 to 3600 s.
        case interval(seconds: Double)
        /// When the system likes to.
        case never
    }

    /// When a new track file begins.
    public enum Rotation: Sendable, Hashable {
        /// With each day of UTC.
        case daily
        /// With each day of UTC, and within it whenever the file has reached this many bytes: 1000 to 10^12.
        case size(bytes: Int)
        /// Never.
        case never
    }
}
