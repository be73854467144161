internal import LocationModel
internal import Motion

/// Whether the receiver's time runs with this machine's clock.
///
/// It follows the difference of the two only as fast as two oscillators can drift apart. What is left is delay, which
/// is short and makes a time late, or another time.
struct TimeEvidence: Sendable {
    /// Seconds of a difference that both clocks can grow apart by in one: crystals are a hundred times better, and NTP
    /// slews by half of it.
    static let drift = 0.001
    /// Seconds over which the difference must be steady, and by how much at most, before it says anything. A recording
    /// that is played faster never is.
    static let learning = (seconds: 30.0, deviation: 0.4)
    /// Seconds from which a difference is another time, and the same in usual delays.
    static let step = (seconds: 0.7, delays: 6.0)
    /// Seconds for which it must last: early cannot be a delay, late may be one.
    static let lasting = (early: 3.0, late: 8.0)
    /// Seconds by which the clock of a machine that slept may be wrong: it is set by one that counts seconds.
    static let sleep = 1.2
    /// Seconds within which a step is complete; what takes longer is a drift.
    static let suddenness = 2.5
    /// Seconds of a step back while a receiver that has just started learns the leap seconds, and how long that takes.
    static let leapSeconds = (steps: 0.5...20.5, window: 900.0)
    /// Seconds of the step where a month ends with a leap second, and seconds after which it is found.
    static let leapSecond = (step: 0.5...1.5, found: 30.0)
    /// Seconds after which a difference counts as the truth.
    static let longest = 300.0
    /// Seconds from which the system's time is another one; more than a day is a recording, or a wrong week.
    static let system = 3.0...86_400
    /// Seconds between two looks at it: each is a call of the kernel.
    static let asking = 10.0

    private var reference: Double?
    /// Seconds by which the delay usually changes from one fix to the next.
    private var deviation = 0.0
    private var before: Double?
    private var learned = 0.0
    private var last: Double?
    /// When the machine may have woken. What it reads first may be fixes from before, so the next ones count as well.
    private var woke: Double?
    /// When the difference was small last, when it became large, and since when it is another time.
    private var small = 0.0
    private var large: Double?
    private var strange: (since: Double, reason: IntegrityReason)?
    private var againstSystem = Lasting(seconds: 30)
    /// When the system's time was asked for.
    private var asked = -Self.asking

    /// Takes the receiver's time and the instant at which it came; a cold one may still learn the leap seconds.
    mutating func receive(
        _ timestamp: Timestamp, at now: Double, system: () -> Timestamp?, isCold: Bool, into signs: inout IntegritySigns
    ) {
        let difference = Double(timestamp.milliseconds) / 1000 - now
        let seconds = now - (last ?? now)
        last = now
        if seconds > LeapDetector.longestStep {
            woke = now
        } else if let before {
            deviation += (min(abs(difference - before), 1) - deviation) * min(seconds / 60, 1)
        }
        if let woke, now - woke <= Self.lasting.late, strange == nil,
            abs(difference - (reference ?? difference)) <= Self.sleep
        {
            reference = difference
        }
        before = difference
        if let reason = compared(timestamp, difference, at: now, seconds, isCold) { return signs.raise(reason) }
        guard learned >= Self.learning.seconds, now - asked >= Self.asking else { return }
        asked = now
        let ahead = system().map { timestamp.seconds(since: $0) } ?? 0
        let isAnother = Self.system.contains(abs(ahead)) && !(isCold && Self.leapSeconds.steps.contains(ahead))
        if againstSystem.isThere(isAnother, at: now) { signs.raise(.timeAgainstSystem) }
    }

    private mutating func compared(
        _ timestamp: Timestamp, _ difference: Double, at now: Double, _ seconds: Double, _ isCold: Bool
    ) -> IntegrityReason? {
        let reference = reference ?? difference
        let error = difference - reference
        guard learned >= Self.learning.seconds else {
            // Until it is known, a later time is the better one: delays only make it earlier.
            if abs(error) > Self.learning.deviation {
                (self.reference, learned) = (difference, 0)
            } else {
                self.reference = reference + error * min(seconds / 10, 1)
                learned += min(seconds, 10)
            }
            small = now
            return nil
        }
        let limit = max(Self.step.seconds, Self.step.delays * deviation)
        guard abs(error) > limit else {
            if abs(error) < limit / 3 { small = now }
            let most = Self.drift * seconds
            self.reference = reference + min(max(error, -most), most)
            (large, strange) = (nil, nil)
            return nil
        }
        let began = large ?? now
        large = began
        if strange == nil, now - began >= (error > 0 ? Self.lasting.early : Self.lasting.late) {
            let isMonth = timestamp.day.day == 1 && Double(timestamp.millisecondsOfDay) < 1000 * Self.leapSecond.found
            if isCold && (Self.leapSeconds.steps.contains(-error) || abs(error) > FixGate.longestStep)
                || isMonth && Self.leapSecond.step.contains(abs(error))
                || FixGate.isWeekLearned(timestamp, after: timestamp.advanced(bySeconds: -error))
            {
                forget()
                return nil
            }
            strange = (now, began - small <= Self.suddenness + seconds ? .timeStep : .timeDrift)
        }
        let reason = strange?.reason
        if let strange, now - strange.since > Self.longest { forget() }
        return reason
    }

    /// Another time counts from now on.
    private mutating func forget() {
        (reference, learned, large, strange) = (nil, 0, nil, nil)
    }
}
