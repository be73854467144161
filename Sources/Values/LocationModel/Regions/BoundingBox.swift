internal import Glibc

/// A box of latitude and longitude, valid across the antimeridian too.
public struct BoundingBox: Sendable, Hashable {
    /// The southern edge, in degrees north.
    public var south: Double
    /// The northern edge, in degrees north.
    public var north: Double
    /// The western edge, in degrees east, -180..<180.
    public var west: Double
    /// The width in degrees, eastwards from the western edge, 0...360.
    public var width: Double

    /// Creates the box of all points within `reach` metres of a line or ring, each piece going the short way round the
    /// Earth. A line that goes once around the Earth covers all longitudes.
    public init(of vertices: some Sequence<Coordinate>, reaching reach: Double = 0) {
        var (south, north) = (90.0, -90.0)
        var (longitude, west, east) = (0.0, 0.0, 0.0)
        var previous: Coordinate?
        for vertex in vertices {
            south = min(south, vertex.latitude)
            north = max(north, vertex.latitude)
            if let last = previous {
                longitude += wrappedLongitude(vertex.longitude - last.longitude)
            } else {
                (longitude, west, east) = (vertex.longitude, vertex.longitude, vertex.longitude)
            }
            previous = vertex
            west = min(west, longitude)
            east = max(east, longitude)
        }
        self.init(south: min(south, north), north: north, west: west, width: east - west, reach: reach)
    }

    /// Creates the box of all points within `reach` metres of a point.
    public init(around center: Coordinate, reaching reach: Double) {
        self.init(
            south: center.latitude, north: center.latitude, west: center.longitude, width: 0, reach: reach)
    }

    private init(south: Double, north: Double, west: Double, width: Double, reach: Double) {
        // A degree of latitude is 110.57 km at least; the rest is room for rounding.
        let margin = reach / 110_000 + 1e-7
        self.south = max(south - margin, -90)
        self.north = min(north + margin, 90)
        let farthest = max(abs(south), abs(north)) + margin
        let ratio = sin(min(margin, 90) * .pi / 180) / max(cos(min(farthest, 90) * .pi / 180), 1e-12)
        let side = farthest >= 90 || ratio >= 1 ? 180 : asin(ratio) * 180 / .pi
        self.width = min(width + 2 * side, 360)
        self.west = self.width >= 360 ? -180 : wrappedLongitude(west - side)
    }

    /// Whether the box contains a point.
    public func contains(_ point: Coordinate) -> Bool {
        guard point.latitude >= south, point.latitude <= north else { return false }
        let east = wrappedLongitude(point.longitude - west)
        return (east < 0 ? east + 360 : east) <= width
    }

    /// The box, split at the antimeridian: one or two boxes within -180...180.
    public var pieces: [(south: Double, west: Double, north: Double, east: Double)] {
        let east = west + width
        if east <= 180 { return [(south, west, north, east)] }
        return [(south, west, north, 180), (south, -180, north, east - 360)]
    }
}
