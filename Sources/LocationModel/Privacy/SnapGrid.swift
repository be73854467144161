internal import Glibc

/// A grid over the whole Earth that anybody can lay out: what is said of a place by its cell alone betrays no more of it
/// than the cell, however often it is said.
///
/// Rows are as high, and cells as wide, as the pitch or a little less; WGS 84.
public struct SnapGrid: Sendable, Hashable {
    /// One field of a grid.
    public struct Cell: Sendable, Hashable {
        /// Its middle, halfway in latitude and in longitude.
        public var center: Coordinate
        /// Metres from the middle to the farthest place in it, and one more.
        public var reach: Double
    }

    /// Pole to pole along a meridian, and around the equator, in metres.
    private static let meridian = 20_003_931.5
    private static let equator = 40_075_016.7

    private let pitch: Double
    private let rows: Int

    /// A grid whose cells are `pitch` metres high and wide at most, 1 to 10,000,000; what is beyond is taken for the bound.
    public init(pitch: Double) {
        self.pitch = pitch.isFinite ? min(max(pitch, 1), 10_000_000) : 10_000_000
        rows = Int((Self.meridian / self.pitch).rounded(.up))
    }

    /// The cell that a valid place lies in.
    public func cell(of place: Coordinate) -> Cell {
        let height = 180 / Double(rows)
        let row = Self.index(place.latitude + 90, of: height, below: rows)
        let south = Double(row) * height - 90
        let north = Double(row + 1) * height - 90
        // A row is as wide as its side that is nearer to the equator.
        let widest = south < 0 && north > 0 ? 0 : min(abs(south), abs(north))
        let around = Self.equator * cos(widest * .pi / 180)
        let columns = max(Int((around / pitch).rounded(.up)), 1)
        let width = 360 / Double(columns)
        let column = Self.index(wrappedLongitude(place.longitude) + 180, of: width, below: columns)
        let west = Double(column) * width - 180
        let center = Coordinate(latitude: (south + north) / 2, longitude: west + width / 2)
        let corners = [south, north].map { Coordinate(latitude: max(min($0, 90), -90), longitude: west) }
        return Cell(center: center, reach: 1 + (corners.map(center.distance(to:)).max() ?? 0))
    }

    private static func index(_ degrees: Double, of size: Double, below count: Int) -> Int {
        guard degrees.isFinite else { return 0 }
        return min(max(Int((degrees / size).rounded(.down)), 0), count - 1)
    }
}
