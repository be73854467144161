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

    /// Places along the line, and how far the line can be from the nearest of them, in metres.
    ///
    /// They are at most `spacing` metres apart, or more if there would otherwise be more than about `maximum` of them.
    func cover(spacing: Double, maximum: Int) -> (places: [Coordinate], reach: Double) {
        let lengths = zip(vertices, vertices.dropFirst()).map { $0.distance(to: $1) }
        let spacing = max(spacing, lengths.reduce(0, +) / Double(max(maximum, 1)))
        var places = [vertices[0]]
        var reach = 0.0
        for (index, length) in lengths.enumerated() {
            let count = max(Int(rounding: length / spacing, .up), 1)
            for piece in 1...count {
                let next = vertices[index].straight(to: vertices[index + 1], part: Double(piece) / Double(count))
                // Half a piece plus its bulge: close to a pole, a piece is half a circle around it.
                reach = max(reach, 0.75 * (places.last ?? next).distance(to: next))
                places.append(next)
            }
        }
        return (places, reach)
    }
}
