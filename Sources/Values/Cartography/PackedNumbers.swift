/// Whole numbers as text that a script unpacks in a few lines: zigzag, then five bits a character, the low ones first,
/// 32 added if more follow; the 64 characters are those of base64url.
public struct PackedNumbers: Sendable {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The text so far.
    public private(set) var bytes: [UInt8] = []

    /// No numbers.
    public init() {}

    /// The text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a number.
    public mutating func append(_ number: Int) {
        var rest = UInt64(bitPattern: Int64((number << 1) ^ (number >> (Int.bitWidth - 1))))
        while rest >= 32 {
            bytes.append(Self.alphabet[Int(rest & 31 | 32)])
            rest >>= 5
        }
        bytes.append(Self.alphabet[Int(rest)])
    }

    /// The numbers of a text; `nil` if it is not such a text.
    public static func numbers(_ text: String) -> [Int]? {
        var result: [Int] = []
        var (value, shift) = (UInt64(0), UInt64(0))
        for byte in text.utf8 {
            guard let digit = alphabet.firstIndex(of: byte), shift <= 60 else { return nil }
            value |= UInt64(digit & 31) << shift
            shift += 5
            guard digit < 32 else { continue }
            result.append(Int(bitPattern: UInt(value >> 1)) ^ -Int(bitPattern: UInt(value & 1)))
            (value, shift) = (0, 0)
        }
        return shift == 0 ? result : nil
    }
}
