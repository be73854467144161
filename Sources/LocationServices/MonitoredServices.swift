public import LocationModel

/// What a client wants to be told beside its locations, as a whole: what is not in it ends.
public struct MonitoredServices: Sendable, Hashable {
    /// Whether visits are told.
    public var visits: Bool
    /// The regions whose boundaries are watched, each with an identifier of its own.
    public var regions: [Region]

    /// Nothing, unless told otherwise.
    public init(visits: Bool = false, regions: [Region] = []) {
        self.visits = visits
        self.regions = regions
    }
}
