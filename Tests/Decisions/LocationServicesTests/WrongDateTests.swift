import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// Receivers whose date changes some seconds before or after midnight: doubt is counted in seconds, whatever the rate.
@Suite struct WrongDateTests {
    private static let day = 86_400.0
    /// 2026-11-22T00:00:00Z, in seconds of the samples.
    private static let midnight = 18 * 3600.0
    /// Seconds, back and forwards, that are no whole days or too many.
    private static let jumps: [Double] = [-5000, 20 * 366 * 86_400]

    /// What a date is off by that changes so many seconds after midnight, or before.
    private static func error(_ seconds: Double, _ change: Double) -> Double {
        seconds >= change && seconds < 0 ? day : seconds < change && seconds >= 0 ? -day : 0
    }

    @Test(arguments: [0.2, 1, 5, 10, 25], [-18, -5, -0.3, 0.3, 1, 5, 18])
    func `A date that changes at the wrong moment costs nothing`(rate: Double, change: Double) {
        var gate = FixGate()
        for step in Int(rounding: -30 * rate)..<Int(rounding: 30 * rate) {
            let seconds = Double(step) / rate
            let fix = Fix.sample(Self.midnight + seconds + Self.error(seconds, change), north: 1.4 * seconds)
            let verdict = gate.judge(fix)
            #expect(verdict.location?.timestamp == .sample(Self.midnight + seconds) && verdict.reset == nil)
        }
    }

    /// At noon no date changes.
    @Test(arguments: [1, 5, 10, 25], [-1.0, 1]) func `A date that is wrong for seconds is none`(rate: Int, days: Double)
    {
        var gate = FixGate()
        for step in 0..<60 * rate {
            let seconds = Double(step) / Double(rate)
            let isWrong = (30..<35.0).contains(seconds)
            let verdict = gate.judge(.sample(seconds + (isWrong ? days * Self.day : 0), north: seconds))
            #expect(
                verdict
                    == (isWrong
                        ? .rejected(days > 0 ? .timeForwards : .timeBackwards)
                        : .accepted(.sample(seconds, north: seconds), timeReset: nil)))
        }
    }

    /// A silence of nearly a day is one, also one that ends just before midnight.
    @Test func `A day of silence is no wrong date`() {
        var gate = FixGate()
        for second in 0..<10 { _ = gate.judge(.sample(Self.midnight - 30 + Double(second), north: 1)) }
        let later = Self.midnight + Self.day - 10
        #expect(gate.judge(.sample(later, north: 2)) == .accepted(.sample(later, north: 2), timeReset: nil))
    }

    @Test(arguments: [1, 5, 10, 25], [-5, 0.3])
    func `The track gets neither a gap nor a time reset`(rate: Int, change: Double) {
        var replay = Replay(settings: ManagerSettings())
        var events: [LocationEvent] = []
        for step in -30 * rate..<30 * rate {
            let seconds = Double(step) / Double(rate)
            let fix = Fix.sample(
                Self.midnight + seconds + Self.error(seconds, change), north: 1.4 * seconds, speed: 1.4)
            replay.receive(.fix(fix), into: &events)
        }
        #expect(events.count == 60 * rate && events.locations.count == events.count)
    }

    @Test(arguments: [1, 10], [-1.0, 1, 30])
    func `A date that is really another is believed after half a minute`(rate: Int, days: Double) {
        var gate = FixGate()
        for step in 0..<5 * rate { _ = gate.judge(.sample(Double(step) / Double(rate), north: 1)) }
        var seconds = 5.0
        while seconds < 60, case .rejected = gate.judge(.sample(days * Self.day + seconds, north: seconds)) {
            seconds += 1 / Double(rate)
        }
        #expect(abs(seconds - 35) <= 1)
        let next = gate.judge(.sample(days * Self.day + seconds + 1))
        #expect(next.location != nil && next.reset == nil)
    }

    @Test(arguments: [(1, 2.0), (10, 1.5), (25, 1.5), (0.2, 10)])
    func `Any other time is believed when it lasts`(rate: Double, after: Double) {
        for jump in Self.jumps.prefix(1) {
            var gate = FixGate()
            for step in 0..<10 { _ = gate.judge(.sample(Double(step) / rate, north: 1)) }
            var seconds = 0.0
            while seconds < 60, case .rejected = gate.judge(.sample(jump + seconds, north: seconds)) {
                seconds += 1 / rate
            }
            #expect(abs(seconds - after) < 0.5 / rate + 1e-6)
        }
    }

    @Test(arguments: [10, 25]) func `A burst of an absurd time is no time`(rate: Int) {
        for jump in Self.jumps {
            var gate = FixGate()
            for step in 0..<100 {
                let seconds = Double(step) / Double(rate)
                let isAbsurd = (50..<50 + rate).contains(step)
                let verdict = gate.judge(.sample(seconds + (isAbsurd ? jump : 0)))
                #expect((verdict.location != nil && verdict.reset == nil) == !isAbsurd)
            }
        }
    }

    @Test(arguments: [Self.midnight - 5, 1000]) func `What is doubtful stays so over a restart`(wrong: Double) {
        var whole = FixGate()
        var parts = FixGate()
        for step in 0..<300 {
            let seconds = wrong - 30 + Double(step) / 5
            let fix = Fix.sample(seconds + (0..<5.0 ~= seconds - wrong ? Self.day : 0), north: Double(step))
            parts = FixGate(resuming: parts.state)
            #expect(parts.judge(fix) == whole.judge(fix))
        }
    }
}
