public import LocationModel

/// A town for a map.
public struct Town: Sendable, Hashable {
    /// What it is called there.
    public var name: String
    /// Its middle.
    public var coordinate: Coordinate
    /// How many people live in it.
    public var population: Int
}

extension PlaceTable {
    /// The most populous towns within a box, at most `limit` of them, the largest first.
    public func towns(within box: BoundingBox, limit: Int) throws(PlaceTableError) -> [Town] {
        var found: [TablePlace] = []
        for piece in box.pieces {
            for run in GridCells.runs(south: piece.south, west: piece.west, north: piece.north, east: piece.east) {
                try forEachPlace(in: [run]) { place in
                    if box.contains(place.coordinate) { found.append(place) }
                }
                // Of all the Earth's 234,908 only the largest are kept on the way.
                if found.count > 4 * limit + 4096 { found = Self.largest(found, limit) }
            }
        }
        return try Self.largest(found, limit).map { place throws(PlaceTableError) in
            Town(name: try string(place.name), coordinate: place.coordinate, population: place.population)
        }
    }

    private static func largest(_ places: [TablePlace], _ limit: Int) -> [TablePlace] {
        Array(
            places.sorted { ($0.population, $1.index) > ($1.population, $0.index) }.prefix(max(limit, 0)))
    }
}
