/// The 128 bits that a group of beacons shares.
public struct BeaconUUID: Sendable, Hashable {
    /// The first eight bytes, the first one in the highest bits.
    public var high: UInt64
    /// The last eight bytes.
    public var low: UInt64

    /// Creates a UUID of two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a UUID of 16 bytes; `nil` for any other count.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if index < 8 { halves.0 = halves.0 << 8 | UInt64(byte) } else { halves.1 = halves.1 << 8 | UInt64(byte) }
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// Reads `E2C56DB5-DFFB-48D2-B060-D0F5A71096E0`, in either case; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        let text = Array(text.utf8)
        guard text.count == 36 else { return nil }
        var digits: [UInt8] = []
        for (index, byte) in text.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = hexadecimalValue(byte) else { return nil }
                digits.append(UInt8(digit))
            }
        }
        self.init(stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// The 16 bytes, in order.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) } }
    }
}

extension BeaconUUID: CustomStringConvertible {
    /// 32 digits in upper case and 4 hyphens.
    public var description: String {
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            for digit in [byte >> 4, byte & 15] {
                text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
