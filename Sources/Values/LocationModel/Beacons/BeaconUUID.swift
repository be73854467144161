/// The 128 bits that a group of beacons shares.
public struct BeaconUUID: Sendable, Hashable {
    /// The digits between hyphens.
    private static let groups = [8, 4, 4, 4, 12]

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
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == Self.groups, let high = UInt64(hexadecimal: groups[..<3].joined()),
            let low = UInt64(hexadecimal: groups[3...].joined())
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The 16 bytes, in order.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) } }
    }
}

extension BeaconUUID: CustomStringConvertible {
    /// 32 digits in upper case and 4 hyphens.
    public var description: String {
        var digits = (high.hexadecimal + low.hexadecimal).uppercased()[...]
        return Self.groups.map { count in
            defer { digits = digits.dropFirst(count) }
            return digits.prefix(count)
        }.joined(separator: "-")
    }
}
