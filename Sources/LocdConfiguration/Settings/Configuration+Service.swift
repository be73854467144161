public import Logging

extension Configuration {
    /// The places that are watched.
    public struct Regions: Sendable, Hashable {
        /// The GeoJSON file (RFC 7946) of the regions; an absolute path. It need not exist.
        public var file = "/etc/locd/regions.geojson"

        /// The defaults.
        public init() {}
    }

    /// What survives a restart beside the track.
    public struct State: Sendable, Hashable {
        /// The directory of what locd must not forget; an absolute path.
        public var directory = "/var/lib/locd/state"

        /// The defaults.
        public init() {}
    }

    /// The socket of the clients.
    public struct API: Sendable, Hashable {
        /// Where the Unix socket is; an absolute path of at most 107 bytes, which is what the kernel can hold.
        public var socket = "/run/locd/locd.sock"
        /// How many connections one user may hold at a time, 1 to 10,000.
        public var maximumConnectionsPerUser = 64

        /// The defaults.
        public init() {}
    }

    /// What clients may have.
    public struct Clients: Sendable, Hashable {
        /// The policy of the administrator; an absolute path. It need not exist.
        public var file = "/etc/locd/clients.yaml"
        /// The program that is asked where nobody has decided; `nil` for none.
        public var agent: String?
        /// How long it may take, in seconds, 1 to 600.
        public var agentTimeout = 60.0

        /// The defaults.
        public init() {}
    }

    /// Figures for Prometheus.
    public struct Metrics: Sendable, Hashable {
        /// The file that they are written to, an absolute path; `nil` for none.
        public var file: String?
        /// How often, in seconds, 1 to 3600.
        public var interval = 15.0

        /// The defaults.
        public init() {}
    }

    /// What is said to the journal.
    public struct Log: Sendable, Hashable {
        /// The least important messages that are still written.
        public var level = Logger.Level.info

        /// The defaults.
        public init() {}
    }
}
