public import LocationModel

extension LocationInterface {
    static let clientMethods: [any VarlinkMethod.Type] = [
        Regions.self, AddRegion.self, RemoveRegion.self, RegionState.self, Clients.self, Tracks.self,
        Configuration.self, Reload.self,
    ]

    /// `Regions`: the regions of a client.
    public enum Regions: LocationMethod {
        /// Whose.
        public typealias Parameters = LabelParameters
        /// All of them, and where they are known to be.
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
        /// Which.
        public typealias Parameters = AddRegionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RemoveRegion`: ends that.
    public enum RemoveRegion: LocationMethod {
        /// Which.
        public typealias Parameters = RegionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RegionState`: where a region is known to be.
    public enum RegionState: LocationMethod {
        /// Which.
        public typealias Parameters = RegionParameters
        /// Where it is.
        public struct Reply: Codable, Sendable, Hashable {
            /// Where it is.
            public var state: LocationModel.RegionState

            /// Answers with a state.
            public init(state: LocationModel.RegionState) {
                self.state = state
            }
        }
    }

    /// `Clients`: who is served.
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

    /// `Tracks`: the files of the track.
    public enum Tracks: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// Where they are.
        public struct Reply: Codable, Sendable, Hashable {
            /// The directory.
            public var directory: String
            /// The earliest first.
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
            /// In the order of the file.
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
        /// What changed.
        public struct Reply: Codable, Sendable, Hashable {
            /// A sentence for each key.
            public var changes: [String]

            /// Answers with what changed.
            public init(changes: [String]) {
                self.changes = changes
            }
        }
    }
}
