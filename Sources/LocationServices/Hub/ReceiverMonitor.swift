public import LocationModel

/// What the receiver is up to, since when and why.
public struct ReceiverCondition: Sendable, Hashable {
    /// The state.
    public var state: ReceiverState
    /// The monotonic instant at which the state, with this cause, set in.
    public var since: Duration
    /// Why, where the state is not a good one.
    public var cause: OutageCause?
    /// The words of the system, for a person.
    public var detail: String?
    /// The device in use, where known.
    public var device: String?
    /// What drives it, where known.
    public var driver: String?
}

/// One state machine for all kinds of receivers: from links, verdicts and the passing of time to a condition.
///
/// An unplugged receiver says nothing at all, so only a timer of our own notices: ask ``deadline`` and call
/// ``tick(at:)`` when it has passed. A receiver that reports seldom is given the time: three of the intervals that it
/// was seen to keep.
public struct ReceiverMonitor: Sendable {
    /// The present condition.
    public private(set) var condition: ReceiverCondition
    /// The outage that lasts, `nil` while fixes come.
    public private(set) var outage: Outage?

    /// How many intervals must be known before they count for more than `staleAfter`.
    static let learning = 3
    /// How long the times of all reports must be refused before the clock counts as not trusted: two reports at 1 Hz, a
    /// little early.
    static let doubtfulTime = Duration.milliseconds(900)

    /// How long without a report before a fix is called stale.
    var staleAfter: Duration
    private var interval = LearnedInterval()
    /// The report that the next interval is counted from; `nil` after the link was interrupted.
    private var intervalBegan: Duration?
    private var lastReport: Duration?
    private var lastRepetition: Duration?
    private var lastSky: Duration?
    private var opened: Duration?
    /// Since when no time was trusted.
    private var untrustedSince: Duration?

    /// A monitor that calls a fix stale when nothing was reported for `staleAfter`, or three learned intervals.
    public init(staleAfter: Duration, at now: Duration) {
        self.staleAfter = staleAfter
        condition = ReceiverCondition(state: .released, since: now)
    }

    /// The instant at which ``tick(at:)`` is due, unless something is reported before.
    public var deadline: Duration? {
        let lastSign: Duration? =
            switch condition.state {
            case .absent, .released, .silent, .stale: nil
            case .opening: opened
            case .noFix: later(lastReport, lastSky)
            case .fix2D, .fix3D: lastReport
            case .frozen, .timeNotTrusted: later(lastReport, lastRepetition)
            }
        let usual = interval.median(ofAtLeast: Self.learning).map { Duration.seconds(3 * $0) } ?? .zero
        return lastSign.map { $0 + max(staleAfter, usual) }
    }

    /// The link changed.
    public mutating func link(_ link: ReceiverLink, at now: Duration) {
        if let device = link.device { condition.device = device }
        if let driver = link.driver { condition.driver = driver }
        switch link.condition {
        case .opening:
            // Trying again is no news while the reason for it stands.
            if condition.state != .absent { enter(.opening, nil, link.detail, at: now) }
        case .open:
            opened = now
            lastSky = nil
            let mayStillBeFresh = condition.state.hasFix || condition.state == .noFix
            if !mayStillBeFresh { enter(.opening, nil, link.detail, at: now) }
        case .absent(let cause):
            intervalBegan = nil
            enter(.absent, cause, link.detail, at: now)
            opened = nil
        case .failing(let cause):
            enter(.silent, cause, link.detail, at: now)
        case .released:
            opened = nil
            lastReport = nil
            lastRepetition = nil
            intervalBegan = nil
            enter(.released, .released, link.detail, at: now)
        }
    }

    /// The satellites were reported: a sign of life.
    public mutating func sky(at now: Duration) {
        lastSky = now
        if condition.state == .opening || condition.state == .silent { enter(.noFix, .noFix, nil, at: now) }
    }

    /// A fix was judged.
    public mutating func fix(_ verdict: FixGate.Verdict, at now: Duration) {
        // What was on its way when the receiver was let go of changes nothing.
        guard condition.state != .released else { return }
        switch verdict {
        case .accepted(let location, _):
            untrustedSince = nil
            enter(location.fix == .fix3D ? .fix3D : .fix2D, nil, nil, at: now)
        case .rejected(.duplicate):
            // One time, repeated, is a sign of life and no fix.
            lastRepetition = now
            return
        case .rejected(.noFix):
            enter(.noFix, .noFix, nil, at: now)
        case .rejected(.frozen):
            enter(.frozen, .rejected, nil, at: now)
        case .rejected(.noTime), .rejected(.timeBackwards), .rejected(.timeForwards):
            let since = untrustedSince ?? now
            untrustedSince = since
            // One late report is no reason to doubt the clock, nor are the few around a change of the date.
            if now - since >= Self.doubtfulTime || !condition.state.hasFix {
                enter(.timeNotTrusted, .rejected, nil, at: now)
            }
        case .rejected(let reason):
            enter(.noFix, .rejected, "the receiver reports impossible positions: \(reason.rawValue)", at: now)
        }
        lastReport = now
        if let began = intervalBegan { interval.learn((now - began).seconds) }
        intervalBegan = now
    }

    /// Time passed.
    public mutating func tick(at now: Duration) {
        guard let deadline, now >= deadline else { return }
        switch condition.state {
        case .opening, .noFix: enter(.silent, .silent, nil, at: now)
        case .fix2D, .fix3D:
            if let lastRepetition, let lastReport, lastRepetition > lastReport {
                enter(.timeNotTrusted, .rejected, "the receiver repeats the same time", at: now)
            } else {
                enter(.stale, .silent, nil, at: now)
            }
        case .frozen, .timeNotTrusted: enter(.stale, .silent, nil, at: now)
        case .absent, .released, .silent, .stale: break
        }
    }

    private mutating func enter(_ state: ReceiverState, _ cause: OutageCause?, _ detail: String?, at now: Duration) {
        let isNew = condition.state != state || condition.cause != cause
        if isNew { condition.since = now }
        condition.state = state
        condition.cause = cause
        condition.detail = detail
        guard isNew else { return }
        if state.hasFix {
            outage = nil
        } else if let cause, outage?.cause != cause {
            outage = Outage(cause: cause, began: beginning(of: state, at: now))
        }
    }

    /// When the outage of a new cause began.
    private func beginning(of state: ReceiverState, at now: Duration) -> Duration {
        // What is reported, or done, sets in with the report.
        if state == .noFix || state == .frozen || state == .timeNotTrusted || state == .released { return now }
        // Whatever is found out about a silence holds since the last word.
        let lastWord = later(later(lastReport, lastSky), opened) ?? now
        guard let outage else { return lastReport ?? lastWord }
        if outage.cause == .silent { return outage.began }
        return lastWord > outage.began ? lastWord : now
    }

    private func later(_ one: Duration?, _ other: Duration?) -> Duration? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}
