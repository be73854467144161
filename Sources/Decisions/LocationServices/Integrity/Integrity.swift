package import LocationModel

/// Judges after each fix and each sky view whether the receiver's position is to be trusted.
///
/// It is a pure state machine beside ``FixGate``. Each test is a type of its own and finds signs; see
/// Documentation/Integrity.md for the data on which their limits were chosen, and how often they are wrong. Signs of
/// one group, such as the signals, count once: a weak one has 1 point, a clear one 2, and what nothing else explains 4.
/// With 2 points the position is doubtful, with 4 it is not trusted. Every sign ends some time after it was last seen,
/// so that no verdict is permanent.
public struct Integrity: Sendable {
    /// Points from which a position is doubtful, and not trusted.
    private static let limits = (doubtful: 2, notTrusted: 4)
    /// Seconds that pass at most between two fixes.
    private static let longestStep = 60.0
    /// Seconds between two sky views, between two positions, and while a position is in doubt, at least: more often
    /// they say little more. At 1 Hz every second one is judged.
    private static let steps = (view: 1.75, position: 1.75, doubt: 0.75)
    /// Metres from the last position that was judged beyond which the next one is judged at once: it may leap away and
    /// be back in between.
    private static let near = 500.0

    /// The state kept across restarts. What signals and clocks have taught is learned anew.
    public struct State: Sendable, Codable {
        fileprivate var change: IntegrityChange?
        fileprivate var signs = IntegritySigns()
        fileprivate var position = PositionEvidence()
        fileprivate var report = ReceiverEvidence()
        fileprivate var latest: Timestamp?
        fileprivate var newest: Timestamp?
        /// Until when a receiver that was seen to search may learn the leap seconds.
        fileprivate var coldUntil: Double?

        /// Whether this type can have written it.
        public var isValid: Bool {
            signs.isValid && position.isValid && report.isValid(at: signs.now) && coldUntil ?? 0 < signs.now + 1e6
                && change?.reasons.count ?? 0 <= IntegrityReason.allCases.count
        }
    }

    /// What is kept across restarts.
    package private(set) var kept: State
    /// The latest change; `nil` before the first.
    package var change: IntegrityChange? { kept.change }
    package var state: IntegrityState { kept.change?.state ?? .trusted }

    private var time = TimeEvidence()
    private var signal = SignalEvidence()
    private var geometry = GeometryEvidence()
    private var arrived: Duration?
    /// When a view, and a position, was judged last.
    private(set) var viewed: Double?
    private var placed: (time: Double, place: Coordinate)?
    private var device: String?

    /// Evidence that has seen nothing, or only what an earlier run had kept.
    package init(resuming state: State? = nil) {
        kept = state.flatMap { $0.isValid ? $0 : nil } ?? State()
    }

    /// Takes a fix with the gate's verdict. `instant` is when it arrived, on the monotonic clock; `nil` in a replay.
    /// `system` tells the system's time, if the network sets it. Returns the change, if there is one.
    package mutating func receive(
        _ fix: Fix, _ verdict: FixGate.Verdict, at instant: Duration?, system: () -> Timestamp? = { nil }
    ) -> IntegrityChange? {
        advance(to: fix.timestamp, instant)
        kept.report.receive(fix, into: &kept.signs)
        // The gate corrects a date that changes at the wrong moment.
        let timestamp = if case .accepted(let location, _) = verdict { location.timestamp } else { fix.timestamp }
        if let instant, let timestamp, fix.mode != .none {
            let isCold = kept.signs.now < kept.coldUntil ?? 0
            time.receive(timestamp, at: instant.seconds, system: system, isCold: isCold, into: &kept.signs)
        }
        var hasFix: Bool?
        switch verdict {
        case .accepted(let location, let reset):
            hasFix = true
            kept.newest = location.timestamp
            if reset != nil {
                kept.position.timeReset()
                kept.report.timeReset()
            }
            if reset != nil || isDue(location.coordinate) {
                placed = (kept.signs.now, location.coordinate)
                kept.position.receive(location, isCovered: signal.isCovered, into: &kept.signs)
            }
            kept.report.receive(altitudesOf: fix, location, into: &kept.signs)
        case .rejected(.frozen): if PositionEvidence.isSure(fix) { kept.signs.raise(.frozenPosition) }
        case .rejected(.noFix):
            hasFix = false
            if placed == nil { kept.coldUntil = kept.signs.now + TimeEvidence.leapSeconds.window }
        case .rejected: break
        }
        signal.receive(hasFix: hasFix, into: &kept.signs)
        return conclude()
    }

    package mutating func receive(_ sky: SkyView, at instant: Duration?) -> IntegrityChange? {
        advance(to: sky.timestamp, instant)
        // A receiver, or gpsd, may repeat a view for each of ten fixes a second.
        guard viewed.map({ kept.signs.now - $0 >= Self.steps.view }) ?? true else { return conclude() }
        viewed = kept.signs.now
        signal.receive(sky, into: &kept.signs)
        geometry.receive(sky, into: &kept.signs)
        return conclude()
    }

    /// Takes a change of the link: another receiver, and one that was unplugged, is compared with nothing from before.
    /// That gpsd was away says nothing of the receiver, and what is suspected already stays so.
    mutating func receive(_ link: ReceiverLink) {
        let isOther = device != nil && link.device ?? device != device
        device = link.device ?? device
        guard isOther || link.condition == .absent(.unplugged) || link.condition == .absent(.noDevice) else { return }
        (time, signal, geometry, kept.report, placed) = (.init(), .init(), .init(), .init(), nil)
        kept.position.interrupt()
    }

    private func isDue(_ place: Coordinate) -> Bool {
        guard let placed else { return true }
        let isInDoubt = kept.position.isInDoubt || !kept.signs.isEmpty
        let step = isInDoubt ? Self.steps.doubt : Self.steps.position
        return kept.signs.now - placed.time >= step || !place.isWithin(Self.near, of: placed.place)
    }

    private mutating func advance(to timestamp: Timestamp?, _ instant: Duration?) {
        // The data's own time, so that a replay finds the same; only its step against the clock needs one.
        var seconds = 0.0
        if let timestamp {
            seconds = kept.latest.map { timestamp.seconds(since: $0) } ?? 0
            kept.latest = timestamp
        } else if let instant, let arrived {
            seconds = max((instant - arrived).seconds, 0)
            // The next time counts only from here on.
            kept.latest = kept.latest?.advanced(bySeconds: seconds)
        }
        kept.signs.now += min(max(seconds, 0), Self.longestStep)
        arrived = instant
    }

    private mutating func conclude() -> IntegrityChange? {
        if kept.signs.isEmpty, case .trusted = state { return nil }
        let points = kept.signs.points()
        let new: IntegrityState =
            points >= Self.limits.notTrusted ? .notTrusted : points >= Self.limits.doubtful ? .doubtful : .trusted
        // A change needs a time; before the first location it waits.
        guard let moment = kept.newest ?? kept.latest else { return nil }
        let known = change?.reasons ?? []
        let reasons = new == .trusted ? [] : known + kept.signs.reasons.filter { !known.contains($0) }
        guard new != state || reasons != known else { return nil }
        let since = new == state ? change?.since ?? moment : moment
        kept.change = IntegrityChange(timestamp: moment, state: new, reasons: reasons, since: since)
        return kept.change
    }
}

/// What speaks against the position now, on the data's own clock.
struct IntegritySigns: Sendable, Codable {
    private struct Sign: Codable {
        let reason: IntegrityReason
        var points: Int
        var end: Double
    }

    /// Seconds.
    var now = 0.0
    private var signs: [Sign] = []

    var isEmpty: Bool { signs.isEmpty }
    /// In the order of appearance.
    var reasons: [IntegrityReason] { signs.map(\.reason) }
    func contains(_ reason: IntegrityReason) -> Bool { signs.contains { $0.reason == reason } }
    /// Whether this type can have written it.
    var isValid: Bool {
        (0..<1e12).contains(now) && signs.count <= IntegrityReason.allCases.count
            && signs.allSatisfy { (0...4).contains($0.points) && (0..<now + 1000).contains($0.end) }
    }

    /// Raises a sign, or keeps it up, for its usual seconds or others. Another one of this kind that was stronger stays
    /// so.
    mutating func raise(_ reason: IntegrityReason, points: Int? = nil, for seconds: Double? = nil) {
        let (_, usual, usualSeconds) = reason.weight
        let index = signs.firstIndex { $0.reason == reason } ?? signs.endIndex
        if index == signs.endIndex { signs.append(Sign(reason: reason, points: 0, end: 0)) }
        signs[index].points = max(signs[index].points, points ?? usual)
        signs[index].end = now + (seconds ?? usualSeconds)
    }

    /// The points of all signs, without those that have ended.
    mutating func points() -> Int {
        signs.removeAll { $0.end <= now }
        var most: [IntegrityReason.Group: Int] = [:]
        for sign in signs {
            let group = sign.reason.weight.group
            most[group] = max(most[group] ?? 0, sign.points)
        }
        return most.values.reduce(0, +)
    }
}

extension IntegrityReason {
    /// What several signs share: those of one group may have one cause, and count once.
    fileprivate enum Group { case position, time, signal, geometry, receiver }

    /// The group, the points (1 for a weak sign, 2 for a clear one, 4 for one that suffices), and the seconds for which
    /// it counts after it was last seen.
    fileprivate var weight: (group: Group, points: Int, seconds: Double) {
        switch self {
        case .positionAgainstSpeed, .positionAgainstRest: (.position, 2, PositionEvidence.returnTime)
        case .frozenPosition, .altitude: (.position, 2, 10)
        case .timeStep, .timeDrift: (.time, 4, 10)
        case .timeAgainstSystem: (.time, 2, 10)
        case .jamming, .signalStrength: (.signal, 2, 20)
        case .satelliteGeometry, .constellationLost: (.geometry, 2, 20)
        case .antenna: (.receiver, 2, 20)
        case .deadReckoning: (.receiver, 1, 5)
        }
    }
}

/// A condition that means something if it is seen often enough, and for long enough.
struct Lasting: Sendable {
    /// How often, what it counts up to at most, so that it ends, and seconds.
    let views: Int
    let most: Int
    let seconds: Double
    /// When it was seen first.
    private(set) var since: Double?
    private var count = 0

    init(views: Int = 1, most: Int = 1, seconds: Double) {
        (self.views, self.most, self.seconds) = (views, most, seconds)
    }

    /// A view in between without it does not end it, two for each with it do.
    mutating func isThere(_ isSeen: Bool, at now: Double) -> Bool {
        count = min(max(count + (isSeen ? 1 : -1), 0), most)
        let since = count > 0 ? since ?? now : now
        self.since = count > 0 ? since : nil
        return isSeen && count >= views && now - since >= seconds
    }
}
