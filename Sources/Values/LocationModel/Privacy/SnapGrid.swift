internal import Glibc

/// A public grid over the whole Earth: a place reported by its cell reveals only the cell, no matter how often it is
/// reported.
///
/// The height of rows and the width of cells are the pitch or a little less; WGS 84.
public struct SnapGrid: Sendable, Hashable {
    /// A cell of a grid.
    public struct Cell: Sendable, Hashable {
        /// The middle, halfway in latitude and in longitude.
        public var center: Coordinate
        /// Metres from the middle to the farthest place in the cell, plus one.
        public var reach: Double
    }

    /// Pole to pole along a meridian, and around the equator, in metres.
    private static let meridian = 20_003_931.5
    private static let equator = 40_075_016.7

    private let pitch: Double
    private let rows: Int

    /// Creates a grid whose cells are at most `pitch` metres high and wide; the pitch is limited to 1 to 10,000,000.
    public init(pitch: Double) {
        self.pitch = pitch.isFinite ? min(max(pitch, 1), 10_000_000) : 10_000_000
        rows = Int(rounding: Self.meridian / self.pitch, .up)
    }

    /// The cell that contains a valid place.
    public func cell(of place: Coordinate) -> Cell {
        let height = 180 / Double(rows)
        let row = Self.index(place.latitude + 90, of: height, below: rows)
        let south = Double(row) * height - 90
        let north = Double(row + 1) * height - 90
        // The width of a row is that of its side nearer to the equator.
        let widest = south < 0 && north > 0 ? 0 : min(abs(south), abs(north))
        let around = Self.equator * cos(widest * .pi / 180)
        let columns = max(Int(rounding: around / pitch, .up), 1)
        let width = 360 / Double(columns)
        let column = Self.index(wrappedLongitude(place.longitude) + 180, of: width, below: columns)
        let west = Double(column) * width - 180
        let center = Coordinate(latitude: (south + north) / 2, longitude: west + width / 2)
        let corners = [south, north].map { Coordinate(latitude: max(min($0, 90), -90), longitude: west) }
        return Cell(center: center, reach: 1 + (corners.map(center.distance(to:)).max() ?? 0))
    }

    private static func index(_ degrees: Double, of size: Double, below count: Int) -> Int {
        guard degrees.isFinite else { return 0 }
        return min(max(Int(rounding: degrees / size, .down), 0), count - 1)
    }
}
