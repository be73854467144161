public import LocationModel

/// Coasts, borders, lakes and rivers of the Earth at 1:10 million, as `make places` builds them: see
/// `packaging/places/FORMAT.txt`.
public struct BaseMap: Sendable {
    /// What the file begins with.
    static let magic = Array("LOCDBASE".utf8)
    static let version = 1
    /// Degrees are whole numbers of this part of one.
    private static let scale = 10_000.0
    /// No line of the Earth has more corners.
    private static let mostCorners = 2_000_000

    /// What a line is.
    public enum Layer: String, Sendable, Hashable, CaseIterable {
        /// The coast of a continent, an island or an inland sea: a ring. Land is what an odd number of rings is around.
        case land = "LAND"
        /// A border of countries.
        case border = "BORD"
        /// A border of states, cantons or provinces.
        case state = "STAT"
        /// The shore of a lake, or of an island in one: a ring. Water is what an odd number of rings is around.
        case lake = "LAKE"
        /// A river of the first rank, such as the Danube.
        case largeRiver = "RVR0"
        /// A river of the second rank, such as the Rhine or the Thames.
        case river = "RVR1"
        /// A river of the third rank.
        case smallRiver = "RVR2"

        /// Files of earlier builders have none of these.
        static let optional: Set<Layer> = [.lake, .largeRiver, .river, .smallRiver]

        /// The layers of rivers that a map shows: none where the lines are visibly beside the real rivers.
        ///
        /// - Parameter metresPerPixel: How much of the ground a pixel covers.
        public static func rivers(at metresPerPixel: Double) -> [Layer] {
            guard metresPerPixel >= 10 else { return [] }
            return [(largeRiver, 10_000), (river, 2_500), (smallRiver, 650)].filter { metresPerPixel < $0.1 }.map(\.0)
        }
    }

    private static let corners = "PNTS"
    private static let recordSize = 24

    private let sections: TableSections

    /// Reads the file's head, and all of it once for the checksums.
    public init(_ bytes: TableBytes) throws(PlaceTableError) {
        var sizes = Dictionary(uniqueKeysWithValues: Layer.allCases.map { ($0.rawValue, Self.recordSize) })
        sizes[Self.corners] = 1
        sections = try TableSections(
            bytes, magic: Self.magic, version: Self.version, sizes: sizes,
            optional: Set(Layer.optional.map(\.rawValue)))
    }

    /// The lines of a layer whose boxes touch a box, whole: corners in degrees. Rings do not repeat their first corner.
    public func lines(_ layer: Layer, touching box: BoundingBox) throws(PlaceTableError) -> [[Coordinate]] {
        var found: [[Coordinate]] = []
        for record in try sections.records(layer.rawValue, 0..<sections.count(layer.rawValue)) {
            guard record.degrees(0) <= box.north, record.degrees(8) >= box.south,
                Self.touches(box, west: record.degrees(4), east: record.degrees(12))
            else { continue }
            found.append(try corners(from: record.u32(16), count: record.u32(20)))
        }
        return found
    }

    private static func touches(_ box: BoundingBox, west: Double, east: Double) -> Bool {
        box.pieces.contains { west <= $0.east && east >= $0.west }
    }

    private func corners(from offset: Int, count: Int) throws(PlaceTableError) -> [Coordinate] {
        guard count <= Self.mostCorners else { throw .damaged("a line has \(count) corners") }
        let end = sections.count(Self.corners)
        // Two numbers of at most four bytes each make a corner; the first may have more.
        let bytes = try sections.records(
            Self.corners, min(offset, end)..<min(offset + 8 * count + 16, end)
        ).bytes
        var (at, latitude, longitude) = (0, 0, 0)
        func number() throws(PlaceTableError) -> Int {
            var (value, shift) = (0, 0)
            while at < bytes.count, shift < 35 {
                let byte = Int(bytes[at])
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128 { return (value >> 1) ^ -(value & 1) }
            }
            throw .damaged("a line of the base map does not end")
        }
        var line: [Coordinate] = []
        line.reserveCapacity(count)
        for _ in 0..<count {
            latitude += try number()
            longitude += try number()
            let corner = Coordinate(latitude: Double(latitude) / Self.scale, longitude: Double(longitude) / Self.scale)
            guard corner.isValid else { throw .damaged("a corner of the base map is not on Earth") }
            line.append(corner)
        }
        return line
    }
}
