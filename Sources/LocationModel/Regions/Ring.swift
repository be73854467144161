/// A closed line.
public struct Ring: Sendable, Hashable {
    /// Its vertices, at least three, all valid; the last is joined to the first.
    public let vertices: [Coordinate]
    /// Whether the north pole lies in it; where it goes around the Earth and this is false, the south pole does.
    private let holdsNorthPole: Bool
    let bounds: BoundingBox

    /// A ring through these vertices. The last may repeat the first, as in GeoJSON.
    /// `nil` where there are fewer than three or one is not valid.
    public init?(_ vertices: [Coordinate]) {
        var vertices = vertices
        if vertices.count > 1, vertices.first == vertices.last { vertices.removeLast() }
        guard vertices.count >= 3, vertices.allSatisfy(\.isValid) else { return nil }
        self.vertices = vertices
        var (turn, latitudes) = (0.0, 0.0)
        for (index, vertex) in vertices.enumerated() {
            let next = vertices[index + 1 < vertices.count ? index + 1 : 0]
            turn += wrappedLongitude(next.longitude - vertex.longitude)
            latitudes += vertex.latitude
        }
        let goesAround = abs(turn) > 180
        holdsNorthPole = goesAround && latitudes >= 0
        var box = BoundingBox(of: vertices + [vertices[0]])
        if goesAround {
            (box.west, box.width) = (-180, 360)
            if holdsNorthPole { box.north = 90 } else { box.south = -90 }
        }
        bounds = box
    }

    /// Whether a point lies in it: the number of edges between it and the north pole tells.
    func contains(_ point: Coordinate) -> Bool {
        var isInside = holdsNorthPole
        var last = vertices[vertices.count - 1]
        var lastEast = wrappedLongitude(last.longitude - point.longitude)
        for vertex in vertices {
            let east = wrappedLongitude(vertex.longitude - point.longitude)
            // An edge of more than half a turn passes on the far side.
            if (lastEast > 0) != (east > 0), abs(east - lastEast) <= 180 {
                let part = -lastEast / (east - lastEast)
                if last.latitude + part * (vertex.latitude - last.latitude) > point.latitude { isInside.toggle() }
            }
            (last, lastEast) = (vertex, east)
        }
        return isInside
    }

    func forEachEdge(_ body: (Coordinate, Coordinate) -> Void) {
        var last = vertices[vertices.count - 1]
        for vertex in vertices {
            body(last, vertex)
            last = vertex
        }
    }

    /// Square metres; edges taken as geodesics, which is near enough for ``Polygon/depth``.
    var area: Double {
        abs(geodesicArea(of: vertices))
    }

    var perimeter: Double {
        var sum = 0.0
        forEachEdge { sum += $0.distance(to: $1) }
        return sum
    }
}
