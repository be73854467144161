package import LocationModel

/// Judges after each fix and each sky view whether the receiver's position is to be trusted.
///
/// It is a pure state machine beside ``FixGate``. Each test is a type of its own and finds signs; see
/// Documentation/Integrity.md for the data on which their limits were chosen, and how often they are wrong. Signs of
/// one group, such as the signals, count once: a weak one has 1 point, a clear one 2, and what nothing else explains 4.
/// With 2 points the position is doubtful, with 4 it is not trusted. Every sign ends some time after it was last seen,
/// so that no verdict is permanent.
package struct Integrity: Sendable {
    /// What several signs share: those of one group may have one cause, and count once.
    enum Group: Sendable { case position, time, signal, geometry, receiver, altitude }

    /// Something that speaks against the position.
    struct Sign: Sendable {
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

    /// The present state.
    package private(set) var state = IntegrityState.trusted
    /// What led to it, in the order of appearance.
    package private(set) var reasons: [IntegrityReason] = []
    /// The receiver's time when the state began; `nil` before the first.
    package private(set) var since: Timestamp?

    private var signs: [(sign: Sign, until: Double)] = []
    private var now = 0.0
    private var position = PositionEvidence()
    private var time = TimeEvidence()
    private var signal = SignalEvidence()
    private var geometry = GeometryEvidence()
    private var report = ReceiverEvidence()
    private var latest: Timestamp?
    private var arrived: Duration?
    private var newest: Timestamp?

    /// A judge that has seen nothing.
    package init() {}

    /// Takes a fix with the gate's verdict. `instant` is when it arrived, on the monotonic clock; `nil` in a replay.
    /// `system` is the system's time, if the network sets it. Returns the change, if there is one.
    package mutating func receive(
        _ fix: Fix, _ verdict: FixGate.Verdict, at instant: Duration?, system: Timestamp? = nil
    ) -> IntegrityChange? {
        advance(to: fix.timestamp, instant)
        if let found = report.receive(fix) { raise(found) }
        if let instant, let timestamp = fix.timestamp, fix.mode != .none {
            if let found = time.receive(timestamp, at: instant.seconds, system: system) { raise(found) }
        }
        switch verdict {
        case .accepted(let location, let reset):
            newest = location.timestamp
            if reset != nil { position.timeReset() }
            if let found = position.receive(location) { raise(found) }
            if let found = report.receive(altitudesOf: fix, location) { raise(found) }
            signal.fixed(location, at: now)
        case .rejected(.frozen):
            if PositionEvidence.isSure(fix) { raise(Sign(.frozenPosition, .position, points: 2, lasting: 10)) }
        case .rejected(.noFix):
            signal.lostFix()
            time.searching()
        case .rejected: break
        }
        if let found = signal.lasting(at: now) { raise(found) }
        return conclude()
    }

    /// Takes a sky view.
    package mutating func receive(_ sky: SkyView, at instant: Duration?) -> IntegrityChange? {
        advance(to: sky.timestamp, instant)
        for found in signal.receive(sky, at: now) { raise(found) }
        if let found = geometry.receive(sky, at: now) { raise(found) }
        return conclude()
    }

    private mutating func advance(to timestamp: Timestamp?, _ instant: Duration?) {
        // The data's own time, so that a replay finds the same; only its step against the clock needs one.
        if let timestamp {
            if let latest { now += min(max(timestamp.seconds(since: latest), 0), Self.longestStep) }
            latest = timestamp
        } else if let instant, let arrived {
            now += min(max((instant - arrived).seconds, 0), Self.longestStep)
        }
        arrived = instant
    }

    private mutating func raise(_ sign: Sign) {
        let until = now + sign.lasts
        if let index = signs.firstIndex(where: { $0.sign.reason == sign.reason }) {
            // A stronger sign of the same kind is not weakened by what comes after it.
            signs[index].sign.points = max(signs[index].sign.points, sign.points)
            signs[index].until = max(signs[index].until, until)
        } else {
            signs.append((sign, until))
        }
    }

    private mutating func conclude() -> IntegrityChange? {
        if signs.isEmpty, state == .trusted { return nil }
        signs.removeAll { $0.until <= now }
        var points: [Group: Int] = [:]
        for (sign, _) in signs { points[sign.group] = max(points[sign.group] ?? 0, sign.points) }
        let sum = points.values.reduce(0, +)
        let new: IntegrityState =
            sum >= Self.limits.notTrusted ? .notTrusted : sum >= Self.limits.doubtful ? .doubtful : .trusted
        // A change needs a time; before the first location it waits.
        guard let moment = newest ?? latest else { return nil }
        let before = (state, reasons)
        if new == .trusted {
            reasons = []
        } else {
            for (sign, _) in signs where !reasons.contains(sign.reason) { reasons.append(sign.reason) }
        }
        if new != state { since = moment }
        state = new
        guard before != (state, reasons) else { return nil }
        return IntegrityChange(timestamp: moment, state: state, reasons: reasons, since: since ?? moment)
    }
}
