public import Tracks

extension Configuration {
    /// How the track is stored on disk.
    public struct Tracks: Sendable, Hashable {
        /// The directory of the track files; an absolute path.
        public var directory = "/var/lib/locd/tracks"
        /// When written lines are synced to disk (fsync).
        public var sync = TrackSync.interval(.seconds(5))
        /// When a new file begins.
        public var rotate = TrackRotation.daily
        /// Days after which a file is compressed, 1 to 36,500; `nil` for never.
        public var compressAfter: Int? = 2
        /// Days after which a file is removed, 1 to 36,500; `nil` for never.
        public var retain: Int?

        /// The defaults.
        public init() {}
    }
}
