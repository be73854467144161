import LocationModel
import LocationServices

/// The outcomes that fall into a stretch of time; where none does, the nearest on either side.
struct OutcomeSelection {
    /// The earliest first.
    let outcomes: [FixOutcome]
    /// Whether nothing falls into the stretch.
    let isNearest: Bool
    /// Whether there were more than the limit.
    let isCut: Bool

    /// Selects from [from, to) the latest `limit`, at least 1.
    ///
    /// - Parameter anchor: A moment of the receiver's time and the monotonic instant that it belongs to: by these the
    ///   outcomes without a time of their own are placed.
    init(
        _ outcomes: [FixOutcome], from: Timestamp?, to: Timestamp?, limit: Int, anchor: (Timestamp, Duration)?
    ) {
        let sorted = outcomes.sorted { ($0.lastArrival, $0.firstArrival) < ($1.lastArrival, $1.firstArrival) }
        func moment(_ own: Timestamp?, _ arrival: Duration) -> Timestamp? {
            own ?? anchor.map { $0.advanced(bySeconds: (arrival - $1).seconds) }
        }
        func isIn(_ outcome: FixOutcome) -> Bool {
            if let to, let first = moment(outcome.firstTimestamp, outcome.firstArrival), first >= to { return false }
            if let from, let last = moment(outcome.lastTimestamp, outcome.lastArrival), last < from { return false }
            return true
        }
        let found = sorted.filter(isIn)
        guard found.isEmpty, let bound = from ?? to else {
            self.outcomes = Array(found.suffix(limit))
            isNearest = false
            isCut = found.count > limit
            return
        }
        let before = sorted.last { moment($0.lastTimestamp, $0.lastArrival).map { $0 < bound } ?? false }
        let after = sorted.first { moment($0.firstTimestamp, $0.firstArrival).map { $0 >= bound } ?? false }
        self.outcomes = [before, after].compactMap(\.self)
        isNearest = true
        isCut = false
    }
}
