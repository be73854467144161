/// A closed line.
public struct Ring: Sendable, Hashable {
    /// The vertices, at least three, all valid; the last is joined to the first.
    public let vertices: [Coordinate]
    /// Whether the ring contains the north pole; if it goes around the Earth and this is false, it contains the south
    /// pole.
    private let holdsNorthPole: Bool
    let bounds: BoundingBox

    /// Creates a ring through these vertices. The last may repeat the first, as in GeoJSON.
    /// `nil` if there are fewer than three or one is invalid.
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

    /// Whether the ring contains a point, determined by the number of edges between the point and the north pole.
    func contains(_ point: Coordinate) -> Bool {
        var isInside = holdsNorthPole
        var last = vertices[vertices.count - 1]
        var lastEast = wrappedLongitude(last.longitude - point.longitude)
        for vertex in vertices {
            let east = wrappedLongitude(vertex.longitude - point.longitude)
            // An edge longer than half a turn passes on the far side of the Earth.
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

    /// Square metres, with edges treated as geodesics, which is accurate enough for ``Polygon/depth``.
    var area: Double {
        abs(geodesicArea(of: vertices))
    }

    var perimeter: Double {
        var sum = 0.0
        forEachEdge { sum += $0.distance(to: $1) }
        return sum
    }
}
