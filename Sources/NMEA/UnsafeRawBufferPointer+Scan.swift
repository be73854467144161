/// Eight bytes at a time: a sentence has seventy, and there may be millions.
extension UnsafeRawBufferPointer {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// A word whose high bits mark the zero bytes of `word`; the lowest mark is exact, which is the one that counts.
    @inline(__always)
    private static func zeroes(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highs
    }

    /// The index of the first `$` or `!` at or after `start`; `nil` if there is none.
    func startOfSentence(from start: Int) -> Int? {
        let dollars = Self.ones &* UInt64(UInt8(ascii: "$"))
        let bangs = Self.ones &* UInt64(UInt8(ascii: "!"))
        var index = start
        while index &+ 8 <= count {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let marks = Self.zeroes(word ^ dollars) | Self.zeroes(word ^ bangs)
            if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count {
            if self[index] == UInt8(ascii: "$") || self[index] == UInt8(ascii: "!") { return index }
            index &+= 1
        }
        return nil
    }

    /// The index of the first byte at or behind `start` that cannot continue a sentence: not printable ASCII, `$` or
    /// `!`; the count if there is none.
    func endOfText(from start: Int) -> Int {
        let dollars = Self.ones &* UInt64(UInt8(ascii: "$"))
        let bangs = Self.ones &* UInt64(UInt8(ascii: "!"))
        let deletes = Self.ones &* 0x7F
        var index = start
        while index &+ 8 <= count {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let controls = (word &- Self.ones &* 0x20) & ~word & Self.highs
            let marks =
                controls | (word & Self.highs) | Self.zeroes(word ^ deletes) | Self.zeroes(word ^ dollars)
                | Self.zeroes(word ^ bangs)
            if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count {
            let byte = self[index]
            if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") { return index }
            index &+= 1
        }
        return count
    }

    /// The exclusive or of all bytes but the first.
    var checksum: UInt8 {
        var word: UInt64 = 0
        var index = 1
        while index &+ 8 <= count {
            word ^= loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        word ^= word >> 32
        word ^= word >> 16
        word ^= word >> 8
        var result = UInt8(truncatingIfNeeded: word)
        while index < count {
            result ^= self[index]
            index &+= 1
        }
        return result
    }
}
