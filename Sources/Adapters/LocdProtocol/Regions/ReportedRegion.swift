public import LocationModel

/// A region on the wire, with exactly one of ``circle``, ``polygons``, ``corridor`` and ``beacons``.
public struct ReportedRegion: Codable, Sendable, Hashable {
    /// All points within `radius` metres of a point.
    public struct Circle: Codable, Sendable, Hashable {
        /// The center.
        public var center: Coordinate
        /// The radius in metres.
        public var radius: Double
    }

    /// A closed line; the last point is joined to the first one.
    public struct Ring: Codable, Sendable, Hashable {
        /// The points, each once.
        public var points: [Coordinate]
    }

    /// An area inside one ring and outside of others.
    public struct Polygon: Codable, Sendable, Hashable {
        /// The outer ring.
        public var exterior: Ring
        /// The rings that are cut out of it.
        public var holes: [Ring]?
    }

    /// All points within half of `width` metres of a line.
    public struct Corridor: Codable, Sendable, Hashable {
        /// The line.
        public var line: [Coordinate]
        /// The width in metres.
        public var width: Double
    }

    /// The identifier, unique among the regions of its client.
    public var identifier: String
    /// A name for people.
    public var name: String?
    /// A circle.
    public var circle: Circle?
    /// Polygons.
    public var polygons: [Polygon]?
    /// A corridor.
    public var corridor: Corridor?
    /// The surroundings of beacons: `UUID`, `UUID:MAJOR` or `UUID:MAJOR:MINOR`.
    public var beacons: String?
    /// Whether entries are reported; absent: true.
    public var notifyOnEntry: Bool?
    /// Whether exits are reported; absent: true.
    public var notifyOnExit: Bool?
    /// If not all regions can be monitored, those with higher priority are; absent: 0.
    public var priority: Int?
}

extension ReportedRegion {
    /// Creates the wire form of a region.
    public init(_ region: Region) {
        identifier = region.identifier
        name = region.name
        switch region.shape {
        case .circle(let center, let radius): circle = Circle(center: center, radius: radius)
        case .polygons(let shapes):
            polygons = shapes.map { shape in
                let holes = shape.holes.map { Ring(points: $0.vertices) }
                return Polygon(exterior: Ring(points: shape.exterior.vertices), holes: holes.isEmpty ? nil : holes)
            }
        case .corridor(let polyline, let width): corridor = Corridor(line: polyline.vertices, width: width)
        case .beacons(let constraint): beacons = constraint.description
        }
        notifyOnEntry = region.notifyOnEntry ? nil : false
        notifyOnExit = region.notifyOnExit ? nil : false
        priority = region.priority == 0 ? nil : region.priority
    }

    /// The decoded region.
    /// - Throws: ``VarlinkError/invalidRegion(identifier:detail:)`` with the problem.
    public func region() throws(VarlinkError) -> Region {
        var region = Region(identifier: identifier, name: name, shape: try shape())
        region.notifyOnEntry = notifyOnEntry ?? true
        region.notifyOnExit = notifyOnExit ?? true
        region.priority = priority ?? 0
        guard (1...255).contains(identifier.utf8.count) else {
            throw refusal("An identifier has 1 to 255 bytes.")
        }
        guard region.isMonitorable else {
            throw refusal("It needs a middle on Earth, and a radius or width above 0 and of at most 1000000 metres.")
        }
        return region
    }

    private func shape() throws(VarlinkError) -> RegionShape {
        switch (circle, polygons, corridor, beacons) {
        case (let circle?, nil, nil, nil): return .circle(center: circle.center, radius: circle.radius)
        case (nil, let polygons?, nil, nil):
            var shapes: [LocationModel.Polygon] = []
            for polygon in polygons {
                var holes: [LocationModel.Ring] = []
                for hole in polygon.holes ?? [] { holes.append(try ring(hole)) }
                shapes.append(LocationModel.Polygon(exterior: try ring(polygon.exterior), holes: holes))
            }
            return .polygons(shapes)
        case (nil, nil, let corridor?, nil):
            guard let line = Polyline(corridor.line) else {
                throw refusal("The line of a corridor has two points or more, all of them on Earth.")
            }
            return .corridor(line, width: corridor.width)
        case (nil, nil, nil, let beacons?):
            guard let constraint = BeaconConstraint(beacons) else {
                throw refusal("Beacons are UUID, UUID:MAJOR or UUID:MAJOR:MINOR.")
            }
            return .beacons(constraint)
        default: throw refusal("Give one of circle, polygons, corridor and beacons.")
        }
    }

    private func ring(_ ring: Ring) throws(VarlinkError) -> LocationModel.Ring {
        guard Set(ring.points).count >= 3, let ring = LocationModel.Ring(ring.points) else {
            throw refusal("A ring has three different points or more, all of them on Earth.")
        }
        return ring
    }

    private func refusal(_ detail: String) -> VarlinkError {
        .invalidRegion(identifier: identifier, detail: detail)
    }
}
