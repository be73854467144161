public import LocationModel

/// Everything that a client monitors besides its locations: services that are not in it end.
public struct MonitoredServices: Sendable, Hashable {
    /// Whether visits are delivered.
    public var visits: Bool
    /// The monitored regions, each with its own identifier.
    public var regions: [Region]

    /// Monitors nothing by default.
    public init(visits: Bool = false, regions: [Region] = []) {
        self.visits = visits
        self.regions = regions
    }
}
