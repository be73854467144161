package import LocationModel

/// A buffer for text, with memory that is reused.
package struct TextBuffer {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func append(_ other: [UInt8]) {
        bytes.append(contentsOf: other)
    }

    package mutating func append(_ other: TextBuffer) {
        bytes.append(contentsOf: other.bytes)
    }

    package mutating func append(_ time: Timestamp) {
        time.append(to: &bytes)
    }

    package mutating func append(_ value: Int) {
        append(String(value))
    }

    /// Text in XML, between tags or quotes. Characters that XML does not allow become question marks.
    package mutating func append(xml text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;" as StaticString)
            case "<": append("&lt;" as StaticString)
            case ">": append("&gt;" as StaticString)
            case "\"": append("&quot;" as StaticString)
            case "\t", "\n", "\r": bytes.append(0x20)
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": bytes.append(UInt8(ascii: "?"))
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    /// Degrees with 7 decimals, below 180 as GPX wants it: the date line is -180.
    package mutating func append(longitude: Double) {
        append(longitude > 180 - 0.5e-7 ? -180 : longitude, decimals: 7)
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// A number with this many decimals (0 to 9), without trailing zeros and without a negative zero. Finite, and below
    /// 9e15 / 10^decimals; larger numbers are written in full.
    package mutating func append(_ value: Double, decimals: Int) {
        let scaled = (value * Self.powers[decimals]).rounded()
        guard abs(scaled) < 9e15 else { return append("\(value)") }
        var rest = Int64(rounding: scaled, .towardZero)
        if rest < 0 {
            bytes.append(UInt8(ascii: "-"))
            rest = -rest
        }
        var decimals = decimals
        while decimals > 0, rest % 10 == 0 {
            rest /= 10
            decimals -= 1
        }
        let start = bytes.count
        var count = 0
        repeat {
            if count == decimals, count > 0 { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
            count += 1
        } while rest > 0 || count <= decimals
        bytes[start...].reverse()
    }

    /// Appends a text with values in it.
    package mutating func write(_ template: Template) { append(template.text) }

    /// The same, with a newline behind it.
    package mutating func writeLine(_ template: Template) {
        append(template.text)
        append("\n" as StaticString)
    }

    /// A text with values in it, such as `"<ele>\(metres, decimals: 1)</ele>"`, each as ``TextBuffer`` appends it.
    package struct Template: ExpressibleByStringInterpolation {
        package struct StringInterpolation: StringInterpolationProtocol {
            fileprivate var text = TextBuffer()

            package init(literalCapacity: Int, interpolationCount: Int) {
                text.bytes.reserveCapacity(literalCapacity + 24 * interpolationCount)
            }

            package mutating func appendLiteral(_ literal: String) { text.append(literal) }
            package mutating func appendInterpolation(_ value: String) { text.append(value) }
            package mutating func appendInterpolation(_ value: Int) { text.append(value) }
            package mutating func appendInterpolation(_ time: Timestamp) { text.append(time) }
            package mutating func appendInterpolation(xml value: String) { text.append(xml: value) }
            package mutating func appendInterpolation(longitude: Double) { text.append(longitude: longitude) }
            package mutating func appendInterpolation(_ value: Double, decimals: Int = 1) {
                text.append(value, decimals: decimals)
            }
            package mutating func appendInterpolation(ifKnown value: Double?, decimals: Int) {
                text.append(ifKnown: value, decimals: decimals)
            }
        }

        fileprivate var text = TextBuffer()

        package init(stringLiteral text: String) { self.text.append(text) }
        package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    }
}
