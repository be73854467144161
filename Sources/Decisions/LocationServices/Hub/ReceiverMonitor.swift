public import LocationModel

/// The receiver's state, with its start and cause.
public struct ReceiverCondition: Sendable, Hashable {
    /// The state.
    public var state: ReceiverState
    /// The monotonic instant at which the state, with this cause, began.
    public var since: Duration
    /// The cause, if the state is not a good one.
    public var cause: OutageCause?
    /// The system's error text, for people.
    public var detail: String?
    /// The device in use, if known.
    public var device: String?
    /// The driver, if known.
    public var driver: String?
    /// What was refused lately beside good data, by reason; `nil` if that is little.
    public var refused: String?
}

/// One state machine for all kinds of receivers: it derives the condition from links, verdicts and elapsed time.
///
/// An unplugged receiver sends nothing, so only a timer notices: ask ``deadline`` and call ``tick(at:)`` when it has
/// passed. A receiver that reports rarely is given more time: three of its learned intervals.
public struct ReceiverMonitor: Sendable {
    /// The current condition.
    public private(set) var condition: ReceiverCondition
    /// The current outage; `nil` while fixes arrive.
    public private(set) var outage: Outage?

    /// How long the times of all reports must be refused before the clock counts as not trusted: the time between two
    /// reports at 1 Hz, with a little tolerance.
    static let doubtfulTime = Duration.milliseconds(900)

    /// How long after the last report a fix becomes stale.
    var staleAfter: Duration
    private var interval = LearnedInterval()
    /// The report from which the next interval is measured; `nil` after the link was interrupted.
    private var intervalBegan: Duration?
    /// The time of the latest location.
    private var newest: Timestamp?
    private var lastReport: Duration?
    private var lastRepetition: Duration?
    private var lastSky: Duration?
    private var opened: Duration?
    /// The instant since which no time is trusted.
    private var untrustedSince: Duration?

    /// A monitor that reports a fix as stale after `staleAfter`, or three learned intervals if that is longer, without
    /// a report.
    public init(staleAfter: Duration, at now: Duration) {
        self.staleAfter = staleAfter
        condition = ReceiverCondition(state: .released, since: now)
    }

    /// The instant at which ``tick(at:)`` is due, unless a report arrives first.
    public var deadline: Duration? {
        let lastSign: Duration? =
            switch condition.state {
            case .absent, .released, .silent, .stale: nil
            case .opening: opened
            case .noFix: later(lastReport, lastSky)
            case .fix2D, .fix3D: lastReport
            case .frozen, .timeNotTrusted: later(lastReport, lastRepetition)
            }
        // The first interval counts already: a fix every ten seconds is no outage each time.
        let usual = interval.median(ofAtLeast: 1).map { Duration.seconds(3 * $0) } ?? .zero
        return lastSign.map { $0 + max(staleAfter, usual) }
    }

    /// The link changed.
    public mutating func link(_ link: ReceiverLink, at now: Duration) {
        if let device = link.device { condition.device = device }
        if let driver = link.driver { condition.driver = driver }
        condition.refused = link.refused
        switch link.condition {
        case .opening:
            // A retry changes nothing while its cause remains.
            if condition.state != .absent { enter(.opening, nil, link.detail, at: now) }
        case .open:
            let mayStillBeFresh = condition.state.hasFix || condition.state == .noFix
            guard !mayStillBeFresh else { break }
            opened = now
            lastSky = nil
            enter(.opening, nil, link.detail, at: now)
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

    /// The receiver reported its satellites: a sign of life.
    public mutating func sky(at now: Duration) {
        lastSky = now
        if condition.state == .opening || condition.state == .silent { enter(.noFix, .noFix, nil, at: now) }
    }

    /// The gate judged a fix.
    public mutating func fix(_ verdict: FixGate.Verdict, at now: Duration) {
        // A fix that was on its way when the receiver was released changes nothing.
        guard condition.state != .released else { return }
        let interval = intervalBegan.map { (now - $0).seconds }
        var hasWaited = false
        switch verdict {
        case .accepted(let location, _):
            untrustedSince = nil
            if let interval, let newest { hasWaited = location.timestamp.seconds(since: newest) > 2 * interval }
            newest = location.timestamp
            enter(location.fix == .fix3D ? .fix3D : .fix2D, nil, nil, at: now)
        case .rejected(.duplicate):
            // A repeated time shows that the receiver is alive; it is not a new fix.
            lastRepetition = now
            return
        case .rejected(.noFix):
            enter(.noFix, .noFix, nil, at: now)
        case .rejected(.frozen):
            enter(.frozen, .rejected, nil, at: now)
        case .rejected(.noTime), .rejected(.timeBackwards), .rejected(.timeForwards):
            let since = untrustedSince ?? now
            untrustedSince = since
            // One late report does not put the clock in doubt, nor do the few around a change of the date.
            if now - since >= Self.doubtfulTime || !condition.state.hasFix {
                enter(.timeNotTrusted, .rejected, nil, at: now)
            }
        case .rejected(let reason):
            enter(.noFix, .rejected, "the receiver reports impossible positions: \(reason.rawValue)", at: now)
        }
        lastReport = now
        // One of a burst has waited behind the one before: the pause between two bursts is what counts.
        if let interval, !hasWaited { self.interval.learn(interval) }
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
        if state == .silent || state == .stale { condition.refused = nil }
        guard isNew else { return }
        if state.hasFix {
            outage = nil
        } else if let cause, outage?.cause != cause {
            outage = Outage(cause: cause, began: beginning(of: state, at: now))
        }
    }

    /// When the outage with a new cause began.
    private func beginning(of state: ReceiverState, at now: Duration) -> Duration {
        // States that are reported or requested begin with the report.
        if state == .noFix || state == .frozen || state == .timeNotTrusted || state == .released { return now }
        // A state that is inferred from silence began with the last report.
        let lastWord = later(later(lastReport, lastSky), opened) ?? now
        guard let outage else { return lastReport ?? lastWord }
        if outage.cause == .silent { return outage.began }
        return lastWord > outage.began ? lastWord : now
    }
}

/// A time without fixes, with its cause and its beginning.
public struct Outage: Sendable, Hashable {
    /// The cause.
    public var cause: OutageCause
    /// The monotonic instant of its beginning: if the receiver merely fell silent, that of its last report.
    public var began: Duration

    /// An outage that began at an instant.
    public init(cause: OutageCause, began: Duration) {
        self.cause = cause
        self.began = began
    }
}
