/// A piece of a line, and its role.
struct TextSegment: Sendable, Hashable {
    /// The role of a piece, which determines its colour on a terminal.
    enum Role: Sendable, Hashable {
        case plain, label, good, warning, bad
    }

    let text: String
    let role: Role

    /// Creates a segment from untrusted text: characters that could move the cursor or change the reading direction are
    /// replaced.
    init(_ text: String, _ role: Role = .plain) {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(Self.isHarmless(scalar) ? scalar : "?") }
        self.text = String(clean)
        self.role = role
    }

    /// The width on a terminal, in columns.
    var width: Int { Self.width(of: text) }

    /// The width of a text on a terminal, in columns.
    static func width(of text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        // The wide and full-width blocks of Unicode Standard Annex #11.
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
