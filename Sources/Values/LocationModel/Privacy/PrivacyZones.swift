/// The zones that hide the private regions of one owner. Finds the zone of a place among many.
public struct PrivacyZones: Sendable {
    private let zones: [PrivacyZone]
    private let index: RegionIndex
    private let identifiers: Set<String>

    /// Creates the zones of the private ones among the regions.
    public init(_ regions: some Sequence<Region> = []) {
        let hidden = regions.filter { $0.privacy != nil }
        // If zones overlap, the first one applies: cut takes precedence over blur.
        let all = hidden.flatMap(PrivacyZone.zones(of:))
        let zones = all.filter { $0.privacy == .cut } + all.filter { $0.privacy == .blur }
        let index = RegionIndex(zones.enumerated().map { (BoundingBox(around: $1.center, reaching: $1.radius), $0) })
        // Crossing a boundary within a zone reveals a position in that zone.
        let crossing =
            zones.isEmpty ? [] : regions.filter { Self.boundary(of: $0.shape, leadsThrough: zones, index) }
        self.zones = zones
        self.index = index
        identifiers = Set((hidden + crossing).map(\.identifier))
    }

    private static func boundary(
        of shape: RegionShape, leadsThrough zones: [PrivacyZone], _ index: RegionIndex
    ) -> Bool {
        shape.bounds.contains { box in
            var meets = false
            index.forEach(touching: box) { number in
                let zone = zones[number]
                meets = meets || abs(shape.distance(to: zone.center)) <= zone.radius
            }
            return meets
        }
    }

    /// Whether there are no zones.
    public var isEmpty: Bool { zones.isEmpty }

    /// Whether others hide the same places.
    package func hidesSame(as other: PrivacyZones) -> Bool { zones == other.zones }

    /// Whether a region of this name is private, or crossing its boundary would reveal a position within a zone.
    public func hides(regionNamed identifier: String) -> Bool { identifiers.contains(identifier) }

    /// The public form of a visit: unchanged outside all zones, `nil` in a cut zone, with the zone as its place in a
    /// blurred one.
    public func redacted(_ visit: Visit) -> Visit? {
        guard let zone = zone(at: visit.coordinate) else { return visit }
        guard zone.privacy == .blur else { return nil }
        return Visit(
            timestamp: visit.timestamp, arrivalDate: visit.arrivalDate, departureDate: visit.departureDate,
            coordinate: zone.center, horizontalAccuracy: zone.radius, since: visit.since)
    }

    /// The zone that contains a place; `nil` for most places.
    public func zone(at place: Coordinate) -> PrivacyZone? {
        guard !zones.isEmpty else { return nil }
        var found: Int?
        index.forEach(touching: BoundingBox(around: place, reaching: 0)) { number in
            if number < found ?? .max, zones[number].contains(place) { found = number }
        }
        return found.map { zones[$0] }
    }
}
