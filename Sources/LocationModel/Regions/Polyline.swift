/// A line whose pieces are straight in longitude and latitude, each the short way round the Earth.
public struct Polyline: Sendable, Hashable {
    /// The vertices, at least two, all valid.
    public let vertices: [Coordinate]

    /// Creates a line through these vertices; `nil` if there are fewer than two or one is invalid.
    public init?(_ vertices: [Coordinate]) {
        guard vertices.count >= 2, vertices.allSatisfy(\.isValid) else { return nil }
        self.vertices = vertices
    }

    /// Metres from a point to the nearest point of the line; see ``RegionShape/distance(to:)``.
    public func distance(to point: Coordinate) -> Double {
        var search = NearestPointSearch(from: point)
        for index in 1..<vertices.count { search.look(from: vertices[index - 1], to: vertices[index]) }
        return search.distance
    }
}
