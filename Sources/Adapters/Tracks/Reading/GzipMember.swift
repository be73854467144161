internal import LocationModel

/// One member of a compressed track, as its own header describes it.
///
/// A gzip file may have many members, and each header an extra field (RFC 1952, 2.3.1.1), which every gzip program
/// skips. Ours, `LT`, contains the length of the member and the period of its records. So a reader gets from header to
/// header without decompressing, and decompresses only what it looks for.
struct GzipMember: Sendable, Hashable {
    /// `LT` and its length, size of the member, size of its plain bytes, earliest and latest time.
    static let extraSize = 4 + 4 + 4 + 8 + 8
    /// The length of the header up to and with the extra field.
    static let headerSize = 12 + extraSize

    /// The number of bytes of the member, with its header.
    var size: UInt32
    /// The number of bytes after decompression.
    var plainSize: UInt32
    /// The lowest and the highest time of its records; `nil` if none has a time.
    var times: ClosedRange<Timestamp>?

    /// Creates a member from these values.
    init(size: UInt32, plainSize: UInt32, times: ClosedRange<Timestamp>?) {
        self.size = size
        self.plainSize = plainSize
        self.times = times
    }

    var extra: [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "L"), UInt8(ascii: "T"), UInt8(Self.extraSize - 4), 0]
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        append(size)
        append(plainSize)
        append(times?.lowerBound.milliseconds ?? Int64.max)
        append(times?.upperBound.milliseconds ?? Int64.min)
        return bytes
    }

    /// Reads the header of a member that locd wrote; `nil` for any other.
    init?(header: [UInt8]) {
        guard header.count >= Self.headerSize, header[0] == 0x1F, header[1] == 0x8B, header[2] == 8, header[3] == 4,
            header[10] == UInt8(Self.extraSize), header[11] == 0, header[12] == UInt8(ascii: "L"),
            header[13] == UInt8(ascii: "T"), header[14] == UInt8(Self.extraSize - 4), header[15] == 0
        else { return nil }
        func number(at start: Int, _ count: Int) -> UInt64 {
            (0..<count).reduce(0) { $0 | UInt64(header[start + $1]) << UInt64(8 * $1) }
        }
        size = UInt32(truncatingIfNeeded: number(at: 16, 4))
        plainSize = UInt32(truncatingIfNeeded: number(at: 20, 4))
        let first = Int64(bitPattern: number(at: 24, 8))
        let last = Int64(bitPattern: number(at: 32, 8))
        if first <= last, let first = Timestamp(milliseconds: first), let last = Timestamp(milliseconds: last) {
            times = first...last
        }
        guard size > Self.headerSize else { return nil }
    }
}
