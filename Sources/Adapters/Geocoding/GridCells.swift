import Glibc
internal import LocationModel

/// The square degrees by which places are filed, from the south pole up, in each row eastwards from the antimeridian.
enum GridCells {
    static let rows = 180
    static let columns = 360
    static let count = rows * columns

    /// The runs of neighbouring cells that hold everything within a radius (metres) of a place; a few cells too many at
    /// most.
    static func runs(within radius: Double, of place: Coordinate) -> [ClosedRange<Int>] {
        // No degree of a meridian is shorter than 110.5 km; a bit is added for the ellipsoid.
        let reach = radius / 110_500 + 0.01
        let rowRange = row(place.latitude - reach)...row(place.latitude + reach)
        let highest = max(abs(place.latitude - reach), abs(place.latitude + reach))
        let sideways: Double
        if highest >= 89.5 {
            sideways = 180
        } else {
            // How far a circle reaches to the side on a sphere; the same bit more.
            let radians = Double.pi / 180
            let ratio = sin(min(reach, 90) * radians) / cos(place.latitude * radians)
            sideways = ratio < 1 ? asin(ratio) / radians + 0.01 : 180
        }
        let columnRuns = columnRuns(place.longitude, sideways)
        return rowRange.flatMap { row in
            columnRuns.map { row * columns + $0.lowerBound...row * columns + $0.upperBound }
        }
    }

    /// The runs of cells that hold everything within a box that does not reach across the antimeridian.
    static func runs(south: Double, west: Double, north: Double, east: Double) -> [ClosedRange<Int>] {
        func column(_ longitude: Double) -> Int { min(max(Int(rounding: longitude + 180, .down), 0), columns - 1) }
        return (row(south)...max(row(south), row(north))).map { row in
            row * columns + column(west)...row * columns + max(column(west), column(east))
        }
    }

    private static func row(_ latitude: Double) -> Int {
        min(max(Int(rounding: latitude + 90, .down), 0), rows - 1)
    }

    private static func columnRuns(_ longitude: Double, _ reach: Double) -> [ClosedRange<Int>] {
        guard reach < 180 else { return [0...columns - 1] }
        let west = Int(rounding: longitude - reach + 180, .down)
        let east = Int(rounding: longitude + reach + 180, .down)
        guard east - west < columns - 1 else { return [0...columns - 1] }
        let (first, last) = ((west + columns) % columns, (east + columns) % columns)
        return first <= last ? [first...last] : [0...last, first...columns - 1]
    }
}
