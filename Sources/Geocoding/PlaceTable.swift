internal import CZlib

/// Places, regions, countries, borders and names, as `make places` builds them; Documentation/PlaceTable.md has the format.
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

    private let bytes: TableBytes
    private let extents: [Section: (offset: Int, count: Int)]

    /// Reads the file's head, and all of it once for the checksums.
    public init(_ bytes: TableBytes) throws(PlaceTableError) {
        self.bytes = bytes
        let (headSize, entrySize) = (24, 24)
        guard bytes.count >= headSize + 8 else { throw .unknownFormat("it has \(bytes.count) bytes") }
        let head = RecordBytes(try bytes.read(0, headSize)[...])
        guard Array(head.bytes.prefix(8)) == Self.magic else { throw .unknownFormat("it begins otherwise") }
        guard head.u32(8) == Self.version else {
            throw .unknownFormat("it has version \(head.u32(8)), not \(Self.version)")
        }
        guard head.u64(16) == UInt64(bytes.count) else {
            throw .damaged("it has \(bytes.count) bytes and says \(head.u64(16))")
        }
        let count = head.u32(12)
        guard (1...64).contains(count), headSize + entrySize * count + 8 <= bytes.count else {
            throw .damaged("it says that it has \(count) sections")
        }
        let listed = headSize + entrySize * count
        guard try Self.checksum(bytes, 0, listed) == RecordBytes(try bytes.read(listed, 4)[...]).u32(0) else {
            throw .damaged("the checksum of its head is wrong")
        }
        var extents: [Section: (offset: Int, count: Int)] = [:]
        for index in 0..<count {
            let entry = RecordBytes(try bytes.read(headSize + entrySize * index, entrySize)[...])
            // A section that a later builder adds is nobody's loss.
            guard let section = Section(rawValue: entry.text(0, 4)) else { continue }
            guard entry.u32(4) == section.recordSize, let offset = Int(exactly: entry.u64(16)), offset <= bytes.count,
                entry.u32(8) <= (bytes.count - offset) / section.recordSize
            else { throw .damaged("section \(section.rawValue) does not fit") }
            guard try Self.checksum(bytes, offset, entry.u32(8) * section.recordSize) == entry.u32(12) else {
                throw .damaged("the checksum of section \(section.rawValue) is wrong")
            }
            extents[section] = (offset, entry.u32(8))
        }
        for section in Section.allCases where extents[section] == nil {
            throw .damaged("section \(section.rawValue) is missing")
        }
        self.extents = extents
        guard self.count(.cells) == GridCells.count + 1 else { throw .damaged("it has \(self.count(.cells)) cells") }
    }

    /// How many records a section has.
    func count(_ section: Section) -> Int { extents[section]?.count ?? 0 }

    /// One record.
    func record(_ section: Section, _ index: Int) throws(PlaceTableError) -> RecordBytes {
        RecordBytes(try records(section, index..<(index + 1))[...])
    }

    /// Records in a row, as they lie there.
    func records(_ section: Section, _ range: Range<Int>) throws(PlaceTableError) -> [UInt8] {
        let (offset, count) = extents[section] ?? (0, 0)
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .damaged("section \(section.rawValue) has no record \(range.upperBound - 1)")
        }
        return try bytes.read(offset + range.lowerBound * section.recordSize, range.count * section.recordSize)
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

    private static func checksum(
        _ bytes: TableBytes, _ offset: Int, _ length: Int
    ) throws(PlaceTableError) -> Int {
        var sum: UInt32 = 0
        var at = offset
        while at < offset + length {
            let piece = try bytes.read(at, min(1 << 18, offset + length - at))
            sum = piece.withUnsafeBytes { czlib_crc32(sum, $0.baseAddress, $0.count) }
            at += piece.count
        }
        return Int(sum)
    }
}
