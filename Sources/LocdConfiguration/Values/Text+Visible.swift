extension Unicode.Scalar {
    /// Whether a person sees it, and a line stays one line with it: no control, no invisible formatting.
    var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator: self == " "
        default: true
        }
    }
}

extension String {
    /// The text in double quotes, as YAML and a terminal can take it whatever is in it.
    var yamlQuoted: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.isVisible: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let (letter, width) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
                result += "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
            }
        }
        return result + "\""
    }

    /// The text in double quotes for a message: what came from a file cannot drive a terminal, nor fill it.
    package var quoted: String {
        let limit = 60
        guard unicodeScalars.count > limit else { return yamlQuoted }
        var start = String.UnicodeScalarView()
        start.append(contentsOf: unicodeScalars.prefix(limit))
        return String(String(start).yamlQuoted.dropLast()) + "…\""
    }

    /// The text itself where all of it can be seen, else in quotes.
    package var visible: String { unicodeScalars.allSatisfy(\.isVisible) ? self : yamlQuoted }

    /// The text as a YAML value: plain where that is safe, quoted where not.
    var yamlScalar: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/_.-:=?[]%+@,".utf8.contains(byte)
            }
        }
        // A colon at the end would make a key of it; most of the other marks mean something at the start.
        guard isPlain, let first = utf8.first, "-?[]%@:,".utf8.contains(first) == false, utf8.last != UInt8(ascii: ":")
        else { return yamlQuoted }
        return self
    }
}
