package import LocationModel

/// Judges after each fix and each sky view whether the receiver's position is to be trusted.
///
/// It is a pure state machine beside ``FixGate``. Each test is a type of its own and finds signs; see
/// Documentation/Integrity.md for the data on which their limits were chosen, and how often they are wrong. Signs of
/// one group, such as the signals, count once: a weak one has 1 point, a clear one 2, and what nothing else explains 4.
/// With 2 points the position is doubtful, with 4 it is not trusted. Every sign ends some time after it was last seen,
/// so that no verdict is permanent.
public struct Integrity: Sendable {
    /// What several signs share: those of one group may have one cause, and count once.
    enum Group: String, Sendable, Codable { case position, time, signal, geometry, receiver }

    /// Something that speaks against the position.
    struct Sign: Sendable, Codable {
        let reason: IntegrityReason
        let group: Group
        /// 1 for a weak sign, 2 for a clear one, 4 for one that suffices.
        var points: Int
        /// Seconds for which it counts after it was last seen.
        var lasts: Double

        init(_ reason: IntegrityReason, _ group: Group, points: Int, lasting seconds: Double) {
            (self.reason, self.group, self.points, lasts) = (reason, group, points, seconds)
        }
    }

    /// Points from which a position is doubtful, and not trusted.
    private static let limits = (doubtful: 2, notTrusted: 4)
    /// Seconds that pass at most between two fixes.
    private static let longestStep = 60.0
    /// Seconds between two sky views, at least.
    private static let views = 0.75

    /// A sign, and until when it counts.
    fileprivate struct Raised: Sendable, Codable {
        var sign: Sign
        var until: Double
    }

    /// The state kept across restarts. What signals and clocks have taught is learned anew.
    public struct State: Sendable, Codable {
        fileprivate var change: IntegrityChange?
        fileprivate var signs: [Raised] = []
        fileprivate var now = 0.0
        fileprivate var position = PositionEvidence()
        fileprivate var report = ReceiverEvidence()
        fileprivate var latest: Timestamp?
        fileprivate var newest: Timestamp?

        /// Whether this type can have written it.
        public var isValid: Bool {
            (0..<1e12).contains(now) && signs.count <= IntegrityReason.allCases.count
                && signs.allSatisfy { $0.until < now + 1e6 } && position.isValid
        }
    }

    /// What is kept across restarts.
    package private(set) var kept: State
    /// The present state.
    package var state: IntegrityState { kept.change?.state ?? .trusted }
    /// What led to it, in the order of appearance.
    package var reasons: [IntegrityReason] { kept.change?.reasons ?? [] }
    /// The receiver's time when the state began; `nil` before the first.
    package var since: Timestamp? { kept.change?.since }

    private var time = TimeEvidence()
    private var signal = SignalEvidence()
    private var geometry = GeometryEvidence()
    private var arrived: Duration?
    private var viewed: Double?

    /// A judge that has seen nothing, or only what an earlier run had kept.
    package init(resuming state: State? = nil) {
        kept = state.flatMap { $0.isValid ? $0 : nil } ?? State()
    }

    /// Takes a fix with the gate's verdict. `instant` is when it arrived, on the monotonic clock; `nil` in a replay.
    /// `system` is the system's time, if the network sets it. Returns the change, if there is one.
    package mutating func receive(
        _ fix: Fix, _ verdict: FixGate.Verdict, at instant: Duration?, system: Timestamp? = nil
    ) -> IntegrityChange? {
        advance(to: fix.timestamp, instant)
        if let found = kept.report.receive(fix) { raise(found) }
        if let instant, let timestamp = fix.timestamp, fix.mode != .none {
            if let found = time.receive(timestamp, at: instant.seconds, system: system) { raise(found) }
        }
        switch verdict {
        case .accepted(let location, let reset):
            kept.newest = location.timestamp
            if reset != nil { kept.position.timeReset() }
            if let found = kept.position.receive(location) { raise(found) }
            if let found = kept.report.receive(altitudesOf: fix, location) { raise(found) }
            signal.fixed(location, at: kept.now)
        case .rejected(.frozen):
            if PositionEvidence.isSure(fix) { raise(Sign(.frozenPosition, .position, points: 2, lasting: 10)) }
        case .rejected(.noFix):
            signal.lostFix()
            time.searching()
        case .rejected: break
        }
        if let found = signal.lasting(at: kept.now) { raise(found) }
        return conclude()
    }

    /// Takes a sky view.
    package mutating func receive(_ sky: SkyView, at instant: Duration?) -> IntegrityChange? {
        advance(to: sky.timestamp, instant)
        // A receiver, or gpsd, may repeat a view for each of ten fixes a second.
        guard viewed.map({ kept.now - $0 >= Self.views }) ?? true else { return conclude() }
        viewed = kept.now
        for found in signal.receive(sky, at: kept.now) { raise(found) }
        if let found = geometry.receive(sky, at: kept.now) { raise(found) }
        return conclude()
    }

    private mutating func advance(to timestamp: Timestamp?, _ instant: Duration?) {
        // The data's own time, so that a replay finds the same; only its step against the clock needs one.
        if let timestamp {
            if let latest = kept.latest { kept.now += min(max(timestamp.seconds(since: latest), 0), Self.longestStep) }
            kept.latest = timestamp
        } else if let instant, let arrived {
            kept.now += min(max((instant - arrived).seconds, 0), Self.longestStep)
        }
        arrived = instant
    }

    private mutating func raise(_ sign: Sign) {
        let until = kept.now + sign.lasts
        if let index = kept.signs.firstIndex(where: { $0.sign.reason == sign.reason }) {
            // A stronger sign of the same kind is not weakened by what comes after it.
            kept.signs[index].sign.points = max(kept.signs[index].sign.points, sign.points)
            kept.signs[index].until = max(kept.signs[index].until, until)
        } else {
            kept.signs.append(Raised(sign: sign, until: until))
        }
    }

    private mutating func conclude() -> IntegrityChange? {
        if kept.signs.isEmpty, state == .trusted { return nil }
        kept.signs.removeAll { $0.until <= kept.now }
        var points: [Group: Int] = [:]
        for raised in kept.signs { points[raised.sign.group] = max(points[raised.sign.group] ?? 0, raised.sign.points) }
        let sum = points.values.reduce(0, +)
        let new: IntegrityState =
            sum >= Self.limits.notTrusted ? .notTrusted : sum >= Self.limits.doubtful ? .doubtful : .trusted
        // A change needs a time; before the first location it waits.
        guard let moment = kept.newest ?? kept.latest else { return nil }
        var reasons = new == .trusted ? [] : self.reasons
        if new != .trusted {
            for raised in kept.signs where !reasons.contains(raised.sign.reason) { reasons.append(raised.sign.reason) }
        }
        guard new != state || reasons != self.reasons else { return nil }
        let since = new != state ? moment : since ?? moment
        let change = IntegrityChange(timestamp: moment, state: new, reasons: reasons, since: since)
        kept.change = change
        return change
    }
}
