/// The private regions of one owner, as the zones that are hidden for them. Finds the zone of a place among many.
public struct PrivacyZones: Sendable {
    private let zones: [PrivacyZone]
    private let index: RegionIndex
    private let identifiers: Set<String>

    /// The zones of those of the regions that are private.
    public init(_ regions: some Sequence<Region> = []) {
        let hidden = regions.filter { $0.privacy != nil }
        // Where zones overlap the first is asked first: what is cut is not blurred.
        let all = hidden.flatMap(PrivacyZone.zones(of:))
        let zones = all.filter { $0.privacy == .cut } + all.filter { $0.privacy == .blur }
        let index = RegionIndex(zones.enumerated().map { (BoundingBox(around: $1.center, reaching: $1.radius), $0) })
        // Who crosses a boundary in a zone is in that zone.
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

    /// Whether nothing is hidden.
    public var isEmpty: Bool { zones.isEmpty }

    /// Whether a region of this name is private, or crossing its boundary would tell where in a zone somebody is.
    public func hides(regionNamed identifier: String) -> Bool { identifiers.contains(identifier) }

    /// What may be told of a visit: nothing of one in a zone that is cut, the zone in the place of one that is blurred.
    public func redacted(_ visit: Visit) -> Visit? {
        guard let zone = zone(at: visit.coordinate) else { return visit }
        guard zone.privacy == .blur else { return nil }
        return Visit(
            timestamp: visit.timestamp, arrivalDate: visit.arrivalDate, departureDate: visit.departureDate,
            coordinate: zone.center, horizontalAccuracy: zone.radius, since: visit.since)
    }

    /// The zone that a place lies in; `nil` for most.
    public func zone(at place: Coordinate) -> PrivacyZone? {
        guard !zones.isEmpty else { return nil }
        var found: Int?
        index.forEach(touching: BoundingBox(around: place, reaching: 0)) { number in
            if number < found ?? .max, zones[number].contains(place) { found = number }
        }
        return found.map { zones[$0] }
    }
}
