extension Configuration {
    /// What places are called.
    public struct Geocoder: Sendable, Hashable {
        /// The place table, an absolute path; `nil` for none.
        public var table: String? = "/usr/share/locd/places.locd"
        /// A server of addresses; `nil` for none. Whatever clients ask about is sent there.
        public var server: GeocodingServer?
        /// How long it may take to answer, in seconds.
        public var serverTimeout = 10.0
        /// The least time between two questions to it, in seconds.
        public var serverInterval = 1.0
        /// What locd calls itself there.
        public var userAgent = "locd/1"

        /// The defaults.
        public init() {}
    }
}
