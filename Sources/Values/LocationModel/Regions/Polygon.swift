/// The area inside one ring and outside of others. Edges are straight in longitude and latitude, each the short way
/// round the Earth, so a polygon may lie across the antimeridian; a ring that goes once around the Earth contains the
/// nearer pole.
public struct Polygon: Sendable, Hashable {
    /// The outer ring.
    public let exterior: Ring
    /// The holes.
    public let holes: [Ring]
    /// The box that contains the polygon.
    public let bounds: BoundingBox
    /// Area divided by perimeter, in metres: a lower bound of the distance from the innermost point to the boundary.
    public let depth: Double

    /// Creates a polygon from rings.
    public init(exterior: Ring, holes: [Ring] = []) {
        self.exterior = exterior
        self.holes = holes
        bounds = exterior.bounds
        let rings = [exterior] + holes
        let area = max(exterior.area - holes.reduce(0) { $0 + $1.area }, 0)
        let perimeter = rings.reduce(0) { $0 + $1.perimeter }
        depth = perimeter > 0 ? area / perimeter : 0
    }

    /// Whether the polygon contains a point.
    public func contains(_ point: Coordinate) -> Bool {
        bounds.contains(point) && exterior.contains(point) && !holes.contains { $0.contains(point) }
    }

    /// Metres from a point to the nearest point of a ring.
    func boundaryDistance(to point: Coordinate) -> Double {
        var search = NearestPointSearch(from: point)
        exterior.forEachEdge { search.look(from: $0, to: $1) }
        for hole in holes { hole.forEachEdge { search.look(from: $0, to: $1) } }
        return search.distance
    }
}
