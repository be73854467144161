import LocationModel

/// Regions as a GeoJSON FeatureCollection (RFC 7946), which `locd region list --json` prints and `locd region add`
/// reads.
public struct RegionCollection: Encodable, Sendable {
    private let type = "FeatureCollection"
    private let features: [Feature]

    /// A collection of regions, each with its status among its properties.
    public init(_ regions: [MonitoredRegion]) {
        features = regions.map(Feature.init)
    }
}

private struct Feature: Encodable, Sendable {
    private let type = "Feature"
    private let id: String
    private let properties: Properties
    /// `null` for beacons, which have no place.
    private let geometry: Geometry?

    private enum CodingKeys: String, CodingKey { case type, id, properties, geometry }

    init(_ monitored: MonitoredRegion) {
        id = monitored.region.identifier
        properties = Properties(monitored)
        geometry = monitored.region.beacons == nil ? Geometry(monitored.region) : nil
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(id, forKey: .id)
        try container.encode(properties, forKey: .properties)
        // RFC 7946 requires the member.
        try container.encode(geometry, forKey: .geometry)
    }
}

/// The properties that `RegionFile` reads, and those that only the daemon knows.
private struct Properties: Encodable, Sendable {
    private let name: String?
    private let radius: Double?
    private let width: Double?
    private let beacon: String?
    private let notifyOnEntry: Bool?
    private let notifyOnExit: Bool?
    private let priority: Int?
    private let state: String
    private let isAdministered: Bool?
    private let until: String?
    private let owner: String?

    init(_ monitored: MonitoredRegion) {
        let region = monitored.region
        name = region.name
        radius = region.circle?.radius
        width = region.corridor?.width
        beacon = region.beacons
        notifyOnEntry = region.notifyOnEntry
        notifyOnExit = region.notifyOnExit
        priority = region.priority
        state = monitored.state.rawValue
        isAdministered = monitored.isAdministered
        until = monitored.until
        owner = monitored.owner
    }
}

/// Positions are longitude, then latitude; rings are closed.
private struct Geometry: Encodable, Sendable {
    private enum Key: String, CodingKey { case type, coordinates }

    private let region: ReportedRegion

    init(_ region: ReportedRegion) {
        self.region = region
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if let circle = region.circle {
            try container.encode("Point", forKey: .type)
            try container.encode(Self.position(circle.center), forKey: .coordinates)
        } else if let corridor = region.corridor {
            try container.encode("LineString", forKey: .type)
            try container.encode(corridor.line.map(Self.position), forKey: .coordinates)
        } else if let polygons = region.polygons {
            try container.encode("MultiPolygon", forKey: .type)
            try container.encode(polygons.map(Self.rings), forKey: .coordinates)
        }
    }

    private static func rings(_ polygon: ReportedRegion.Polygon) -> [[[Double]]] {
        ([polygon.exterior] + (polygon.holes ?? [])).map { ring in
            (ring.points + ring.points.prefix(1)).map(position)
        }
    }

    private static func position(_ place: Coordinate) -> [Double] { [place.longitude, place.latitude] }
}
