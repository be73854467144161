import LocationModel
import LocationServices

/// The outcomes that fall into a stretch of time; where none does, the nearest on either side.
struct OutcomeSelection {
    /// The earliest first.
    let outcomes: [FixOutcome]
    /// When those began that have no time of their own, by the receiver's time and as far as is known: as ``outcomes``.
    let beginnings: [Timestamp?]
    /// Whether nothing falls into the stretch.
    let isNearest: Bool
    /// Whether there were more than the limit.
    let isCut: Bool

    /// Selects from [from, to) the latest `limit`, at least 1.
    ///
    /// What has no time of its own is placed by the outcome before it that has one, which stays where it is: asked again, the answer
    /// is the same. Without such a one it is placed by the one after it.
    ///
    /// - Parameter anchor: A known time of the receiver, where no outcome has one.
    init(
        _ outcomes: [FixOutcome], from: Timestamp?, to: Timestamp?, limit: Int, anchor: ReceiverTime?
    ) {
        let sorted = outcomes.sorted { ($0.lastArrival, $0.firstArrival) < ($1.lastArrival, $1.firstArrival) }
        let anchors = sorted.compactMap { outcome in
            outcome.lastTimestamp.map { ReceiverTime($0, at: outcome.lastArrival) }
        }
        func moment(_ own: Timestamp?, _ arrival: Duration) -> Timestamp? {
            if let own { return own }
            let near = anchors.last { $0.instant <= arrival } ?? anchors.first ?? anchor
            return near?.time(at: arrival)
        }
        func beginnings(_ outcomes: [FixOutcome]) -> [Timestamp?] {
            outcomes.map { $0.firstTimestamp == nil ? moment(nil, $0.firstArrival) : nil }
        }
        func isIn(_ outcome: FixOutcome) -> Bool {
            if let to, let first = moment(outcome.firstTimestamp, outcome.firstArrival), first >= to { return false }
            if let from, let last = moment(outcome.lastTimestamp, outcome.lastArrival), last < from { return false }
            return true
        }
        let found = sorted.filter(isIn)
        guard found.isEmpty, let bound = from ?? to else {
            self.outcomes = Array(found.suffix(limit))
            self.beginnings = beginnings(self.outcomes)
            isNearest = false
            isCut = found.count > limit
            return
        }
        let before = sorted.last { moment($0.lastTimestamp, $0.lastArrival).map { $0 < bound } ?? false }
        let after = sorted.first { moment($0.firstTimestamp, $0.firstArrival).map { $0 >= bound } ?? false }
        self.outcomes = [before, after].compactMap(\.self)
        self.beginnings = beginnings(self.outcomes)
        isNearest = true
        isCut = false
    }
}
