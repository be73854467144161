extension Configuration {
    /// How places get their names.
    public struct Geocoder: Sendable, Hashable {
        /// The place table, an absolute path; `nil` for none.
        public var table: String? = "/usr/share/locd/places.locd"
        /// The table of the time zones' boundaries, an absolute path; `nil` for none.
        public var timeZones: String? = "/usr/share/locd/timezones.locd"
        /// The geocoding server; `nil` for none. The coordinates and addresses that clients look up are sent to it.
        public var server: GeocodingServer?
        /// The Unix socket of locd-geocode, which asks the server; an absolute path.
        public var helper = "/run/locd-geocode.sock"
        /// The timeout of a request to the server, in seconds.
        public var serverTimeout = 10.0
        /// The minimum time between two requests to the server, in seconds.
        public var serverInterval = 1.0
        /// The user agent that locd sends to the server.
        public var userAgent = "locd/1"

        /// The remedy if nothing listens at ``helper``.
        package static let helperRemedy = "apt install locd-geocode && systemctl enable --now locd-geocode.socket"

        /// The defaults.
        public init() {}
    }
}
