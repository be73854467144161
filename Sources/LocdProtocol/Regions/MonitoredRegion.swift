public import LocationModel

/// A region of a client, and its state.
public struct MonitoredRegion: Codable, Sendable, Hashable {
    /// The region.
    public var region: ReportedRegion
    /// The state of the region.
    public var state: RegionState
    /// Whether the administrator defined it (`regions.file`): clients see it but cannot change it; absent: false.
    public var isAdministered: Bool?
    /// When the region expires, RFC 3339; absent: it stays until it is removed.
    public var until: String?
    /// Whether hooks and other clients receive its events too; absent: false.
    public var isShared: Bool?
    /// The other client that shares the region; absent: the region belongs to this client, or to the administrator.
    public var owner: String?

    /// A region in a state.
    public init(region: ReportedRegion, state: RegionState, isAdministered: Bool = false) {
        self.region = region
        self.state = state
        self.isAdministered = isAdministered ? true : nil
    }
}
