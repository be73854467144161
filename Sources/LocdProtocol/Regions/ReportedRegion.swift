public import LocationModel

/// A region as the socket tells it. One of ``circle``, ``polygons`` and ``corridor`` is there.
public struct ReportedRegion: Codable, Sendable, Hashable {
    /// All points within `radius` metres of a point.
    public struct Circle: Codable, Sendable, Hashable {
        /// The middle.
        public var center: Coordinate
        /// Metres.
        public var radius: Double
    }

    /// An area within one ring and outside of others.
    public struct Polygon: Codable, Sendable, Hashable {
        /// What it is within.
        public var exterior: [Coordinate]
        /// What is cut out of it.
        public var holes: [[Coordinate]]?
    }

    /// All points within half of `width` metres of a line.
    public struct Corridor: Codable, Sendable, Hashable {
        /// The line.
        public var line: [Coordinate]
        /// Metres.
        public var width: Double
    }

    /// What tells it from the other regions of its client.
    public var identifier: String
    /// What a person calls it.
    public var name: String?
    /// A circle.
    public var circle: Circle?
    /// Polygons.
    public var polygons: [Polygon]?
    /// A corridor.
    public var corridor: Corridor?
    /// Whether entries are told; absent: true.
    public var notifyOnEntry: Bool?
    /// Whether exits are told; absent: true.
    public var notifyOnExit: Bool?
    /// Where not all can be monitored, higher ones are; absent: 0.
    public var priority: Int?
}

extension ReportedRegion {
    /// A region, to be told.
    public init(_ region: Region) {
        identifier = region.identifier
        name = region.name
        switch region.shape {
        case .circle(let center, let radius): circle = Circle(center: center, radius: radius)
        case .polygons(let shapes):
            polygons = shapes.map {
                Polygon(
                    exterior: $0.exterior.vertices, holes: $0.holes.isEmpty ? nil : $0.holes.map(\.vertices))
            }
        case .corridor(let polyline, let width): corridor = Corridor(line: polyline.vertices, width: width)
        }
        notifyOnEntry = region.notifyOnEntry ? nil : false
        notifyOnExit = region.notifyOnExit ? nil : false
        priority = region.priority == 0 ? nil : region.priority
    }

    /// The region that is meant.
    /// - Throws: ``VarlinkError/invalidRegion(identifier:detail:)``, which says what is wrong with it.
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
        switch (circle, polygons, corridor) {
        case (let circle?, nil, nil): return .circle(center: circle.center, radius: circle.radius)
        case (nil, let polygons?, nil):
            var shapes: [LocationModel.Polygon] = []
            for polygon in polygons {
                var holes: [Ring] = []
                for hole in polygon.holes ?? [] { holes.append(try ring(hole)) }
                shapes.append(LocationModel.Polygon(exterior: try ring(polygon.exterior), holes: holes))
            }
            return .polygons(shapes)
        case (nil, nil, let corridor?):
            guard let line = Polyline(corridor.line) else {
                throw refusal("The line of a corridor has two points or more, all of them on Earth.")
            }
            return .corridor(line, width: corridor.width)
        default: throw refusal("Give one of circle, polygons and corridor.")
        }
    }

    private func ring(_ vertices: [Coordinate]) throws(VarlinkError) -> Ring {
        guard Set(vertices).count >= 3, let ring = Ring(vertices) else {
            throw refusal("A ring has three different points or more, all of them on Earth.")
        }
        return ring
    }

    private func refusal(_ detail: String) -> VarlinkError {
        .invalidRegion(identifier: identifier, detail: detail)
    }
}
