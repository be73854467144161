import LocationModel

extension Unicode.Scalar {
    /// Whether it is visible and cannot break a line: no control character, no invisible formatting.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator: self == " "
        default: true
        }
    }
}

extension String {
    /// The text in double quotes, safe for YAML and a terminal whatever it contains.
    package var yamlQuoted: String {
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

    /// The text in double quotes for a message: text from a file can neither control a terminal nor fill it.
    package var quoted: String {
        let limit = 60
        guard unicodeScalars.count > limit else { return yamlQuoted }
        var start = String.UnicodeScalarView()
        start.append(contentsOf: unicodeScalars.prefix(limit))
        return String(String(start).yamlQuoted.dropLast()) + "…\""
    }

    /// The text itself if all of it is visible, otherwise in quotes.
    package var visible: String { unicodeScalars.allSatisfy(\.isVisible) ? self : yamlQuoted }

    /// The text as a YAML value: plain if that is safe, otherwise quoted.
    package var yamlScalar: String {
        let isPlain = hasOnlyLettersAndDigits(or: "/_.-:=?[]%+@,")
        // A colon at the end would make it a key; most of the other marks have a meaning at the start.
        guard isPlain, let first = utf8.first, "-?[]%@:,".utf8.contains(first) == false, utf8.last != UInt8(ascii: ":")
        else { return yamlQuoted }
        return self
    }
}
