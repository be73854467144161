internal import CZlib

/// The head of a table and where its sections are: what the place table and the base map have in common.
///
/// Opening it reads the file once, for its checksums. All of it is hostile until read: every number that leads
/// somewhere is checked.
struct TableSections: Sendable {
    private struct Extent: Sendable {
        var offset: Int
        var count: Int
        var size: Int
    }

    private let bytes: TableBytes
    private let extents: [String: Extent]

    /// Reads the head, and everything once for the checksums.
    /// - Parameters:
    ///   - sizes: The tags of the sections, and the bytes of a record of each.
    ///   - optional: The tags of those that may be missing, and then have no records.
    init(
        _ bytes: TableBytes, magic: [UInt8], version: Int, sizes: [String: Int], optional: Set<String> = []
    ) throws(PlaceTableError) {
        self.bytes = bytes
        let (headSize, entrySize) = (24, 24)
        guard bytes.count >= headSize + 8 else { throw .unknownFormat("it has \(bytes.count) bytes") }
        let head = RecordBytes(try bytes.read(0, headSize)[...])
        guard Array(head.bytes.prefix(8)) == magic else { throw .unknownFormat("it begins otherwise") }
        guard head.u32(8) == version else {
            throw .unknownFormat("it has version \(head.u32(8)), not \(version)")
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
        var extents: [String: Extent] = [:]
        for index in 0..<count {
            let entry = RecordBytes(try bytes.read(headSize + entrySize * index, entrySize)[...])
            let tag = entry.text(0, 4)
            // Unknown sections, which later builders may add, are skipped.
            guard let size = sizes[tag] else { continue }
            guard entry.u32(4) == size, let offset = Int(exactly: entry.u64(16)), offset <= bytes.count,
                entry.u32(8) <= (bytes.count - offset) / size
            else { throw .damaged("section \(tag) does not fit") }
            guard try Self.checksum(bytes, offset, entry.u32(8) * size) == entry.u32(12) else {
                throw .damaged("the checksum of section \(tag) is wrong")
            }
            extents[tag] = Extent(offset: offset, count: entry.u32(8), size: size)
        }
        for tag in sizes.keys.sorted() where extents[tag] == nil {
            guard optional.contains(tag) else { throw .damaged("section \(tag) is missing") }
            extents[tag] = Extent(offset: 0, count: 0, size: sizes[tag] ?? 1)
        }
        self.extents = extents
    }

    /// How many records a section has.
    func count(_ tag: String) -> Int { extents[tag]?.count ?? 0 }

    /// Records in a row, as they lie there.
    func records(_ tag: String, _ range: Range<Int>) throws(PlaceTableError) -> RecordList {
        guard let extent = extents[tag], range.lowerBound >= 0, range.upperBound <= extent.count else {
            throw .damaged("section \(tag) has no record \(range.upperBound - 1)")
        }
        let bytes = try bytes.read(extent.offset + range.lowerBound * extent.size, range.count * extent.size)
        return RecordList(bytes: bytes, size: extent.size)
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

/// Records in a row, as they lie in a table.
struct RecordList: RandomAccessCollection {
    let bytes: [UInt8]
    /// How long a record is in bytes.
    let size: Int

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count / size }

    subscript(index: Int) -> RecordBytes { RecordBytes(bytes[(index * size)..<((index + 1) * size)]) }

    /// Whether a ray eastwards from a point crosses an odd number of sides of the ring that has these corners.
    /// - Parameter corner: Where a record says that a corner is.
    func encloses(_ point: (x: Double, y: Double), corner: (RecordBytes) -> (x: Double, y: Double)) -> Bool {
        guard var before = last.map(corner) else { return false }
        var isInside = false
        for record in self {
            let here = corner(record)
            if (here.y > point.y) != (before.y > point.y) {
                let part = (point.y - here.y) / (before.y - here.y)
                if here.x + part * (before.x - here.x) > point.x { isInside.toggle() }
            }
            before = here
        }
        return isInside
    }
}
