import LocationModel
import LocationServices
import LocdProtocol
import LocdRecorder

extension DaemonStatus {
    func why(from: Timestamp?, to: Timestamp?, limit: Int, privateRegions: Bool) async -> WhyReply {
        // Before the history: an outage that goes on lasts until then, and so has the age 0.
        let now = clock.now()
        let status = await hub.status
        let known = status.receiverTime
        var outcomes = await hub.history + (recorder?.manager.history ?? [])
        if !privateRegions { outcomes = await hub.privateStays.redacted(outcomes, at: now) }
        // Before the first fix there is only the system's time, right or wrong.
        let anchor = known ?? ReceiverTime(.now, at: now)
        let selection = OutcomeSelection(outcomes, from: from, to: to, limit: limit, anchor: anchor)
        var reply = WhyReply(
            isRecording: recorder != nil, isNearest: selection.isNearest, isCut: selection.isCut,
            fixes: zip(selection.outcomes, selection.beginnings).map { ReportedOutcome($0, beginning: $1, at: now) })
        reply.refused = status.condition.refused
        return reply
    }
}

extension ReportedOutcome {
    /// What the services say, as the socket tells it at a monotonic instant.
    init(_ outcome: FixOutcome, beginning: Timestamp? = nil, at now: Duration) {
        let age = max(now - outcome.lastArrival, .zero)
        let duration = outcome.lastArrival - outcome.firstArrival
        switch outcome.kind {
        case .delivered: self.init(.recorded, count: outcome.count, age: age, duration: duration)
        case .withheld(let reason):
            self.init(.withheld, reason: reason.rawValue, count: outcome.count, age: age, duration: duration)
        case .rejected(let reason):
            self.init(.rejected, reason: reason.rawValue, count: outcome.count, age: age, duration: duration)
        case .outage(let cause): self.init(.outage, reason: cause.rawValue, count: 0, age: age, duration: duration)
        }
        timestamp = outcome.firstTimestamp?.description
        lastTimestamp = outcome.lastTimestamp?.description
        approximateTimestamp = beginning?.description
        setFigures(measured: outcome.figures.measured, limit: outcome.figures.limit)
    }
}

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
    /// What has no time of its own is placed by the outcome before it that has one, which stays where it is: asked
    /// again, the answer is the same. Without such a one it is placed by the one after it.
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
