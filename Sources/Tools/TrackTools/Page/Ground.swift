internal import Cartography
package import Geocoding
internal import Glibc
package import LocationModel
internal import Synchronization

/// The ground of the map: coasts, borders, lakes and rivers in squares of spherical Mercator, and towns.
package final class Ground: Sendable {
    /// Corners are whole numbers of this part of a square's side.
    private static let side = 4096.0
    /// Details smaller than this part of a side are not visible.
    private static let detail = 6.0
    /// A lake that is smaller than this is left out: two pixels of a square of 256.
    private static let smallestLake = 32.0
    /// The Equator, in metres.
    private static let circumference = 40_075_017.0
    /// Squares smaller than this show nothing that larger ones do not.
    package static let highestZoom = 12
    private static let maximumBytes = 2 << 20

    private struct Kept {
        var squares: [Int: [UInt8]] = [:]
        var bytes = 0
    }

    private let map: BaseMap?
    private let places: PlaceTable?
    private let geocoder: Geocoder?
    private let kept = Mutex(Kept())

    /// Opens both tables; what cannot be used is left out.
    package convenience init(baseMap: String, places path: String) {
        self.init(
            (try? TableBytes(path: baseMap)).flatMap { try? BaseMap($0) },
            places: (try? TableBytes(path: path)).flatMap { try? PlaceTable($0) })
    }

    /// The ground of tables that are open.
    package init(_ map: BaseMap?, places: PlaceTable?) {
        (self.map, self.places) = (map, places)
        geocoder = places.map(Geocoder.init)
    }

    package var hasMap: Bool { map != nil }
    package var hasTowns: Bool { places != nil }

    /// The town near a place; `nil` if none is known.
    package func town(near place: Coordinate) -> String? {
        let placemark = try? geocoder?.placemarks(at: place).first
        return placemark.flatMap { $0.locality ?? $0.name ?? $0.ocean ?? $0.country }
    }

    /// The most populous towns of a box.
    package func towns(within box: BoundingBox, limit: Int) -> [Town] {
        (try? places?.towns(within: box, limit: limit)) ?? []
    }

    /// A square as `{"land":[[x,y,…],…],"lakes":[…],"rivers":[…],"borders":[…],"states":[…]}`, with corners in 1/4096
    /// of its side from its north-west corner. `nil` if there is no such square, or no base map.
    package func square(zoom: Int, column: Int, row: Int) -> [UInt8]? {
        guard let map, (0...Self.highestZoom).contains(zoom), (0..<(1 << zoom)).contains(column),
            (0..<(1 << zoom)).contains(row)
        else { return nil }
        let key = (zoom << 40) | (column << 20) | row
        if let bytes = kept.withLock({ $0.squares[key] }) { return bytes }
        guard let bytes = draw(map, zoom, column, row) else { return nil }
        kept.withLock { kept in
            if kept.bytes + bytes.count > Self.maximumBytes { kept = Kept() }
            kept.squares[key] = bytes
            kept.bytes += bytes.count
        }
        return bytes
    }

    private func draw(_ map: BaseMap, _ zoom: Int, _ column: Int, _ row: Int) -> [UInt8]? {
        let square = MercatorSquare(zoom: zoom, column: column, row: row)
        let rect = MapRect(left: 0, bottom: 0, right: Self.side, top: Self.side)
        let margin = rect.grown(by: 4 * Self.detail)
        var text = TextBuffer()
        func list(_ name: StaticString, _ lines: [[MapPoint]]) {
            text.append(name)
            for (index, line) in lines.enumerated() {
                text.append(index > 0 ? ",[" as StaticString : "[" as StaticString)
                for (number, point) in line.enumerated() {
                    if number > 0 { text.append("," as StaticString) }
                    text.append(Int(rounding: point.x))
                    text.append("," as StaticString)
                    text.append(Int(rounding: point.y))
                }
                text.append("]" as StaticString)
            }
            text.append("]" as StaticString)
        }
        func points(_ line: [Coordinate]) -> [MapPoint] { line.map { square.point(of: $0, side: Self.side) } }
        do throws(PlaceTableError) {
            func rings(_ layer: BaseMap.Layer, atLeast size: Double) throws(PlaceTableError) -> [[MapPoint]] {
                try map.lines(layer, touching: square.box).compactMap { ring in
                    let ring = points(ring)
                    guard size <= 0 || MapRect(around: ring).map({ max($0.width, $0.height) >= size }) == true else {
                        return nil
                    }
                    let drawn = PlaneLine.simplified(
                        ring: PlaneLine.clipped(ring: ring, to: margin), tolerance: Self.detail)
                    return drawn.count > 2 ? drawn : nil
                }
            }
            func lines(_ layer: BaseMap.Layer) throws(PlaceTableError) -> [[MapPoint]] {
                try map.lines(layer, touching: square.box).flatMap { line in
                    PlaneLine.pieces(of: points(line), touching: margin).map {
                        PlaneLine.simplified($0, tolerance: Self.detail)
                    }
                }
            }
            list("{\"land\":[", try rings(.land, atLeast: 0))
            list(",\"lakes\":[", try rings(.lake, atLeast: Self.smallestLake))
            var rivers: [[MapPoint]] = []
            for layer in BaseMap.Layer.rivers(at: Self.circumference / 256 / Double(1 << zoom)) {
                rivers += try lines(layer)
            }
            list(",\"rivers\":[", rivers)
            list(",\"borders\":[", try lines(.border))
            list(",\"states\":[", zoom >= 4 ? try lines(.state) : [])
        } catch {
            return nil
        }
        text.append("}" as StaticString)
        return text.bytes
    }
}

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

    /// The squares of a zoom level that a box touches; `nil` if there are more than `limit`.
    static func touching(_ box: BoundingBox, zoom: Int, limit: Int) -> [(column: Int, row: Int)]? {
        let whole = MercatorSquare(zoom: zoom, column: 0, row: 0)
        let across = 1 << zoom
        func corner(_ latitude: Double, _ east: Double) -> (Int, Int) {
            let point = whole.point(of: Coordinate(latitude: latitude, longitude: box.west), side: 1)
            return (
                Int(rounding: point.x + east / 360 * Double(across), .down),
                min(max(Int(rounding: point.y, .down), 0), across - 1)
            )
        }
        let ((west, north), (east, south)) = (corner(box.north, 0), corner(box.south, box.width))
        guard (south - north + 1) * (east - west + 1) <= limit else { return nil }
        return (north...south).flatMap { row in
            (west...min(east, west + across - 1)).map { (column: $0 % across, row: row) }
        }
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

extension Town {
    package func write(to line: inout JSONLine) {
        line.member("name", name)
        line.place(coordinate)
        line.member("population", population)
    }
}
