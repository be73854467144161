/// FNV-1a with 64 bits (Fowler, Noll and Vo): the same in every run and on every machine, unlike `Hasher`. It
/// distinguishes names and figures; it is not secure.
package struct StableHash: Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init(_ text: String) { self.init(text.utf8) }

    package init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { combine(byte) }
    }

    package mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
