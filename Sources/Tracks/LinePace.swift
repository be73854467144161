/// How fast lines come. The writer does with a line what is due before the next line: a deadline between lines would wake
/// a thread of its own.
struct LinePace {
    private var last: Duration?
    private var gap: Duration?

    /// Notes lines that were written at an instant.
    mutating func note(at instant: Duration) {
        gap = last.map { instant - $0 }
        last = instant
    }

    /// Whether an instant comes before the next line, even if that one is late by an eighth of the pace.
    func isLastBefore(_ instant: Duration) -> Bool {
        guard let last, let gap else { return false }
        return instant <= last + gap + gap / 8
    }
}
