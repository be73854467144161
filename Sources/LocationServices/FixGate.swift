public import LocationModel
internal import Motion

/// The gate that every fix passes first: a fix becomes a ``Location``, or a rejection with its reason.
///
/// It compares fixes with each other, never with the system's clock: the receiver's time is the better one.
/// Nothing starves: a refusal that rests on the fix before ends as soon as the refused fixes agree with each other.
public struct FixGate: Sendable {
    /// What became of a fix.
    public enum Verdict: Sendable, Hashable {
        /// Usable. `timeReset` says that the receiver's time was corrected backwards, right before this location.
        case accepted(Location, timeReset: TimeReset?)
        /// Not usable.
        case rejected(RejectionReason)
    }

    /// How many refused fixes must agree with each other before they are believed.
    static let confirmations = 3
    /// Seconds over which they must agree: three fixes at 25 Hz are no more than one at 1 Hz.
    static let confirmingTime = 1.5
    /// The same for a step of whole days under a clock that ran.
    static let confirmingTimeOfDays = 30.0
    /// Seconds before and after midnight in which the date may be the one of the other side: a date that follows GPS time
    /// changes 18 s early, and one that the receiver works out later than the time of day is late.
    static let changeOfDate = 20.0
    /// Seconds from one fix to the next, at most, where the interval is not known to be longer: three of that are allowed.
    static let shortStep = 2.0
    /// Seconds by which time may go forwards at once: a year is longer than what boxes are stored away for.
    static let longestStep = 366.0 * 86_400
    /// A step is of whole days where not more than this many seconds are left over, or two of the latest intervals.
    static let wholeDays = 10.0
    /// Seconds between two fixes of a clock that runs, at most.
    static let runningStep = 60.0
    /// Seconds by which reports may overtake each other without contradicting one another.
    static let reordering = 60.0
    /// A step back of this many seconds, soon after the start, is a leap-second correction.
    static let leapSecondStep = 1.0...3.0
    /// Seconds after its first fix in which a receiver may still learn the leap seconds: the almanac takes 12.5 min.
    static let leapSecondWindow = 900.0
    /// Metres that must have been travelled, by the reported speed, before a standing position counts as frozen.
    static let frozenDistance = 50.0
    /// Seconds for which one reported speed may stand: what happened in a longer silence is not known.
    static let speedValidity = 10.0

    /// Locations that lost an absurd altitude, or one that had not settled since an absurd one.
    public private(set) var altitudesRejected = 0

    /// The time of the newest location that was accepted.
    public var newest: Timestamp? { last?.timestamp }

    struct Seen: Sendable, Hashable, Codable {
        let timestamp: Timestamp
        let coordinate: Coordinate
    }

    /// Another time that is not believed yet.
    struct Doubt: Sendable, Hashable, Codable {
        var newest: Timestamp
        /// The first fix of that time.
        var since: Timestamp
        /// Whether it is whole days off.
        var isOfDays: Bool
        /// Fixes that agree with each other about it.
        var count: Int
    }

    var last: Seen?
    var recent = InlineArray<4, Seen?>(repeating: nil)
    var nextRecent = 0
    var hasAccepted = false
    /// Until when a step back is a leap-second correction; `nil` before the first fix, and after such a correction.
    var leapSecondsUntil: Timestamp?
    var travelledInPlace = 0.0
    var lastInPlace: Timestamp?
    var altitudes = AltitudeJudge()
    var doubt: Doubt?

    /// A gate; `last` is the newest location that an earlier run accepted, where there is one.
    public init(resumingAfter last: Location? = nil) {
        if let last { remember(Seen(timestamp: last.timestamp, coordinate: last.coordinate)) }
    }

    /// Judges one fix. Call it for each, in the order of arrival.
    public mutating func judge(_ fix: Fix) -> Verdict {
        guard fix.mode != .none else { return .rejected(.noFix) }
        guard let coordinate = fix.coordinate, coordinate.isValid else { return .rejected(.invalidCoordinate) }
        guard !coordinate.isNullIsland else { return .rejected(.nullIsland) }
        guard let timestamp = fix.timestamp.map({ dated($0) }) else { return .rejected(.noTime) }
        let seen = Seen(timestamp: timestamp, coordinate: coordinate)

        var reset: TimeReset?
        if let last, timestamp <= last.timestamp {
            if let reason = refusal(of: seen, after: last) { return .rejected(reason) }
            reset = TimeReset(timestamp: timestamp, previous: last.timestamp)
        } else if let last, isDoubtful(timestamp, after: last.timestamp), !isConfirmed(timestamp, after: last.timestamp)
        {
            return .rejected(.timeForwards)
        }
        doubt = nil
        if reset != nil {
            travelledInPlace = 0
            lastInPlace = timestamp
        } else if isFrozen(fix, seen) {
            return .rejected(.frozen)
        }
        if !hasAccepted { leapSecondsUntil = timestamp.advanced(bySeconds: Self.leapSecondWindow) }
        hasAccepted = true
        if reset != nil { recent = InlineArray(repeating: nil) }
        remember(seen)
        return .accepted(location(of: fix, seen), timeReset: reset)
    }

    /// Why a fix that is not later than the last one is refused; `nil` where it is to be believed.
    private mutating func refusal(of seen: Seen, after last: Seen) -> RejectionReason? {
        if seen.timestamp == last.timestamp || wasAccepted(seen) { return .duplicate }
        let step = last.timestamp.seconds(since: seen.timestamp)
        if let end = leapSecondsUntil, seen.timestamp <= end, Self.leapSecondStep.contains(step) {
            // The leap seconds are learned once: whatever steps back afterwards has to be confirmed.
            leapSecondsUntil = nil
            return nil
        }
        return isConfirmed(seen.timestamp, after: last.timestamp) ? nil : .timeBackwards
    }

    /// The time, with the date that it must have: around midnight the date may change at another moment than the time of day. As
    /// long as the time of day goes on from one fix to the next, no day can have passed.
    private func dated(_ timestamp: Timestamp) -> Timestamp {
        guard let last, let interval = runningInterval else { return timestamp }
        let step = timestamp.seconds(since: last.timestamp)
        guard abs(step) > 43_200 else { return timestamp }
        let sinceMidnight = (Double(timestamp.milliseconds) / 1000).remainder(dividingBy: 86_400)
        let day = step > 0 ? 86_400.0 : -86_400
        // The day after before midnight, the day before after it.
        guard abs(sinceMidnight) <= Self.changeOfDate, (sinceMidnight < 0) == (step > 0),
            step - day > 0, step - day <= max(Self.shortStep, 3 * interval)
        else { return timestamp }
        return timestamp.advanced(bySeconds: -day)
    }

    /// Seconds between the two newest locations, if the clock ran from one to the other.
    private var runningInterval: Double? {
        let count = recent.count
        guard let newest = recent[(nextRecent + count - 1) % count],
            let previous = recent[(nextRecent + count - 2) % count]
        else { return nil }
        let interval = newest.timestamp.seconds(since: previous.timestamp)
        return interval <= Self.runningStep ? interval : nil
    }

    /// Whether a step forwards must be confirmed: of years, or of whole days under a clock that ran, where hardly a silence ends but a
    /// wrong date does, such as the next day's shortly before midnight; and what goes on from such a step.
    private func isDoubtful(_ timestamp: Timestamp, after last: Timestamp) -> Bool {
        let step = timestamp.seconds(since: last)
        if step > Self.longestStep || isOfDays(step) { return true }
        guard let doubt, doubt.newest > last else { return false }
        return (0...Self.reordering).contains(timestamp.seconds(since: doubt.newest))
    }

    /// Whether a step forwards or back is of whole days, under a clock that ran: the two newest locations are of one stretch.
    private func isOfDays(_ step: Double) -> Bool {
        guard (43_200...Self.longestStep).contains(abs(step)), let interval = runningInterval else { return false }
        return step.remainder(dividingBy: 86_400).magnitude <= max(Self.wholeDays, 2 * interval)
    }

    /// Counts a fix of another time; whether enough of them agree with each other, for long enough, that it is to be believed.
    private mutating func isConfirmed(_ timestamp: Timestamp, after last: Timestamp) -> Bool {
        let step = doubt.map { timestamp.seconds(since: $0.newest) } ?? 0
        // One that was overtaken says nothing.
        if doubt != nil, (-Self.reordering...0).contains(step) { return false }
        if step > 0, step <= Self.longestStep, var agreed = doubt {
            agreed.newest = timestamp
            agreed.count = min(agreed.count + 1, Self.confirmations)
            doubt = agreed
        } else {
            let isOfDays = isOfDays(timestamp.seconds(since: last))
            doubt = Doubt(newest: timestamp, since: timestamp, isOfDays: isOfDays, count: 1)
        }
        guard let doubt, doubt.count >= Self.confirmations,
            timestamp.seconds(since: doubt.since)
                >= (doubt.isOfDays ? Self.confirmingTimeOfDays : Self.confirmingTime)
        else { return false }
        // A receiver that begins anew may have its leap seconds to learn again.
        leapSecondsUntil = timestamp.advanced(bySeconds: Self.leapSecondWindow)
        return true
    }

    /// Whether the position stands still although the reported speed proves motion.
    private mutating func isFrozen(_ fix: Fix, _ seen: Seen) -> Bool {
        guard last?.coordinate == seen.coordinate, let previous = lastInPlace else {
            travelledInPlace = 0
            lastInPlace = seen.timestamp
            return false
        }
        let step = min(max(seen.timestamp.seconds(since: previous), 0), Self.speedValidity)
        lastInPlace = seen.timestamp
        guard let speed = fix.speed, speed.isFinite else { return false }
        guard speed > MotionThresholds.staticNavigationSpeed else {
            // It says itself that it stands: noise of the speed, now and then, adds up to no proof.
            travelledInPlace = 0
            return false
        }
        travelledInPlace += speed * step
        return travelledInPlace > max(Self.frozenDistance, 3 * (AccuracyModel.horizontalAccuracy(of: fix) ?? 0))
    }

    mutating func remember(_ seen: Seen) {
        recent[nextRecent] = seen
        nextRecent = (nextRecent + 1) % recent.count
        last = seen
    }

    private func wasAccepted(_ seen: Seen) -> Bool {
        recent.indices.contains { recent[$0] == seen }
    }

    private mutating func location(of fix: Fix, _ seen: Seen) -> Location {
        var location = Location(timestamp: seen.timestamp, coordinate: seen.coordinate, isSimulated: fix.isSimulated)
        location.fix = fix.mode
        location.horizontalAccuracy = positive(AccuracyModel.horizontalAccuracy(of: fix))
        location.speed = fix.speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        location.speedAccuracy = positive(fix.speedAccuracy)
        location.course = fix.course.flatMap { $0 == 360 ? 0 : (0..<360).contains($0) ? $0 : nil }
        location.courseAccuracy = positive(fix.courseAccuracy)
        location.satellitesUsed = fix.satellitesUsed.flatMap { $0 >= 0 ? $0 : nil }
        location.hdop = positive(fix.hdop)
        let verticalAccuracy = positive(AccuracyModel.verticalAccuracy(of: fix))
        if !altitudes.believes(
            fix.altitude, fix.ellipsoidalAltitude, accuracy: verticalAccuracy, at: seen.timestamp)
        {
            altitudesRejected += 1
        } else {
            location.altitude = fix.altitude.flatMap { $0.isNaN ? nil : $0 }
            location.ellipsoidalAltitude = fix.ellipsoidalAltitude.flatMap { $0.isNaN ? nil : $0 }
            let hasAltitude = location.altitude != nil || location.ellipsoidalAltitude != nil
            location.verticalAccuracy = hasAltitude ? verticalAccuracy : nil
        }
        return location
    }

    private func positive(_ value: Double?) -> Double? {
        value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
}
