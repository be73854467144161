import CZlib

/// Writes the file of a table from its sections, as packaging/places does.
enum TableFile {
    /// A section: its tag, the length of a record, and the records.
    typealias Section = (tag: String, size: Int, bytes: [UInt8])

    static func bytes(_ magic: String, _ sections: [Section]) -> [UInt8] {
        let start = 24 + 24 * sections.count + 8
        var (list, body): ([UInt8], [UInt8]) = ([], [])
        for section in sections {
            list += Array(section.tag.utf8) + number(section.size, 4)
            list += number(section.bytes.count / section.size, 4) + number(checksum(section.bytes), 4)
            list += number(start + body.count, 8)
            body += section.bytes + [UInt8](repeating: 0, count: (8 - section.bytes.count % 8) % 8)
        }
        let head =
            Array(magic.utf8) + number(1, 4) + number(sections.count, 4) + number(start + body.count, 8) + list
        return head + number(checksum(head), 8) + body
    }

    /// The checksum that a table has of its parts.
    static func checksum(_ bytes: [UInt8]) -> Int {
        Int(bytes.withUnsafeBytes { czlib_crc32(0, $0.baseAddress, $0.count) })
    }

    /// A number in little-endian bytes.
    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
