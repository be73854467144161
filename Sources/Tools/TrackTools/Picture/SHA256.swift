/// The hash of FIPS 180-4, which identifies the script and the style that a page may use.
package struct SHA256 {
    private static let constants: [UInt32] = {
        // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
        var constants: [UInt32] = []
        var candidate: UInt64 = 2
        while constants.count < 64 {
            if (2..<candidate).allSatisfy({ $0 * $0 > candidate || candidate % $0 != 0 }) {
                constants.append(fraction(of: candidate, power: 3))
            }
            candidate += 1
        }
        return constants
    }()

    private static let start: [UInt32] = [2, 3, 5, 7, 11, 13, 17, 19].map { fraction(of: $0, power: 2) }

    /// 32 bits behind the point of a root, found bit by bit in whole numbers.
    private static func fraction(of number: UInt64, power: Int) -> UInt32 {
        var root: UInt64 = 0
        for bit in stride(from: UInt64(36), through: 0, by: -1) {
            let next = root | 1 << bit
            // next^power <= number << 32 * power, without rounding.
            var (high, low) = (UInt64(0), UInt64(1))
            var fits = true
            for _ in 0..<power {
                let product = low.multipliedFullWidth(by: next)
                let upper = high.multipliedReportingOverflow(by: next)
                let sum = upper.partialValue.addingReportingOverflow(product.high)
                if upper.overflow || sum.overflow { fits = false }
                (high, low) = (sum.partialValue, product.low)
            }
            let shift = UInt64(32 * power)
            let limit = shift >= 64 ? (number << (shift - 64), UInt64(0)) : (UInt64(0), number << shift)
            if fits, (high, low) <= limit { root = next }
        }
        return UInt32(truncatingIfNeeded: root)
    }

    /// The 32 bytes of the hash.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var state = start
        var padded = message
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        for block in stride(from: 0, to: padded.count, by: 64) { mix(padded[block..<(block + 64)], into: &state) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
        var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
            block[at..<(at + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
            let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var now = state
        for index in 0..<64 {
            let high = turned(now[4], 6) ^ turned(now[4], 11) ^ turned(now[4], 25)
            let choice = now[4] & now[5] ^ ~now[4] & now[6]
            let first = now[7] &+ high &+ choice &+ constants[index] &+ words[index]
            let low = turned(now[0], 2) ^ turned(now[0], 13) ^ turned(now[0], 22)
            let majority = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
            now = [
                first &+ low &+ majority, now[0], now[1], now[2], now[3] &+ first, now[4], now[5], now[6],
            ]
        }
        for index in state.indices { state[index] = state[index] &+ now[index] }
    }

    /// In the form of Content-Security-Policy: `sha256-` and base64.
    static func source(_ text: [UInt8]) -> String { "sha256-\(base64(hash(text)))" }

    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 3 * 4 + 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let piece = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for index in 0..<3 { bits = bits << 8 | (index < piece.count ? UInt32(piece[start + index]) : 0) }
            for index in 0..<4 {
                result.append(
                    index <= piece.count
                        ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
