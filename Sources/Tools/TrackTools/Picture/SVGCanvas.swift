internal import Cartography
internal import LocationModel

/// Writes SVG without a style sheet, because some viewers support none.
struct SVGCanvas {
    var text = TextBuffer()

    mutating func tag(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, close: Bool = true) {
        text.append("<" as StaticString)
        text.append(name)
        for (name, value) in attributes {
            text.append(" " as StaticString)
            text.append(name)
            text.append("=\"" as StaticString)
            text.append(xml: value)
            text.append("\"" as StaticString)
        }
        text.append(close ? "/>\n" as StaticString : ">" as StaticString)
    }

    mutating func end(_ name: StaticString) {
        text.append("</" as StaticString)
        text.append(name)
        text.append(">\n" as StaticString)
    }

    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ content: String
    ) {
        tag(name, attributes, close: false)
        text.append(xml: content)
        end(name)
    }

    static func number(_ value: Double, _ decimals: Int = 1) -> String {
        var buffer = TextBuffer()
        buffer.append(value, decimals: decimals)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// Lines as the data of a path; points that fall on the previous point are left out.
    static func path(_ lines: some Sequence<[MapPoint]>, closed: Bool = false) -> String {
        var buffer = TextBuffer()
        for line in lines {
            var last: (Int, Int)?
            for (index, point) in line.enumerated() {
                let next = (Int(rounding: point.x * 10), Int(rounding: point.y * 10))
                if let last, last == next, index + 1 < line.count || line.count > 2 { continue }
                buffer.append(last == nil ? "M" as StaticString : "L" as StaticString)
                buffer.append(point.x, decimals: 1)
                buffer.append(" " as StaticString)
                buffer.append(point.y, decimals: 1)
                last = next
            }
            if closed { buffer.append("Z" as StaticString) }
        }
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// The approximate width of a text, in units of its size.
    static func width(of text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            case 0x2E80...0xFFDC: sum + size
            case 0x69, 0x6A, 0x6C, 0x2E, 0x2C, 0x3A, 0x49, 0x20: sum + size * 0.3
            case 0x41...0x5A, 0x6D, 0x77: sum + size * 0.7
            default: sum + size * 0.55
            }
        }
    }
}
