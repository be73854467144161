/// What a receiver says of its own reception, in texts for people (`TXT`) and in MediaTek's and Quectel's `PMTKSPF`.
public struct ReceptionWarnings: Sendable, Hashable {
    /// Whether it is jammed.
    public var isJammed = false
    /// Whether its antenna is good, or open or short-circuited; `nil` if it says neither.
    public var hasGoodAntenna: Bool?

    /// The warnings after a text: `ANTSTATUS=OPEN` (u-blox), `ANTENNA SHORT` (CASIC, Quectel), `JAMMING`.
    mutating func take(text: String) {
        let text = text.uppercased()
        if text.contains("ANT") {
            let isBad = text.contains("OPEN") || text.contains("SHORT")
            if isBad || text.contains("OK") { hasGoodAntenna = !isBad }
        }
        guard text.contains("JAM") else { return }
        isJammed = !["NO ", "OK", "NONE", "=0", "END"].contains { text.contains($0) }
    }
}
