/// An area within one ring and outside of others. Its edges are straight in longitude and latitude, each taking the short
/// way round the Earth, so that it may lie across the antimeridian; a ring that goes once around the Earth holds the pole
/// that is nearer to it.
public struct Polygon: Sendable, Hashable {
    /// What it is within.
    public let exterior: Ring
    /// What is cut out of it.
    public let holes: [Ring]
    /// The box that holds it.
    public let bounds: BoundingBox
    /// Area divided by perimeter, in metres: how deep inside one can at least be.
    public let depth: Double

    /// A polygon of rings.
    public init(exterior: Ring, holes: [Ring] = []) {
        self.exterior = exterior
        self.holes = holes
        bounds = exterior.bounds
        let rings = [exterior] + holes
        let area = max(exterior.area - holes.reduce(0) { $0 + $1.area }, 0)
        let perimeter = rings.reduce(0) { $0 + $1.perimeter }
        depth = perimeter > 0 ? area / perimeter : 0
    }

    /// Whether a point lies in it.
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
