extension UInt8 {
    /// Whether it is a letter or a digit of ASCII.
    package var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension StringProtocol {
    /// Whether it consists of letters and digits of ASCII and these marks only. An empty text does.
    package func hasOnlyLettersAndDigits(or marks: String) -> Bool {
        utf8.allSatisfy { $0.isASCIILetterOrDigit || marks.utf8.contains($0) }
    }
}
