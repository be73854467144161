/// The rule of gaps, checked from the lines of a track alone.
extension [TrackEntry] {
    /// What is wrong with the gaps of this track, a sentence each. A hole between two locations that is longer than
    /// `staleAfter` and three usual intervals has one record, right between them, that names them both; a shorter one
    /// has none.
    func violationsOfGapRule(staleAfter: Double) -> [String] {
        let times = of("location").compactMap(\.time)
        let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        guard !intervals.isEmpty else { return ["no two locations"] }
        let limit = Swift.max(staleAfter, 3 * intervals[intervals.count / 2])
        var found: [String] = []
        var last: Double?
        var gaps: [TrackEntry] = []
        for entry in self {
            if entry.type == "gap" { gaps.append(entry) }
            guard entry.type == "location", let time = entry.time else { continue }
            if let last {
                if time - last > limit {
                    if gaps.count != 1 { found.append("\(gaps.count) records for the hole from \(last) to \(time)") }
                } else if !gaps.isEmpty {
                    found.append("a record where there is no hole: \(gaps)")
                }
                if let gap = gaps.first, gap.from != last || gap.time != time {
                    found.append("\(gap) is not from \(last) to \(time)")
                }
            }
            last = time
            gaps = []
        }
        if !gaps.isEmpty { found.append("gaps at the end that nothing ended: \(gaps)") }
        return found
    }
}
