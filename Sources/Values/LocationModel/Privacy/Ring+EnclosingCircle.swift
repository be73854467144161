extension Ring {
    /// The number of pieces that an edge is checked in, because it may bulge between its ends.
    private static let pieces = 16

    /// A circle that encloses the ring; less than half larger than the smallest one.
    var enclosingCircle: (center: Coordinate, radius: Double) {
        var center = Coordinate(
            latitude: (bounds.south + bounds.north) / 2, longitude: wrappedLongitude(bounds.west + bounds.width / 2))
        // A ring around a pole has no other middle.
        if bounds.width >= 360 { center = Coordinate(latitude: bounds.north >= 90 ? 90 : -90, longitude: 0) }
        var radius = 0.0
        forEachEdge { from, to in
            var last = from
            for piece in 1...Self.pieces {
                let next = from.straight(to: to, part: Double(piece) / Double(Self.pieces))
                radius = max(radius, center.distance(to: next) + last.distance(to: next) / 2)
                last = next
            }
        }
        return (center, radius)
    }
}

extension Coordinate {
    /// A place on the line to `other` that is straight in longitude and latitude, the short way round the Earth.
    /// `part`: 0 at this place, 1 at `other`.
    func straight(to other: Coordinate, part: Double) -> Coordinate {
        Coordinate(
            latitude: latitude + part * (other.latitude - latitude),
            longitude: wrappedLongitude(longitude + part * wrappedLongitude(other.longitude - longitude)))
    }
}
