/// The two letters that say who speaks: `GP`, `GN`, `II`.
public struct Talker: Sendable, Hashable, CustomStringConvertible {
    /// Both letters, the first in the high byte.
    let code: UInt16

    /// Takes the two bytes of an address.
    init(_ first: UInt8, _ second: UInt8) {
        code = UInt16(first) << 8 | UInt16(second)
    }

    /// Takes the two letters; only ASCII makes sense.
    init(_ letters: StaticString) {
        self = letters.withUTF8Buffer { $0.count == 2 ? Talker($0[0], $0[1]) : Talker(0, 0) }
    }

    /// The two letters.
    public var description: String {
        String(decoding: [UInt8(code >> 8), UInt8(code & 0xFF)], as: UTF8.self)
    }

    /// Whether it is none of a satellite receiver (AI, EC, II, IN): another device than the one that says `GP` or `GN`.
    var isInstrument: Bool { system == nil && self != Talker("GN") }

    /// The system of which this talker speaks; `nil` for those that mix several (`GN`) or are no receiver (`II`).
    public var system: SatelliteSystem? {
        switch (UInt8(code >> 8), UInt8(code & 0xFF)) {
        case (UInt8(ascii: "G"), UInt8(ascii: "P")): .gps
        case (UInt8(ascii: "G"), UInt8(ascii: "L")): .glonass
        case (UInt8(ascii: "G"), UInt8(ascii: "A")): .galileo
        case (UInt8(ascii: "G"), UInt8(ascii: "B")), (UInt8(ascii: "B"), UInt8(ascii: "D")): .beidou
        case (UInt8(ascii: "G"), UInt8(ascii: "Q")), (UInt8(ascii: "Q"), UInt8(ascii: "Z")),
            (UInt8(ascii: "P"), UInt8(ascii: "Q")):
            .qzss
        case (UInt8(ascii: "G"), UInt8(ascii: "I")): .navic
        default: nil
        }
    }
}
