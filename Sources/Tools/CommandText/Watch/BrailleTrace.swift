internal import Glibc
internal import LocationModel

/// The track of the last minutes in braille: each character has two columns and four rows of dots. North is up, a dot
/// covers the same distance in both directions, and the latest location is a full cell.
struct BrailleTrace: Sendable {
    private static let blank = 0x2800
    /// The bits of a cell's dots, by row and column (Unicode, 15.7).
    private static let bits = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    /// The minimum extent of the picture on the ground in metres, so that noise does not look like a track.
    private static let least = 40.0
    /// The maximum seconds between two locations that a line joins.
    private static let longest = 90.0

    private let places: [Location]

    init(_ places: [Location]) {
        self.places = places
    }

    /// At most `rows` lines of at most `columns` characters, and the metres per character. Empty without a track or
    /// room.
    func lines(columns: Int, rows: Int) -> (lines: [String], metres: Double) {
        guard columns >= 4, rows >= 2, let last = places.last, places.count > 1 else { return ([], 0) }
        let radians = Double.pi / 180
        let radii = WGS84.radii(atSineOfLatitude: sin(last.coordinate.latitude * radians))
        // A flat projection around the latest location, accurate enough within an hour's travel.
        let points = places.map { place in
            (
                x: wrappedLongitude(place.coordinate.longitude - last.coordinate.longitude) * radians
                    * radii.primeVertical * cos(last.coordinate.latitude * radians),
                y: (place.coordinate.latitude - last.coordinate.latitude) * radians * radii.meridian
            )
        }
        let (west, east) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (south, north) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        let (width, height) = (columns * 2, rows * 4)
        let dot = max(
            (east - west) / Double(width - 1), (north - south) / Double(height - 1), Self.least / Double(width))
        guard dot.isFinite else { return ([], 0) }
        // Centred in the available room.
        let left = (west + east) / 2 - dot * Double(width - 1) / 2
        let top = (north + south) / 2 + dot * Double(height - 1) / 2
        func cell(_ point: (x: Double, y: Double)) -> (x: Int, y: Int) {
            (
                min(max(Int(rounding: (point.x - left) / dot), 0), width - 1),
                min(max(Int(rounding: (top - point.y) / dot), 0), height - 1)
            )
        }
        var cells = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows)
        func set(_ x: Int, _ y: Int) { cells[y / 4][x / 2] |= Self.bits[y % 4][x % 2] }
        var previous: (x: Int, y: Int)?
        for (index, point) in points.enumerated() {
            let here = cell(point)
            let isJoined =
                index > 0
                && (0...Self.longest).contains(places[index].timestamp.seconds(since: places[index - 1].timestamp))
            if let previous, isJoined { Self.line(from: previous, to: here, set) } else { set(here.x, here.y) }
            previous = here
        }
        let now = cell((0, 0))
        cells[now.y / 4][now.x / 2] = 0xFF
        let lines = cells.map { row in
            String(String.UnicodeScalarView(row.compactMap { Unicode.Scalar(Self.blank + $0) }))
        }
        return (lines, dot * 2)
    }

    /// The dots on a line between two dots, after J. Bresenham (1965).
    private static func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ set: (Int, Int) -> Void) {
        var (x, y) = start
        let (dx, dy) = (abs(end.x - x), -abs(end.y - y))
        let (stepX, stepY) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
        var error = dx + dy
        while true {
            set(x, y)
            if x == end.x, y == end.y { return }
            let doubled = 2 * error
            if doubled >= dy {
                error += dy
                x += stepX
            }
            if doubled <= dx {
                error += dx
                y += stepY
            }
        }
    }
}
