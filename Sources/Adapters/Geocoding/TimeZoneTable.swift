public import LocationModel

/// The boundaries of the time zones, on a table that `make places` builds; see `packaging/places/FORMAT.txt` for its
/// format.
///
/// It is read in parts and never mapped (see ``TableBytes``): a question reads about 10 kB near a border, and 4 bytes
/// elsewhere.
public struct TimeZoneTable: Sendable {
    private enum Section: String, CaseIterable {
        case zones = "ZONE"
        case cells = "CELL"
        case mixed = "MIXD"
        case rings = "RING"
        case corners = "VRTX"

        var recordSize: Int {
            switch self {
            case .zones: 48
            case .mixed, .rings: 8
            case .cells, .corners: 4
            }
        }
    }

    static let magic = Array("LOCDZONE".utf8)
    static let version = 1
    /// Cells of half a degree, from the south pole up, in each row eastwards from the antimeridian.
    static let rows = 360
    static let columns = 720
    private static let perDegree = 2.0
    /// Steps of the corners' grid from one edge of a cell to the other.
    private static let steps = 65_535.0
    /// Set in a cell with borders, whose other bits number its record.
    private static let isMixed = 0x8000_0000

    private let sections: TableSections

    /// Reads the file's head, and all of it once for the checksums.
    public init(_ bytes: TableBytes) throws(PlaceTableError) {
        sections = try TableSections(
            bytes, magic: Self.magic, version: Self.version,
            sizes: Dictionary(uniqueKeysWithValues: Section.allCases.map { ($0.rawValue, $0.recordSize) }))
        guard sections.count(Section.cells.rawValue) == Self.rows * Self.columns else {
            throw .damaged("it has \(sections.count(Section.cells.rawValue)) cells")
        }
    }

    /// The identifier of the time zone at a place, as the tz database names it: `Europe/Zurich`; at sea `Etc/GMT-1` and
    /// its like. `nil` for a coordinate that is not valid.
    public func identifier(at place: Coordinate) throws(PlaceTableError) -> String? {
        guard place.isValid else { return nil }
        let (x, y) = ((place.longitude + 180) * Self.perDegree, (place.latitude + 90) * Self.perDegree)
        let (column, row) = (
            min(Int(rounding: x, .towardZero), Self.columns - 1), min(Int(rounding: y, .towardZero), Self.rows - 1)
        )
        let cell = try record(.cells, row * Self.columns + column).u32(0)
        guard cell & Self.isMixed != 0 else { return try name(cell) }
        let point = (x: (x - Double(column)) * Self.steps, y: (y - Double(row)) * Self.steps)
        let mixed = try record(.mixed, cell & ~Self.isMixed)
        var inside: (zone: Int, isInside: Bool)?
        let first = mixed.u32(4)
        for index in first..<first + mixed.u16(2) {
            let ring = try record(.rings, index)
            // A zone's rings stand together; a hole is a ring in another.
            if inside?.zone != ring.u16(0) {
                if let inside, inside.isInside { return try name(inside.zone) }
                inside = (ring.u16(0), false)
            }
            if try encloses(ring, point) { inside?.isInside.toggle() }
        }
        if let inside, inside.isInside { return try name(inside.zone) }
        return try name(mixed.u16(0))
    }

    private func encloses(_ ring: RecordBytes, _ point: (x: Double, y: Double)) throws(PlaceTableError) -> Bool {
        let corners = try sections.records(Section.corners.rawValue, ring.u32(4)..<ring.u32(4) + ring.u16(2))
        return corners.count > 2 && corners.encloses(point) { (Double($0.u16(0)), Double($0.u16(2))) }
    }

    private func name(_ zone: Int) throws(PlaceTableError) -> String {
        let name = try record(.zones, zone).text(0, 48)
        // It goes into environments and to timedatectl: nothing but what the tz database has.
        guard name.hasOnlyLettersAndDigits(or: "_-+/"), !name.isEmpty else {
            throw .damaged("the name of time zone \(zone) is invalid")
        }
        return name
    }

    private func record(_ section: Section, _ index: Int) throws(PlaceTableError) -> RecordBytes {
        try sections.records(section.rawValue, index..<index + 1)[0]
    }
}
