/// The name that was most likely meant.
public enum NearestName {
    /// The one of `names` with the least edits to `text`, and whether that is so near that it is likely meant.
    public static func nearest(to text: String, among names: [String]) -> (name: String, isLikely: Bool)? {
        // The effort is bounded by the longest known name, whatever came from the file.
        let wanted = Array(text.lowercased().unicodeScalars.prefix(80))
        var best: (name: String, edits: Int)?
        for name in names {
            let edits = edits(wanted, Array(name.lowercased().unicodeScalars))
            if edits < best?.edits ?? .max { best = (name, edits) }
        }
        guard let best else { return nil }
        return (best.name, best.edits <= max(1, min(wanted.count, best.name.count) / 3))
    }

    /// Whether a text is a name with at most two slips of the hand.
    public static func isSlip(_ text: String, for name: String) -> Bool {
        edits(Array(text.unicodeScalars.prefix(80)), Array(name.unicodeScalars)) <= 2
    }

    /// Insertions, deletions, replacements and exchanges of neighbours that turn one into the other.
    private static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforePrevious[j - 1] + 1)
                }
                row.append(cost)
            }
            beforePrevious = previous
            previous = row
        }
        return previous[b.count]
    }
}
