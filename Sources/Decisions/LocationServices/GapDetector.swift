public import LocationModel

/// Finds gaps in a stream of accepted locations, and their causes.
///
/// A gap is a time without accepted locations that is longer than both `staleAfter` and three learned intervals. Its
/// cause is the one that filled most of it: outages have a monotonic length; time that no outage explains is attributed
/// to the rejections in it, to a restart, or to silence. If a private region is among the causes, a gap may have any
/// length.
public struct GapDetector: Sendable {
    /// The state kept across restarts.
    struct State: Sendable, Codable {
        var last: Timestamp?
        var interval: LearnedInterval
        /// The time since the last accepted location: seconds of outages and counts of refusals, by cause.
        var outageSeconds: [OutageCause: Double] = [:]
        var rejections: [OutageCause: Int] = [:]
    }

    /// The shortest time without an accepted location that may be a gap; see `receiver.staleAfter`.
    public var staleAfter: Duration {
        get { .seconds(staleSeconds) }
        set { staleSeconds = newValue.seconds }
    }

    private var staleSeconds: Double
    private var last: Timestamp?
    private var interval = LearnedInterval()

    private var outage: Outage?
    private var outageSeconds: [OutageCause: Double] = [:]
    private var rejections: [OutageCause: Int] = [:]
    /// The instant at which this run started, until a location is accepted in it.
    private var restarted: Duration?
    /// Seconds of outages before this run, until a location is accepted.
    private var secondsBefore = 0.0
    /// Whether `last` is the last accepted location, and not only the last one that the track knows.
    private var isLastExact = true

    /// Before an interval is learned, an unexplained silence is a gap from this many seconds on: a receiver that
    /// reports every ten seconds has none.
    private static let unlearnedThreshold = 60.0

    /// A detector. `last` is the end of the track of an earlier run, and `now` the instant of this start.
    public init(staleAfter: Duration, resumingAfter last: Timestamp? = nil, at now: Duration? = nil) {
        staleSeconds = staleAfter.seconds
        self.last = last
        restarted = last == nil ? nil : now ?? .zero
        isLastExact = last == nil
    }

    /// Continues an earlier run. In a replay, where `now` is `nil`, no time passed in between.
    init(staleAfter: Duration, resuming state: State, at now: Duration?) {
        staleSeconds = staleAfter.seconds
        last = state.last
        interval = state.interval
        outageSeconds = state.outageSeconds
        rejections = state.rejections
        restarted = last == nil ? nil : now
        secondsBefore = outageSeconds.values.reduce(0, +)
    }

    /// Restores the interval that an earlier run learned.
    mutating func resumeInterval(_ state: State) {
        interval = state.interval
    }

    /// The state to save for the next run; `now` is the monotonic instant, `nil` in a replay.
    func state(at now: Duration?) -> State {
        var state = State(last: last, interval: interval, outageSeconds: outageSeconds, rejections: rejections)
        if let outage, let now { state.outageSeconds[outage.cause, default: 0] += max(0, (now - outage.began).seconds) }
        return state
    }

    /// The receiver's outage began, changed its cause, or (`nil`) ended.
    public mutating func outage(_ next: Outage?, at now: Duration) {
        if let outage {
            let end = max(next.map { min($0.began, now) } ?? now, outage.began)
            outageSeconds[outage.cause, default: 0] += (end - outage.began).seconds
        }
        outage = next
    }

    /// A recording contains a gap: its cause counts for the length of the gap in the recording's own time.
    public mutating func recorded(_ gap: Gap) {
        outageSeconds[gap.cause, default: 0] += max(0, gap.to.seconds(since: gap.from))
    }

    /// The gate or a quality filter refused a fix.
    public mutating func rejected(_ reason: RejectionReason) {
        switch reason {
        case .noFix: rejections[.noFix, default: 0] += 1
        case .inaccurate: rejections[.inaccurate, default: 0] += 1
        case .notTrusted: rejections[.notTrusted, default: 0] += 1
        case .invalidCoordinate, .nullIsland, .noTime, .timeBackwards, .timeForwards, .frozen, .tooOld,
            .tooFast:
            rejections[.rejected, default: 0] += 1
        case .duplicate, .distanceFilter, .minimumInterval, .stationary, .paused: break
        }
    }

    /// A location is held back as a leap. The receiver is there: if it was an excursion, there is no gap.
    mutating func doubted(_ timestamp: Timestamp) {
        if let last, (0...staleSeconds).contains(timestamp.seconds(since: last)) {
            self.last = timestamp
        } else {
            rejected(.tooFast)
        }
    }

    /// What was held back as leaps is not believed: since `last`, there was nothing.
    mutating func disbelieve(since last: Timestamp) {
        if let known = self.last, known > last { self.last = last }
    }

    /// The receiver's time went back: intervals across that moment are meaningless.
    public mutating func timeReset() {
        last = nil
        noteRestartIsOver()
        forget()
    }

    /// A location was accepted. Returns the gap that it ends, if any. `now` is `nil` in a replay.
    public mutating func accepted(_ timestamp: Timestamp, at now: Duration?) -> Gap? {
        // It was in doubt before.
        if let last, timestamp < last { return nil }
        defer {
            last = timestamp
            noteRestartIsOver()
            forget()
        }
        guard let last else { return nil }
        // At any length: no line may be drawn across it, and nothing else is reported about that time.
        if outageSeconds[.privateRegion] != nil { return Gap(from: last, to: timestamp, cause: .privateRegion) }
        let length = timestamp.seconds(since: last)
        guard length > staleSeconds else {
            if isLastExact { interval.learn(length) }
            return nil
        }
        let isHole = length > threshold
        // Silences of equal length are the receiver's present interval; those with another cause do not count.
        if restarted == nil, !isHole || isMereSilence { interval.learn(length) }
        return isHole ? Gap(from: last, to: timestamp, cause: cause(ofLength: length, at: now)) : nil
    }

    private mutating func noteRestartIsOver() {
        restarted = nil
        secondsBefore = 0
        isLastExact = true
    }

    private mutating func forget() {
        if !outageSeconds.isEmpty { outageSeconds.removeAll() }
        if !rejections.isEmpty { rejections.removeAll() }
    }

    /// Seconds from which a silence counts as a gap.
    private var threshold: Double {
        if let usual = interval.median(ofAtLeast: 1) { return max(staleSeconds, 3 * usual) }
        return restarted == nil && isMereSilence ? max(staleSeconds, Self.unlearnedThreshold) : staleSeconds
    }

    /// Whether nothing but silence is known since the last accepted location.
    private var isMereSilence: Bool {
        rejections.isEmpty && (outage?.cause ?? .silent) == .silent && outageSeconds.keys.allSatisfy { $0 == .silent }
    }

    private func cause(ofLength length: Double, at now: Duration?) -> OutageCause {
        var seconds = outageSeconds
        if let outage, let now { seconds[outage.cause, default: 0] += max(0, (now - outage.began).seconds) }
        let explained = seconds.values.reduce(0, +)
        var rest = max(0, length - explained)
        if let restarted, let now {
            let beforeStart = max(0, length - (now - restarted).seconds - secondsBefore)
            seconds[.restart, default: 0] += beforeStart
            rest = max(0, rest - beforeStart)
        } else if restarted != nil {
            return .restart
        }
        let rejection = rejections.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        seconds[rejection ?? .silent, default: 0] += rest
        return seconds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .silent
    }
}
