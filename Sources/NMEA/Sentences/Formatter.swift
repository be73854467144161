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
    /// `PGRME,`
    static var pgrme: UInt64 { pack("P", "G", "R") << 24 | pack("M", "E", ",") }
    /// `PUBX,00,`
    static var pubx00: UInt64 {
        pack("P", "U", "B") << 40 | pack("X", ",", "0") << 16 | UInt64(UInt8(ascii: "0")) << 8
            | UInt64(UInt8(ascii: ","))
    }

    @inline(__always)
    private static func pack(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) -> UInt64 {
        UInt64(UInt8(ascii: first)) << 16 | UInt64(UInt8(ascii: second)) << 8 | UInt64(UInt8(ascii: third))
    }
}
