/// Little-endian numbers among the bytes of a record. Offsets are those of the format; what is beyond the bytes is 0,
/// and never asked for, because records are read whole.
struct RecordBytes {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    func u16(_ offset: Int) -> Int { Int(number(offset, 2)) }
    func u32(_ offset: Int) -> Int { Int(number(offset, 4)) }
    func i32(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: number(offset, 4)) }
    func u64(_ offset: Int) -> UInt64 { number(offset, 8) }

    /// Degrees, which the file has as 1e-5 of one.
    func degrees(_ offset: Int) -> Double { Double(i32(offset)) / 100_000 }

    /// Characters up to the first zero.
    func text(_ offset: Int, _ count: Int) -> String {
        let start = min(bytes.startIndex + offset, bytes.endIndex)
        return String(decoding: bytes[start...].prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    }

    private func number(_ offset: Int, _ count: Int) -> UInt64 {
        let start = bytes.startIndex + offset
        guard start + count <= bytes.endIndex else { return 0 }
        var value: UInt64 = 0
        for byte in bytes[start..<start + count].reversed() { value = value << 8 | UInt64(byte) }
        return value
    }
}
