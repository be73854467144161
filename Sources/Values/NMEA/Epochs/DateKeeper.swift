/// Gives times of day their day.
///
/// RMC and ZDA carry a date, others do not; a date holds until the next one, across midnight. Dates from which no
/// receiver can have computed a fix are none: anything before GPS was declared operational (1993-12-08), and the first
/// week of an era, which is where a receiver counts from that has not learned its week (1980-01-06, 1999-08-22).
struct DateKeeper: Sendable {
    private var day: Int64?
    private var timeOfDay: Int64 = 0
    private var source = Epoch.DateSource.receiver
    /// The moment from which the day was presumed.
    private var presumed: Int64?

    static let millisecondsPerDay: Int64 = 86_400_000
    private static let operational: Int64 = 8742
    private static let secondEra: Int64 = 10_825
    private static let rollover: Int64 = 1024 * 7
    private static let longestStepBack: Int64 = 3_600_000
    /// The longest step of the clock between two sentences without a fix that may lie on consecutive days.
    private static let longestStepWithoutFix: Int64 = 3_600_000

    /// A moment within ten thousand years, which leaves room to calculate.
    private static func usable(_ moment: Int64?) -> Int64? {
        guard let moment, moment.magnitude < UInt64(millisecondsPerDay) * 4_000_000 else { return nil }
        return moment
    }

    /// Takes a date that the receiver reported at a time of day. False if it is invalid.
    mutating func take(_ date: CalendarDate, at time: TimeOfDay, _ policy: EpochPolicy) -> Bool {
        var day = Int64(date.daysSince1970)
        var source = Epoch.DateSource.receiver
        if let reference = Self.usable(policy.rolloverReference) {
            // 3657 is the day of 1980-01-06: a receiver that knows no week at all.
            guard !(3657..<3664).contains(day) else { return false }
            let distance = reference / Self.millisecondsPerDay - day
            let eras = (distance + (distance < 0 ? -Self.rollover / 2 : Self.rollover / 2)) / Self.rollover
            day += eras * Self.rollover
            if eras != 0 { source = .snapped }
        }
        guard day >= Self.operational, !(Self.secondEra..<(Self.secondEra + 7)).contains(day) else { return false }
        self.day = day
        self.source = source
        timeOfDay = Int64(time.milliseconds)
        return true
    }

    /// Milliseconds since 1970 of a time of day, on the day of the last one or the next, or else on the one nearest to
    /// the presumed moment. A receiver may correct itself backwards by an hour; beyond that it was silent over
    /// midnight.
    ///
    /// Without a fix the clock may have begun anew with the power: a time is followed only where it goes on from the
    /// last one. An assumed day is assumed again when the policy knows a later moment.
    mutating func resolve(
        _ time: TimeOfDay, hasFix: Bool = true, _ policy: EpochPolicy
    ) -> (time: Int64, source: Epoch.DateSource)? {
        let milliseconds = Int64(time.milliseconds)
        var next = self
        if day == nil || (source == .presumed && policy.presumedMoment != presumed) {
            next.presume(milliseconds, policy)
        }
        guard let known = next.day else { return nil }
        if next.presumed == presumed {
            let difference = milliseconds - timeOfDay
            if difference < -Self.longestStepBack {
                next.day = known + 1
            } else if difference > Self.millisecondsPerDay - Self.longestStepBack {
                next.day = known - 1
            }
        }
        next.timeOfDay = milliseconds
        let moment = next.moment
        if hasFix || (day != nil && (0...Self.longestStepWithoutFix).contains(moment - self.moment)) { self = next }
        return (moment, next.source)
    }

    private var moment: Int64 { (day ?? 0) * Self.millisecondsPerDay + timeOfDay }

    private mutating func presume(_ milliseconds: Int64, _ policy: EpochPolicy) {
        guard let moment = Self.usable(policy.presumedMoment) else { return }
        let difference = moment - milliseconds
        let half = difference < 0 ? -Self.millisecondsPerDay / 2 : Self.millisecondsPerDay / 2
        day = (difference + half) / Self.millisecondsPerDay
        source = .presumed
        presumed = policy.presumedMoment
    }
}
