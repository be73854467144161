/// The shape and position of a region. Edges are straight in longitude and latitude, as RFC 7946 requires.
public enum RegionShape: Sendable, Hashable {
    /// All points within `radius` metres of a point.
    case circle(center: Coordinate, radius: Double)
    /// All points within one of these polygons.
    case polygons([Polygon])
    /// All points within half of `width` metres of a line.
    case corridor(Polyline, width: Double)
    /// The surroundings of beacons: they have no position, and no location is inside.
    case beacons(BeaconConstraint)

    /// Metres from a point to the boundary, negative inside; 0 counts as inside.
    ///
    /// For circles, the distance is exact. For other shapes, it is the geodesic distance to the nearest boundary point
    /// found in a local projection: too large by less than 0.1 m at 10 km and by less than 0.1 % at 100 km. From 80
    /// degrees of latitude on, the nearest point is searched on the sphere instead.
    public func distance(to point: Coordinate) -> Double {
        switch self {
        case .circle(let center, let radius): return point.distance(to: center) - radius
        case .corridor(let line, let width): return line.distance(to: point) - width / 2
        case .beacons: return .infinity
        case .polygons(let polygons):
            var nearest = Double.infinity
            var isInside = false
            for polygon in polygons {
                nearest = min(nearest, polygon.boundaryDistance(to: point))
                isInside = isInside || polygon.contains(point)
            }
            return isInside ? -nearest : nearest
        }
    }

    /// Whether a point lies in the shape, including its boundary, as precisely as 64 bits allow.
    public func contains(_ point: Coordinate) -> Bool {
        switch self {
        case .circle, .corridor: distance(to: point) <= 0
        case .polygons(let polygons): polygons.contains { $0.contains(point) }
        case .beacons: false
        }
    }

    /// The number of points that describe the shape; a circle has one, and beacons count as one.
    public var pointCount: Int {
        switch self {
        case .circle, .beacons: 1
        case .corridor(let line, _): line.vertices.count
        case .polygons(let polygons):
            polygons.reduce(0) { count, polygon in
                polygon.holes.reduce(count + polygon.exterior.vertices.count) { $0 + $1.vertices.count }
            }
        }
    }

    /// The distance from the innermost point to the boundary, in metres: the radius, half the width, or for polygons a
    /// lower bound, the largest quotient of area and perimeter.
    public var depth: Double {
        switch self {
        case .circle(_, let radius): radius
        case .corridor(_, let width): width / 2
        case .polygons(let polygons): polygons.map(\.depth).max() ?? 0
        case .beacons: 0
        }
    }

    /// The boxes of latitude and longitude that contain the shape; wider than necessary by less than a metre and 1 %.
    public var bounds: [BoundingBox] {
        switch self {
        case .circle(let center, let radius): [BoundingBox(around: center, reaching: radius)]
        case .corridor(let line, let width):
            // Each piece has its own box, because the box of a long diagonal is mostly empty.
            zip(line.vertices, line.vertices.dropFirst()).map {
                BoundingBox(of: [$0, $1], reaching: width / 2)
            }
        case .polygons(let polygons): polygons.map(\.bounds)
        case .beacons: []
        }
    }

    /// The beacons, if the region is not a place.
    public var beacons: BeaconConstraint? {
        if case .beacons(let constraint) = self { constraint } else { nil }
    }
}
