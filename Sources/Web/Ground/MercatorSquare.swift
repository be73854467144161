internal import Cartography
internal import Glibc
internal import LocationModel

/// A square of the map that browsers draw: spherical Mercator, 2ᶻᵒᵒᵐ squares a side, counted from the north-west.
struct MercatorSquare {
    /// Beyond it the map ends.
    static let latitudeLimit = 85.051_128

    private let scale: Double
    private let column: Double
    private let row: Double
    /// The area that it covers.
    let box: BoundingBox

    init(zoom: Int, column: Int, row: Int) {
        scale = Double(1 << zoom)
        (self.column, self.row) = (Double(column), Double(row))
        let west = Double(column) / scale * 360 - 180
        let (north, south) = (Self.latitude(Double(row) / scale), Self.latitude(Double(row + 1) / scale))
        var box = BoundingBox(around: Coordinate(latitude: 0, longitude: 0), reaching: 0)
        (box.south, box.north, box.west, box.width) = (south, north, west, 360 / scale)
        self.box = box
    }

    /// A place, in parts of a side from the north-west corner.
    func point(of place: Coordinate, side: Double) -> MapPoint {
        let latitude = min(max(place.latitude, -Self.latitudeLimit), Self.latitudeLimit) * .pi / 180
        let x = (place.longitude + 180) / 360 * scale - column
        let y = (1 - asinh(tan(latitude)) / .pi) / 2 * scale - row
        return MapPoint(x: x * side, y: y * side)
    }

    private static func latitude(_ part: Double) -> Double { atan(sinh(.pi * (1 - 2 * part))) * 180 / .pi }
}
