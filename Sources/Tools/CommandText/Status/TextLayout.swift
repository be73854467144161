/// Lays out segments in lines that never exceed a width.
struct TextLayout: Sendable {
    /// The width of a line in columns.
    let width: Int
    /// Whether segments are coloured by their role.
    let isColoured: Bool

    private static let separator = " · "

    /// The segments in a row after a label `indent` columns wide; segments that do not fit continue on further lines.
    func lines(label: TextSegment?, indent: Int, _ segments: [TextSegment]) -> [String] {
        // A label that leaves no room for the segments is omitted.
        let (label, indent) = indent < width ? (label, indent) : (nil, 0)
        let room = max(1, width - indent)
        var lines: [(text: String, width: Int)] = []
        for piece in segments.flatMap({ pieces(of: $0, room: room) }) {
            let separated = Self.separator.count + piece.width
            if let last = lines.last, last.width + separated <= room {
                lines[lines.count - 1].text += Self.separator + painted(piece)
                lines[lines.count - 1].width += separated
            } else {
                lines.append((painted(piece), piece.width))
            }
        }
        return lines.enumerated().map { index, line in
            let label = index == 0 ? label : nil
            let padding = String(repeating: " ", count: max(0, indent - (label?.width ?? 0)))
            return (label.map(painted) ?? "") + padding + line.text
        }
    }

    /// A segment in the colour of its role.
    func painted(_ segment: TextSegment) -> String {
        guard isColoured else { return segment.text }
        return switch segment.role {
        case .plain: segment.text
        case .label: "\u{1B}[2m\(segment.text)\u{1B}[0m"
        case .good: "\u{1B}[32m\(segment.text)\u{1B}[0m"
        case .warning: "\u{1B}[33m\(segment.text)\u{1B}[0m"
        case .bad: "\u{1B}[1;31m\(segment.text)\u{1B}[0m"
        }
    }

    /// The segment itself if it fits, otherwise as many pieces as its words need.
    private func pieces(of segment: TextSegment, room: Int) -> [TextSegment] {
        guard segment.width > room else { return segment.text.isEmpty ? [] : [segment] }
        var lines: [String] = []
        for word in segment.text.split(separator: " ") {
            let word = clipped(word, room: room)
            if let last = lines.last, TextSegment.width(of: last) + 1 + TextSegment.width(of: word) <= room {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
        return lines.map { TextSegment($0, segment.role) }
    }

    /// Omits the middle of a word that is wider than a line: the beginning and end of a path matter most.
    private func clipped(_ word: Substring, room: Int) -> String {
        guard TextSegment.width(of: word) > room else { return String(word) }
        var head = word.prefix(0)
        var tail = word.suffix(0)
        while TextSegment.width(of: head) < (room - 1) / 2 { head = word.prefix(head.count + 1) }
        if TextSegment.width(of: head) > room - 1 { head = head.dropLast() }
        while tail.startIndex > head.endIndex {
            let longer = word.suffix(tail.count + 1)
            guard TextSegment.width(of: head) + 1 + TextSegment.width(of: longer) <= room else { break }
            tail = longer
        }
        return head + "…" + tail
    }
}
