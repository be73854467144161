public import Logging

extension Configuration {
    /// The regions to monitor.
    public struct Regions: Sendable, Hashable {
        /// The GeoJSON file (RFC 7946) of the regions; an absolute path. The file is optional.
        public var file = "/etc/locd/regions.geojson"

        /// The defaults.
        public init() {}
    }

    /// The state that survives a restart, besides the track.
    public struct State: Sendable, Hashable {
        /// The directory of the state files; an absolute path.
        public var directory = "/var/lib/locd/state"
    }

    /// The socket that clients connect to.
    public struct API: Sendable, Hashable {
        /// The Unix socket; an absolute path of at most 107 bytes, the kernel's limit.
        public var socket = "/run/locd/locd.sock"
        /// The maximum number of simultaneous connections per user, 1 to 10,000.
        public var maximumConnectionsPerUser = 64
    }

    /// How clients are authorized.
    public struct Clients: Sendable, Hashable {
        /// The administrator's policy file; an absolute path. The file is optional.
        public var file = "/etc/locd/clients.yaml"
        /// The program that is asked when no decision is stored; `nil` for none.
        public var agent: String?
        /// The timeout of the agent, in seconds, 1 to 600.
        public var agentTimeout = 60.0
        /// Whether users' agents may answer for their own programs.
        public var userAgents = false

        /// The defaults.
        public init() {}
    }

    /// The metrics for Prometheus.
    public struct Metrics: Sendable, Hashable {
        /// The file of the metrics, an absolute path; `nil` for none.
        public var file: String?
        /// How often the file is written, in seconds, 1 to 3600.
        public var interval = 15.0

        /// The defaults.
        public init() {}
    }

    /// What is logged to the journal.
    public struct Log: Sendable, Hashable {
        /// The lowest level that is logged.
        public var level = Logger.Level.info
    }
}
