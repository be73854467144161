public import LocationModel

extension LocationInterface {
    static let clientMethods: [any VarlinkMethod.Type] = [
        Regions.self, AddRegion.self, RemoveRegion.self, RegionState.self, Clients.self, Uses.self,
        Tracks.self, Configuration.self, Reload.self,
    ]

    /// `Regions`: the regions of a client.
    public enum Regions: LocationMethod {
        /// The label of the client.
        public typealias Parameters = LabelParameters
        /// All regions and their states.
        public struct Reply: Codable, Sendable, Hashable {
            /// All of them.
            public var regions: [MonitoredRegion]

            /// Answers with regions.
            public init(regions: [MonitoredRegion]) {
                self.regions = regions
            }
        }
    }

    /// `AddRegion`: monitors a region.
    public enum AddRegion: LocationMethod {
        /// The region.
        public typealias Parameters = AddRegionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RemoveRegion`: stops monitoring a region.
    public enum RemoveRegion: LocationMethod {
        /// The region.
        public typealias Parameters = RegionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RegionState`: the state of a region.
    public enum RegionState: LocationMethod {
        /// The region.
        public typealias Parameters = RegionParameters
        /// The state.
        public struct Reply: Codable, Sendable, Hashable {
            /// The state.
            public var state: LocationModel.RegionState

            /// Answers with a state.
            public init(state: LocationModel.RegionState) {
                self.state = state
            }
        }
    }

    /// `Clients`: the connected clients, and those that are away.
    public enum Clients: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// The sessions, and the clients that are away.
        public struct Reply: Codable, Sendable, Hashable {
            /// The sessions, and the clients that are away.
            public var clients: [ReportedClient]

            /// Answers with clients.
            public init(clients: [ReportedClient]) {
                self.clients = clients
            }
        }
    }

    /// `Uses`: who uses the location now, and when each last did.
    public enum Uses: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// The clients that use the location or did.
        public struct Reply: Codable, Sendable, Hashable {
            /// Those that use it first, and then the latest.
            public var uses: [ReportedUse]

            /// Answers with uses.
            public init(uses: [ReportedUse]) {
                self.uses = uses
            }
        }
    }

    /// `Tracks`: the files of the track.
    public enum Tracks: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// The directory and its files.
        public struct Reply: Codable, Sendable, Hashable {
            /// The directory.
            public var directory: String
            /// The files, the earliest first.
            public var files: [ReportedTrackFile]

            /// Answers with the files of a directory.
            public init(directory: String, files: [ReportedTrackFile]) {
                self.directory = directory
                self.files = files
            }
        }
    }

    /// `Configuration`: the configuration in force.
    public enum Configuration: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// All keys.
        public struct Reply: Codable, Sendable, Hashable {
            /// The keys, in the order of the file.
            public var settings: [ReportedSetting]

            /// Answers with all keys.
            public init(settings: [ReportedSetting]) {
                self.settings = settings
            }
        }
    }

    /// `Reload`: reads the configuration again.
    public enum Reload: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// The changes.
        public struct Reply: Codable, Sendable, Hashable {
            /// A sentence for each key that changed.
            public var changes: [String]

            /// Answers with the changes.
            public init(changes: [String]) {
                self.changes = changes
            }
        }
    }
}
