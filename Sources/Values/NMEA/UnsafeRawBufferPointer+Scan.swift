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

    /// The `*` of the sentence at `start` and the exclusive or of all bytes between, as nearly all sentences are: up to
    /// there only 0x2C (`,`) to 0x7E. `nil` for all others, which ``endOfText(from:)`` is for.
    @inline(__always)
    func plainSentence(at start: Int) -> (star: Int, checksum: UInt8)? {
        var sum: UInt64 = 0
        var index = start &+ 1
        while index &+ 8 <= count {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // The high bits say of bytes below 0x80 which are 0x2C and more, and which are 0x7F; the lowest that
            // differs is exact.
            let plain = (word &+ Self.ones &* 0x54) & ~(word | (word &+ Self.ones)) & Self.highs
            guard plain != Self.highs else {
                sum ^= word
                index &+= 8
                continue
            }
            let length = (plain ^ Self.highs).trailingZeroBitCount &>> 3
            index &+= length
            guard self[index] == UInt8(ascii: "*") else { return nil }
            // Two shifts: all of the word goes if none of it belongs.
            sum ^= (word &<< UInt64(truncatingIfNeeded: (7 &- length) &* 8)) &<< 8
            return (index, Self.folded(sum))
        }
        return nil
    }

    /// The exclusive or of the eight bytes.
    @inline(__always)
    private static func folded(_ word: UInt64) -> UInt8 {
        var word = word
        word ^= word >> 32
        word ^= word >> 16
        word ^= word >> 8
        return UInt8(truncatingIfNeeded: word)
    }

    /// The exclusive or of all bytes but the first.
    var checksum: UInt8 {
        var word: UInt64 = 0
        var index = 1
        while index &+ 8 <= count {
            word ^= loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        var result = Self.folded(word)
        while index < count {
            result ^= self[index]
            index &+= 1
        }
        return result
    }
}
