/// A sentence with its values read. A field that is missing or malformed is `nil`.
public enum Sentence: Sendable, Hashable {
    case rmc(RMC)
    case gga(GGA)
    case gns(GNS)
    case gll(GLL)
    case gsa(GSA)
    case gsv(GSV)
    case vtg(VTG)
    case zda(ZDA)
    case gst(GST)
    case gbs(GBS)
    /// HDT, HDG, HDM or THS.
    case heading(HeadingSentence)
    case pgrme(PGRME)
    case pubx00(PUBX00)

    /// Reads the values; `nil` for a kind that says nothing of position, satellites or heading, and for a malformed
    /// address.
    @inline(__always)
    public init?(_ raw: RawSentence) {
        // Inlined: what it makes is large, and would be copied once more on its way to the caller.
        let address = raw.address
        if address == Formatter.pubx00 {
            self = .pubx00(PUBX00(raw.fields))
            return
        }
        // Six bytes: talker, formatter and the comma that must follow.
        guard UInt8(truncatingIfNeeded: address >> 16) == UInt8(ascii: ",") else { return nil }
        guard let talker = raw.talker else {
            guard address >> 16 == Formatter.pgrme else { return nil }
            self = .pgrme(PGRME(raw.fields))
            return
        }
        let fields = raw.fields
        switch address >> 24 & 0xFFFFFF {
        case Formatter.rmc: self = .rmc(RMC(fields))
        case Formatter.gga: self = .gga(GGA(fields))
        case Formatter.gns: self = .gns(GNS(fields))
        case Formatter.gll: self = .gll(GLL(fields))
        case Formatter.gsa: self = .gsa(GSA(fields, talker: talker))
        case Formatter.gsv:
            guard let gsv = GSV(fields, talker: talker) else { return nil }
            self = .gsv(gsv)
        case Formatter.vtg: self = .vtg(VTG(fields))
        case Formatter.zda: self = .zda(ZDA(fields))
        case Formatter.gst: self = .gst(GST(fields))
        case Formatter.gbs: self = .gbs(GBS(fields))
        case Formatter.hdt, Formatter.hdm: self = .heading(HeadingSentence(plain: fields))
        case Formatter.hdg: self = .heading(HeadingSentence(sensor: fields))
        case Formatter.ths: self = .heading(HeadingSentence(trueAndStatus: fields))
        default: return nil
        }
    }
}
