internal import Cartography
internal import LocationModel

/// What SVG needs besides its markup. There is no style sheet, because some viewers support none.
enum SVGText {
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
