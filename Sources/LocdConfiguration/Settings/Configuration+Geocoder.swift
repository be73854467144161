extension Configuration {
    /// What places are called.
    public struct Geocoder: Sendable, Hashable {
        /// The place table, an absolute path; `nil` for none.
        public var table: String? = "/usr/share/locd/places.locd"
        /// An address server; `nil` for none. Whatever clients ask about is sent there.
        public var server: GeocodingServer?
        /// The Unix socket of locd-geocode, which asks the server; an absolute path.
        public var helper = "/run/locd-geocode.sock"
        /// How long it may take to answer, in seconds.
        public var serverTimeout = 10.0
        /// The least time between two questions to it, in seconds.
        public var serverInterval = 1.0
        /// What locd calls itself there.
        public var userAgent = "locd/1"

        /// What to do if nothing listens at ``helper``.
        package static let helperRemedy = "apt install locd-geocode && systemctl enable --now locd-geocode.socket"

        /// The defaults.
        public init() {}
    }
}
