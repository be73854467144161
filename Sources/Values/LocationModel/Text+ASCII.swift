extension UInt8 {
    package var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// 0 to 15 for a hexadecimal digit of ASCII, in either case.
    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension StringProtocol {
    /// Whether it consists of letters and digits of ASCII and these marks only. An empty text does.
    package func hasOnlyLettersAndDigits(or marks: String) -> Bool {
        utf8.allSatisfy { $0.isASCIILetterOrDigit || marks.utf8.contains($0) }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// Its digits in lower case, as many as its bits need.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }

    /// Reads as many digits as its bits need, in either case; `nil` for any other text.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == Self.bitWidth / 4, text.utf8.allSatisfy({ $0.hexadecimalValue != nil }) else {
            return nil
        }
        self.init(text, radix: 16)
    }
}
