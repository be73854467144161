/// What a receiver says of its own reception, in texts for people (`TXT`) and in MediaTek's and Quectel's `PMTKSPF`.
public struct ReceptionWarnings: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// It is jammed.
    public static let jamming = ReceptionWarnings(rawValue: 1)
    /// Its antenna is open or short-circuited.
    public static let antennaBad = ReceptionWarnings(rawValue: 2)
    /// Its antenna is good.
    public static let antennaGood = ReceptionWarnings(rawValue: 4)

    /// Warnings of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The warnings after a text: `ANTSTATUS=OPEN` (u-blox), `ANTENNA SHORT` (CASIC, Quectel), `JAMMING`.
    mutating func take(text: String) {
        let text = text.uppercased()
        if text.contains("ANT") {
            let isBad = text.contains("OPEN") || text.contains("SHORT")
            if isBad || text.contains("OK") {
                subtract([.antennaBad, .antennaGood])
                insert(isBad ? .antennaBad : .antennaGood)
            }
        }
        guard text.contains("JAM") else { return }
        let isOver = ["NO ", "OK", "NONE", "=0", "END"].contains { text.contains($0) }
        if isOver { remove(.jamming) } else { insert(.jamming) }
    }

    /// The warnings after `PMTKSPF`: 1 healthy, 2 a warning, 3 critical.
    mutating func take(jamming level: Int?) {
        if level ?? 1 >= 2 { insert(.jamming) } else { remove(.jamming) }
    }
}

extension Formatter {
    static var txt: UInt64 { pack("T", "X", "T") }
    /// `PMTKSPF,`
    static var pmtkspf: UInt64 {
        pack("P", "M", "T") << 40 | pack("K", "S", "P") << 16 | UInt64(UInt8(ascii: "F")) << 8
            | UInt64(UInt8(ascii: ","))
    }
}
