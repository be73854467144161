/// The usual interval of something: the median of the latest nine, so that a single hole does not change it.
package struct LearnedInterval: Sendable, Codable {
    private static let memory = 9

    private var latest = InlineArray<9, Double>(repeating: 0)
    private var count = 0
    private var next = 0

    /// An interval that is not known yet.
    package init() {}

    /// Restores the intervals that ``encode(to:)`` wrote, the oldest first.
    package init(from decoder: any Decoder) throws {
        for seconds in try [Double](from: decoder).suffix(Self.memory) { learn(seconds) }
    }

    package func encode(to encoder: any Encoder) throws {
        let oldest = count < Self.memory ? 0 : next
        try (0..<count).map { latest[(oldest + $0) % Self.memory] }.encode(to: encoder)
    }

    /// Takes another interval in seconds; one of 0 or less is ignored.
    package mutating func learn(_ seconds: Double) {
        guard seconds > 0 else { return }
        latest[next] = seconds
        next = (next + 1) % Self.memory
        count = min(count + 1, Self.memory)
    }

    /// The (lower) median in seconds; `nil` until enough intervals are known.
    package func median(ofAtLeast minimum: Int) -> Double? {
        guard count >= max(minimum, 1) else { return nil }
        var sorted = latest
        for index in 1..<count {
            var place = index
            while place > 0, sorted[place - 1] > sorted[place] {
                sorted.swapAt(place - 1, place)
                place -= 1
            }
        }
        return sorted[(count - 1) / 2]
    }
}
