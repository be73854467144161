/// Places, regions, countries, borders and names, as `make places` builds them: see `packaging/places/FORMAT.txt`.
///
/// Opening it reads it once, for its checksums, and keeps the list of its sections; everything else is read when somebody
/// asks. All of it is hostile until read: every number that leads somewhere is checked.
public struct PlaceTable: Sendable {
    /// What the file begins with.
    static let magic = Array("LOCDPLCE".utf8)
    /// The only version there is.
    static let version = 1

    /// A section, and how long its records are in bytes.
    enum Section: String, CaseIterable {
        case countries = "CTRY"
        case regions = "REGN"
        case timeZones = "ZONE"
        case places = "PLAC"
        case cells = "CELL"
        case languages = "LANG"
        case texts = "TEXT"
        case names = "NAME"
        case borders = "BORD"
        case waters = "WATR"
        case corners = "VRTX"
        case folding = "FOLD"
        case strings = "STRG"

        var recordSize: Int {
            switch self {
            case .countries, .regions, .places: 24
            case .timeZones, .cells: 4
            case .languages: 16
            case .texts, .names, .corners, .folding: 8
            case .borders, .waters: 32
            case .strings: 1
            }
        }
    }

    private let sections: TableSections

    /// Reads the file's head, and all of it once for the checksums.
    public init(_ bytes: TableBytes) throws(PlaceTableError) {
        sections = try TableSections(
            bytes, magic: Self.magic, version: Self.version,
            sizes: Dictionary(uniqueKeysWithValues: Section.allCases.map { ($0.rawValue, $0.recordSize) }))
        guard self.count(.cells) == GridCells.count + 1 else { throw .damaged("it has \(self.count(.cells)) cells") }
    }

    /// How many records a section has.
    func count(_ section: Section) -> Int { sections.count(section.rawValue) }

    /// One record.
    func record(_ section: Section, _ index: Int) throws(PlaceTableError) -> RecordBytes {
        RecordBytes(try records(section, index..<(index + 1))[...])
    }

    /// Records in a row, as they lie there.
    func records(_ section: Section, _ range: Range<Int>) throws(PlaceTableError) -> [UInt8] {
        try sections.records(section.rawValue, range)
    }

    /// A text: two bytes of length, then UTF-8. At most 255 bytes.
    func string(_ reference: Int) throws(PlaceTableError) -> String {
        String(decoding: try stringBytes(reference), as: UTF8.self)
    }

    /// The bytes of a text.
    func stringBytes(_ reference: Int) throws(PlaceTableError) -> ArraySlice<UInt8> {
        let end = min(count(.strings), reference &+ 257)
        guard reference >= 0, reference + 2 <= end else { throw .damaged("there is no text \(reference)") }
        let found = try records(.strings, reference..<end)
        let length = RecordBytes(found[...]).u16(0)
        guard length <= found.count - 2 else { throw .damaged("text \(reference) does not end") }
        return found[2..<(2 + length)]
    }
}
