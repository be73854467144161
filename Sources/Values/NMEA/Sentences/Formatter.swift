/// The three letters behind the talker, and proprietary addresses, as numbers to compare. The compiler folds them.
///
/// Each sentence adds its own, in its file.
enum Formatter {
    @inline(__always)
    static func pack(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) -> UInt64 {
        UInt64(UInt8(ascii: first)) << 16 | UInt64(UInt8(ascii: second)) << 8 | UInt64(UInt8(ascii: third))
    }
}
