internal import LocationModel

extension PlaceTable {
    /// How far the borders of the table may be from the real ones, in metres: they are drawn for maps of 1:50 million.
    static let borderAccuracy = 3000.0

    func country(around place: Coordinate) throws(PlaceTableError) -> Int? {
        // Rings of a country lie in a row, and a hole is one more ring: an odd number of them is around what is inside.
        var inside: [Int: Bool] = [:]
        for ring in try rings(.borders, whoseBoxHolds: place) where try isAround(place, ring) {
            inside[ring.owner, default: false].toggle()
        }
        return inside.filter(\.value).keys.min()
    }

    /// The first ocean, sea or lake whose coarse outline is around a place that is not on land.
    func water(around place: Coordinate) throws(PlaceTableError) -> (name: String, isInland: Bool)? {
        for ring in try rings(.waters, whoseBoxHolds: place) where try isAround(place, ring) {
            return (try string(ring.owner), ring.flags == 1)
        }
        return nil
    }

    private struct TableRing {
        let owner: Int
        let flags: Int
        let corners: Range<Int>
    }

    private func rings(
        _ section: Section, whoseBoxHolds place: Coordinate
    ) throws(PlaceTableError) -> [TableRing] {
        var found: [TableRing] = []
        for record in try records(section, 0..<count(section)) {
            guard (record.degrees(8)...max(record.degrees(8), record.degrees(16))).contains(place.latitude),
                (record.degrees(12)...max(record.degrees(12), record.degrees(20))).contains(place.longitude)
            else { continue }
            let first = record.u32(24)
            let corners = first..<(first + record.u32(28))
            found.append(TableRing(owner: record.u32(0), flags: record.u32(4), corners: corners))
        }
        return found
    }

    /// The sides of a ring are straight in longitude and latitude.
    private func isAround(_ place: Coordinate, _ ring: TableRing) throws(PlaceTableError) -> Bool {
        try records(.corners, ring.corners).encloses((place.longitude, place.latitude)) {
            ($0.degrees(4), $0.degrees(0))
        }
    }
}
