/// Reads bytes from the front of others, and never beyond their end.
struct ByteCursor {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// The number of bytes that are left.
    var remaining: Int { bytes.count - offset }

    /// The next bytes; `nil` if there are fewer.
    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, remaining >= count else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    mutating func byte() -> UInt8? {
        guard remaining > 0 else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// The next two bytes, the higher one first.
    mutating func word() -> UInt16? { bytes(2).map { UInt16($0[0]) << 8 | UInt16($0[1]) } }

    /// The next two bytes, the lower one first.
    mutating func littleWord() -> UInt16? { bytes(2).map { UInt16($0[1]) << 8 | UInt16($0[0]) } }

    /// The next four bytes, the highest one first.
    mutating func long() -> UInt32? { bytes(4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }

    /// Whether these bytes are next; they are taken then.
    mutating func take(_ expected: [UInt8]) -> Bool {
        guard remaining >= expected.count, Array(bytes[offset..<offset + expected.count]) == expected else {
            return false
        }
        offset += expected.count
        return true
    }
}
