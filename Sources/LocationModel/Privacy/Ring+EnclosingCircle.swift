extension Ring {
    /// Pieces that an edge is looked at in: between two of its ends it may bulge.
    private static let pieces = 16

    /// A circle that holds the ring: not the smallest, and larger than that by less than half.
    var enclosingCircle: (center: Coordinate, radius: Double) {
        var center = Coordinate(
            latitude: (bounds.south + bounds.north) / 2, longitude: wrappedLongitude(bounds.west + bounds.width / 2))
        // Around a pole there is no other middle.
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
    /// A place on the line to another that is straight in longitude and latitude, and takes the short way round.
    /// `part`: 0 here, 1 there.
    func straight(to other: Coordinate, part: Double) -> Coordinate {
        Coordinate(
            latitude: latitude + part * (other.latitude - latitude),
            longitude: wrappedLongitude(longitude + part * wrappedLongitude(other.longitude - longitude)))
    }
}
