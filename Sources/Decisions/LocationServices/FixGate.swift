public import LocationModel
internal import Motion

/// The gate that every fix passes first: a fix becomes a ``Location``, or a rejection with its reason.
///
/// It compares fixes with each other, never with the system clock: the receiver's time is the better one. A refusal is
/// never permanent: one that depends on the previous fix ends as soon as the refused fixes agree with each other for
/// long enough.
public struct FixGate: Sendable {
    /// The verdict on a fix.
    public enum Verdict: Sendable, Hashable {
        /// Usable. `timeReset` is set if the receiver's time was corrected backwards right before this location.
        case accepted(Location, timeReset: TimeReset?)
        /// Not usable.
        case rejected(RejectionReason)
    }

    /// How many refused fixes must agree with each other before they are accepted.
    static let confirmations = 3
    /// Seconds over which they must agree: three fixes at 25 Hz prove no more than one at 1 Hz.
    static let confirmingTime = 1.5
    /// The same for a step of whole days while the clock was running.
    static let confirmingTimeOfDays = 30.0
    /// The same for such a step of more than a year, and for one that is not of whole days: receivers do not learn
    /// another year, or another week, after hours. The latter may be the end of a long silence.
    static let confirmingTimesOfYears = (running: 3600.0, other: 300.0)
    /// Seconds after which weeks begin again from 0: 1,024 weeks.
    static let rollover = 1024.0 * 7 * 86_400
    /// locd is younger: a receiver whose dates are older may not have learned its week yet.
    static let leastPresent = Timestamp(seconds: 1_735_689_600) ?? .earliest
    /// m/s, and m/s for each second, by which a speed changes at most, unless the positions confirm it.
    static let speedChange = (at: 5.0, perSecond: 15.0)
    /// Metres, and accuracies, that a position may lag behind what a speed says.
    static let speedLag = (metres: 10.0, accuracies: 1.5)
    /// Seconds around midnight in which the date may belong to the other day: a date that follows GPS time changes 18 s
    /// early, and a date that the receiver computes after the time of day changes late.
    static let changeOfDate = 20.0
    /// Seconds allowed from one fix to the next, unless three intervals are longer.
    static let shortStep = 2.0
    /// Seconds by which time may step forwards without confirmation: devices are stored for less than a year.
    static let longestStep = 366.0 * 86_400
    /// A step counts as whole days if at most this many seconds, or two of the latest intervals, are left over.
    static let wholeDays = 10.0
    /// Maximum seconds between two fixes of a running clock.
    static let runningStep = 60.0
    /// Seconds by which reports may arrive out of order without contradicting each other.
    static let reordering = 60.0
    /// A step back of this many seconds, soon after the start, is a leap-second correction.
    static let leapSecondStep = 1.0...3.0
    /// Seconds after its first fix in which a receiver may still learn the leap seconds: the almanac takes 12.5 min.
    static let leapSecondWindow = 900.0
    /// Metres travelled, by the reported speed, before an unchanged position counts as frozen.
    static let frozenDistance = 50.0
    /// Seconds for which one reported speed is valid: the speed during a longer silence is unknown.
    static let speedValidity = 10.0

    /// Locations without their altitude: it was absurd, or had not settled since an absurd one.
    public private(set) var altitudesRejected = 0

    /// The time of the newest accepted location.
    public var newest: Timestamp? { last?.timestamp }

    struct Seen: Sendable, Hashable, Codable {
        let timestamp: Timestamp
        let coordinate: Coordinate
    }

    struct Speed: Sendable, Hashable, Codable {
        let timestamp: Timestamp
        /// m/s.
        let value: Double
    }

    /// A different time that is not accepted yet.
    struct Doubt: Sendable, Hashable, Codable {
        var newest: Timestamp
        /// The first fix of that time.
        var since: Timestamp
        /// Seconds that it must last.
        var duration: Double
        /// Fixes that agree on this time.
        var count: Int
    }

    var last: Seen?
    var recent = InlineArray<4, Seen?>(repeating: nil)
    var nextRecent = 0
    var hasAccepted = false
    /// The end of the period in which a step back is a leap-second correction; `nil` before the first fix, and after
    /// such a correction.
    var leapSecondsUntil: Timestamp?
    var travelledInPlace = 0.0
    var lastInPlace: Timestamp?
    /// m/s: what was reported last at the unchanged position.
    var speedInPlace: Double?
    /// The last reported speed that was believed.
    var speed: Speed?
    var altitudes = AltitudeValidator()
    var doubt: Doubt?
    /// Whether the dates of the newest location and of the fix that is judged were moved.
    private var hasMovedDate = (last: false, present: false)

    /// A gate; `last` is the newest location that an earlier run accepted, if any.
    public init(resumingAfter last: Location? = nil) {
        if let last { remember(Seen(timestamp: last.timestamp, coordinate: last.coordinate)) }
    }

    /// Judges one fix. Call it for every fix, in order of arrival.
    public mutating func judge(_ fix: Fix) -> Verdict {
        hasMovedDate.present = fix.hasMovedDate
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
            speedInPlace = nil
        } else if isFrozen(fix, seen) {
            return .rejected(.frozen)
        }
        if !hasAccepted { leapSecondsUntil = timestamp.advanced(bySeconds: Self.leapSecondWindow) }
        hasAccepted = true
        if reset != nil {
            recent = InlineArray(repeating: nil)
            speed = nil
        }
        var location = location(of: fix, seen)
        if isAbsurd(location, after: last) {
            location.speed = nil
            location.speedAccuracy = nil
            // The positions confirm the one before: it may last.
            speed = Speed(timestamp: timestamp, value: validSpeed(at: timestamp)?.value ?? 0)
        } else if let value = location.speed {
            // Behind none it proves nothing: the next one counts as if it set off here, unless positions confirm it.
            speed = Speed(timestamp: timestamp, value: validSpeed(at: timestamp) == nil ? 0 : value)
        }
        remember(seen)
        hasMovedDate.last = fix.hasMovedDate
        return .accepted(location, timeReset: reset)
    }

    /// Why a fix that is not later than the last one is refused; `nil` if it is accepted.
    private mutating func refusal(of seen: Seen, after last: Seen) -> RejectionReason? {
        if seen.timestamp == last.timestamp || wasAccepted(seen) { return .duplicate }
        let step = last.timestamp.seconds(since: seen.timestamp)
        if let end = leapSecondsUntil, seen.timestamp <= end, Self.leapSecondStep.contains(step) {
            // Leap seconds are learned once: any later step back must be confirmed.
            leapSecondsUntil = nil
            return nil
        }
        return isConfirmed(seen.timestamp, after: last.timestamp) ? nil : .timeBackwards
    }

    /// The time with its date corrected: around midnight, the date may change at another moment than the time of day,
    /// and a receiver may count the weeks from another start. While the time of day continues from one fix to the next,
    /// no day can have passed.
    private func dated(_ timestamp: Timestamp) -> Timestamp {
        guard let last, let interval = runningInterval else { return timestamp }
        let step = timestamp.seconds(since: last.timestamp)
        guard abs(step) > 43_200 else { return timestamp }
        let weeks = (step / Self.rollover).rounded() * Self.rollover
        if weeks != 0, step - weeks > 0, step - weeks <= max(Self.shortStep, 3 * interval),
            !learnsWeek(timestamp, after: last.timestamp)
        {
            return timestamp.advanced(bySeconds: -weeks)
        }
        let sinceMidnight = (Double(timestamp.milliseconds) / 1000).remainder(dividingBy: 86_400)
        let day = step > 0 ? 86_400.0 : -86_400
        // The next day before midnight, or the previous day after it.
        guard abs(sinceMidnight) <= Self.changeOfDate, (sinceMidnight < 0) == (step > 0),
            step - day > 0, step - day <= max(Self.shortStep, 3 * interval)
        else { return timestamp }
        return timestamp.advanced(bySeconds: -day)
    }

    /// Seconds between the two newest locations, if the clock ran between them.
    private var runningInterval: Double? {
        let count = recent.count
        guard let newest = recent[(nextRecent + count - 1) % count],
            let previous = recent[(nextRecent + count - 2) % count]
        else { return nil }
        let interval = newest.timestamp.seconds(since: previous.timestamp)
        return interval <= Self.runningStep ? interval : nil
    }

    /// Whether a step forwards must be confirmed: a step of years, or of whole days while the clock was running. The
    /// latter is rarely the end of a silence and usually a wrong date, such as the next day's shortly before midnight.
    /// Also true for fixes that continue from such a step.
    private func isDoubtful(_ timestamp: Timestamp, after last: Timestamp) -> Bool {
        let step = timestamp.seconds(since: last)
        if step > Self.longestStep || isOfDays(step) { return true }
        guard let doubt, doubt.newest > last else { return false }
        return (0...Self.reordering).contains(timestamp.seconds(since: doubt.newest))
    }

    /// Seconds for which a different time must last to be believed.
    private func confirmingTime(of timestamp: Timestamp, after last: Timestamp) -> Double {
        let step = timestamp.seconds(since: last)
        guard abs(step) > Self.longestStep else {
            return isOfDays(step) ? Self.confirmingTimeOfDays : Self.confirmingTime
        }
        if learnsWeek(timestamp, after: last) { return Self.confirmingTimeOfDays }
        guard runningInterval != nil else { return Self.confirmingTime }
        return isOfDays(step) ? Self.confirmingTimesOfYears.running : Self.confirmingTimesOfYears.other
    }

    /// Whether a receiver that was switched on may just have learned which week it is.
    private func learnsWeek(_ timestamp: Timestamp, after last: Timestamp) -> Bool {
        guard last <= leapSecondsUntil ?? .earliest else { return false }
        // A date that was moved into the future was that of a receiver without a week.
        return Self.isWeekLearned(timestamp, after: last)
            || hasMovedDate.last && !hasMovedDate.present && timestamp >= Self.leastPresent
    }

    /// Whether a step of the time may be that of a receiver that learned which week it is.
    static func isWeekLearned(_ timestamp: Timestamp, after last: Timestamp) -> Bool {
        // From the past, or from 1,024 weeks ahead.
        let ahead = last.seconds(since: timestamp)
        let isOfRollovers = abs(ahead.remainder(dividingBy: rollover)) < runningStep
        return timestamp >= leastPresent && (last < leastPresent || isOfRollovers && ahead > longestStep)
    }

    /// Whether a step forwards or back is of whole days while the clock was running; see ``runningInterval``.
    private func isOfDays(_ step: Double) -> Bool {
        guard abs(step) >= 43_200, let interval = runningInterval else { return false }
        return step.remainder(dividingBy: 86_400).magnitude <= max(Self.wholeDays, 2 * interval)
    }

    /// Counts a fix with a different time. Returns whether enough fixes agree, for long enough, to accept it.
    private mutating func isConfirmed(_ timestamp: Timestamp, after last: Timestamp) -> Bool {
        let step = doubt.map { timestamp.seconds(since: $0.newest) } ?? 0
        // A fix that arrives out of order proves nothing.
        if doubt != nil, (-Self.reordering...0).contains(step) { return false }
        if step > 0, step <= Self.longestStep, var agreed = doubt {
            agreed.newest = timestamp
            agreed.count = min(agreed.count + 1, Self.confirmations)
            doubt = agreed
        } else {
            let duration = confirmingTime(of: timestamp, after: last)
            doubt = Doubt(newest: timestamp, since: timestamp, duration: duration, count: 1)
        }
        guard let doubt, doubt.count >= Self.confirmations,
            timestamp.seconds(since: doubt.since) >= doubt.duration
        else { return false }
        // A receiver that restarts may have to learn its leap seconds again.
        leapSecondsUntil = timestamp.advanced(bySeconds: Self.leapSecondWindow)
        return true
    }

    /// Whether the position stays the same although the reported speed proves motion.
    private mutating func isFrozen(_ fix: Fix, _ seen: Seen) -> Bool {
        guard last?.coordinate == seen.coordinate, let previous = lastInPlace else {
            travelledInPlace = 0
            lastInPlace = seen.timestamp
            speedInPlace = fix.speed?.within(.speed)
            return false
        }
        let step = min(max(seen.timestamp.seconds(since: previous), 0), Self.speedValidity)
        lastInPlace = seen.timestamp
        guard let speed = fix.speed?.within(.speed) else { return false }
        defer { speedInPlace = speed }
        guard speed > MotionThresholds.staticNavigationSpeed else {
            // The receiver reports that it stands still: occasional noise in the speed proves nothing.
            travelledInPlace = 0
            return false
        }
        // A speed that began after a hole did not lead through it.
        travelledInPlace += min(speed, speedInPlace ?? speed) * step
        // Twice the last digit of its figures: within it a position stands while it moves.
        return travelledInPlace
            > max(
                Self.frozenDistance, 3 * (AccuracyModel.horizontalAccuracy(of: fix) ?? 0),
                2 * (fix.errors.resolution ?? 0))
    }

    /// The last reported speed that was believed, and its age in seconds, if it says something of now.
    private func validSpeed(at time: Timestamp) -> (value: Double, age: Double)? {
        guard let speed else { return nil }
        let age = time.seconds(since: speed.timestamp)
        return (0...Self.speedValidity).contains(age) ? (speed.value, age) : nil
    }

    /// Whether the reported speed contradicts the one before and the positions; behind none, whether nothing is that
    /// fast.
    private func isAbsurd(_ location: Location, after last: Seen?) -> Bool {
        guard let reported = location.speed else { return false }
        guard let last, let speed = validSpeed(at: location.timestamp) else {
            return reported > LeapDetector.highestSpeed
        }
        guard reported - speed.value > Self.speedChange.at + Self.speedChange.perSecond * speed.age else {
            return false
        }
        // Over less than a second, positions say little.
        let seconds = location.timestamp.seconds(since: last.timestamp)
        let factor = max(1, 1 / max(seconds, 0.01))
        let lag =
            Self.speedLag.metres
            + Self.speedLag.accuracies * (location.horizontalAccuracy ?? AccuracyModel.unknownAccuracy)
        return factor * (reported * seconds - location.coordinate.distance(to: last.coordinate)) > lag
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
        location.horizontalAccuracy = positive(AccuracyModel.horizontalAccuracy(of: fix), .accuracy)
        location.speed = fix.speed?.within(.speed)
        location.speedAccuracy = positive(fix.speedAccuracy, .speedAccuracy)
        location.course = fix.course?.within(.course).map { $0 == 360 ? 0 : $0 }
        location.courseAccuracy = positive(fix.courseAccuracy, .courseAccuracy)
        location.satellitesUsed = fix.satellitesUsed?.within(.satellites)
        location.hdop = positive(fix.hdop, .dilution)
        let verticalAccuracy = positive(AccuracyModel.verticalAccuracy(of: fix), .accuracy)
        if !altitudes.believes(
            fix.altitude, fix.ellipsoidalAltitude, accuracy: verticalAccuracy, at: seen.timestamp)
        {
            altitudesRejected += 1
        } else {
            location.altitude = fix.altitude?.within(.altitude)
            location.ellipsoidalAltitude = fix.ellipsoidalAltitude?.within(.altitude)
            let hasAltitude = location.altitude != nil || location.ellipsoidalAltitude != nil
            location.verticalAccuracy = hasAltitude ? verticalAccuracy : nil
        }
        return location
    }

    private func positive(_ value: Double?, _ range: PlausibleRange) -> Double? {
        value.flatMap { $0 > 0 ? $0.within(range) : nil }
    }
}
