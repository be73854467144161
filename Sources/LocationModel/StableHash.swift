/// FNV-1a with 64 bits (Fowler, Noll and Vo): the same in every run and on every machine, as `Hasher` is not. It keeps names
/// and figures apart, and protects against nobody.
package struct StableHash: Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Of nothing yet.
    package init() {}

    /// Of a text.
    package init(_ text: String) {
        for byte in text.utf8 { combine(byte) }
    }

    /// Of some bytes.
    package init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { combine(byte) }
    }

    /// Takes the next byte.
    package mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
