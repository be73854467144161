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
    /// HDT, HDG, HDM, THS or PASHR.
    case heading(HeadingSentence)
    case pgrme(PGRME)
    case psrfepe(PSRFEPE)
    case pubx00(PUBX00)

    /// Reads the values; `nil` for a kind that says nothing of position, satellites or heading, and for a malformed
    /// address.
    @inline(__always)
    public init?(_ raw: RawSentence) {
        // Inlined: what it makes is large, and would be copied once more on its way to the caller.
        switch raw.kind {
        case .rmc: self = .rmc(RMC(raw.fieldsOfStandardAddress))
        case .gga: self = .gga(GGA(raw.fieldsOfStandardAddress))
        case .gns: self = .gns(GNS(raw.fieldsOfStandardAddress))
        case .gll: self = .gll(GLL(raw.fieldsOfStandardAddress))
        case .gsa(let talker): self = .gsa(GSA(raw.fieldsOfStandardAddress, talker: talker))
        case .gsv(let talker):
            guard let gsv = GSV(raw.fieldsOfStandardAddress, talker: talker) else { return nil }
            self = .gsv(gsv)
        case .vtg: self = .vtg(VTG(raw.fieldsOfStandardAddress))
        case .zda: self = .zda(ZDA(raw.fieldsOfStandardAddress))
        case .pubx04: self = .zda(ZDA(pubx04: raw.fields))
        case .gst: self = .gst(GST(raw.fieldsOfStandardAddress))
        case .gbs: self = .gbs(GBS(raw.fieldsOfStandardAddress))
        case .plainHeading: self = .heading(HeadingSentence(plain: raw.fieldsOfStandardAddress))
        case .hdg: self = .heading(HeadingSentence(sensor: raw.fieldsOfStandardAddress))
        case .ths: self = .heading(HeadingSentence(trueAndStatus: raw.fieldsOfStandardAddress))
        case .pashr: self = .heading(HeadingSentence(attitude: raw.fieldsOfStandardAddress))
        case .pgrme: self = .pgrme(PGRME(raw.fieldsOfStandardAddress))
        case .pubx00: self = .pubx00(PUBX00(raw.fields))
        case .psrfepe: self = .psrfepe(PSRFEPE(raw.fields))
        case .txt, .pmtkspf, .datum, nil: return nil
        }
    }
}

extension RawSentence {
    /// What a sentence says, by its address.
    enum Kind {
        case rmc, gga, gns, gll, vtg, zda, gst, gbs, hdg, ths, pashr, pgrme, pubx00, pubx04, psrfepe, txt, pmtkspf
        /// DTM or PGRMM.
        case datum
        case gsa(Talker)
        case gsv(Talker)
        /// HDT or HDM.
        case plainHeading
    }

    /// What it says; `nil` for a kind that says nothing of position, satellites or heading, and for a malformed
    /// address.
    @inline(__always)
    var kind: Kind? {
        let address = address
        if address == Formatter.pubx00 { return .pubx00 }
        if address == Formatter.pubx04 { return .pubx04 }
        if address == Formatter.psrfepe { return .psrfepe }
        if address == Formatter.pmtkspf { return .pmtkspf }
        // Six bytes: talker, formatter and the comma that must follow.
        guard UInt8(truncatingIfNeeded: address >> 16) == UInt8(ascii: ",") else { return nil }
        guard let talker else {
            switch address >> 16 {
            case Formatter.pgrme: return .pgrme
            case Formatter.pashr: return .pashr
            case Formatter.pgrmm: return .datum
            default: return nil
            }
        }
        switch address >> 24 & 0xFFFFFF {
        case Formatter.rmc: return .rmc
        case Formatter.gga: return .gga
        case Formatter.gns: return .gns
        case Formatter.gll: return .gll
        case Formatter.gsa: return .gsa(talker)
        case Formatter.gsv: return .gsv(talker)
        case Formatter.vtg: return .vtg
        case Formatter.zda: return .zda
        case Formatter.gst: return .gst
        case Formatter.gbs: return .gbs
        case Formatter.hdt, Formatter.hdm: return .plainHeading
        case Formatter.hdg: return .hdg
        case Formatter.ths: return .ths
        case Formatter.txt: return .txt
        case Formatter.dtm: return .datum
        default: return nil
        }
    }
}

/// The three letters behind the talker, and proprietary addresses, as numbers to compare. The compiler folds them.
enum Formatter {
    static var rmc: UInt64 { pack("R", "M", "C") }
    static var gga: UInt64 { pack("G", "G", "A") }
    static var gns: UInt64 { pack("G", "N", "S") }
    static var gll: UInt64 { pack("G", "L", "L") }
    static var gsa: UInt64 { pack("G", "S", "A") }
    static var gsv: UInt64 { pack("G", "S", "V") }
    static var vtg: UInt64 { pack("V", "T", "G") }
    static var zda: UInt64 { pack("Z", "D", "A") }
    static var gst: UInt64 { pack("G", "S", "T") }
    static var gbs: UInt64 { pack("G", "B", "S") }
    static var hdt: UInt64 { pack("H", "D", "T") }
    static var hdm: UInt64 { pack("H", "D", "M") }
    static var hdg: UInt64 { pack("H", "D", "G") }
    static var ths: UInt64 { pack("T", "H", "S") }
    static var txt: UInt64 { pack("T", "X", "T") }
    static var dtm: UInt64 { pack("D", "T", "M") }

    /// `PASHR,`
    static var pashr: UInt64 { pack("P", "A", "S") << 24 | pack("H", "R", ",") }
    /// `PGRME,`
    static var pgrme: UInt64 { pack("P", "G", "R") << 24 | pack("M", "E", ",") }
    /// `PGRMM,`
    static var pgrmm: UInt64 { pack("P", "G", "R") << 24 | pack("M", "M", ",") }
    /// `PMTKSPF,`
    static var pmtkspf: UInt64 {
        pack("P", "M", "T") << 40 | pack("K", "S", "P") << 16 | UInt64(UInt8(ascii: "F")) << 8
            | UInt64(UInt8(ascii: ","))
    }
    /// `PSRFEPE,`
    static var psrfepe: UInt64 {
        pack("P", "S", "R") << 40 | pack("F", "E", "P") << 16 | UInt64(UInt8(ascii: "E")) << 8
            | UInt64(UInt8(ascii: ","))
    }
    /// `PUBX,00,`
    static var pubx00: UInt64 {
        pack("P", "U", "B") << 40 | pack("X", ",", "0") << 16 | UInt64(UInt8(ascii: "0")) << 8
            | UInt64(UInt8(ascii: ","))
    }
    /// `PUBX,04,`
    static var pubx04: UInt64 { pubx00 + UInt64(UInt8(ascii: "4") - UInt8(ascii: "0")) << 8 }

    @inline(__always)
    private static func pack(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) -> UInt64 {
        UInt64(UInt8(ascii: first)) << 16 | UInt64(UInt8(ascii: second)) << 8 | UInt64(UInt8(ascii: third))
    }
}

extension RawSentence {
    /// The datum of the positions, as DTM and Garmin's PGRMM name it; `nil` for WGS 84 and those that are the same to a
    /// metre or two.
    var otherDatum: String? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        return fields.count > 1 ? ScannerStatistics.otherDatum(String(fields[1])) : nil
    }
}
