/// One sentence as it came: intact by its checksum, its fields not yet read.
///
/// It borrows the scanner's bytes and is valid only during the call that hands it over.
public struct RawSentence {
    /// From `$` to the byte before `*` or the line end.
    public let bytes: UnsafeRawBufferPointer
    /// Whether it carried a checksum, which was right.
    public let hasChecksum: Bool
    /// ``bytes`` and what may be read behind them, eight at a time. The first byte behind them belongs to no field.
    let surroundings: UnsafeRawBufferPointer

    /// A sentence in `surroundings`, which begin with it; nothing is known of what is behind it unless they are given.
    init(bytes: UnsafeRawBufferPointer, hasChecksum: Bool, in surroundings: UnsafeRawBufferPointer? = nil) {
        self.bytes = bytes
        self.hasChecksum = hasChecksum
        self.surroundings = surroundings ?? bytes
    }

    /// The text, copied: for a person or a file.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Where the first field begins: behind the first comma.
    var fields: FieldReader {
        var reader = FieldReader(surroundings, count: bytes.count, from: 0)
        reader.skip()
        return reader
    }

    /// The same where talker and formatter have five letters, as is usual.
    var fieldsOfStandardAddress: FieldReader { FieldReader(surroundings, count: bytes.count, from: 7) }

    /// The talker; `nil` in a proprietary or malformed address.
    public var talker: Talker? {
        guard bytes.count >= 6, bytes[1] != UInt8(ascii: "P") || bytes[2] == UInt8(ascii: "Q") else { return nil }
        return Talker(bytes[1], bytes[2])
    }

    /// The first eight bytes behind `$`, big-endian, for comparison; 0 where there are fewer than six.
    var address: UInt64 {
        guard bytes.count >= 9 else {
            guard bytes.count >= 7 else { return 0 }
            var packed: UInt64 = 0
            for index in 1..<9 { packed = packed << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
            return packed
        }
        return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    }
}
