import LocationModel
import LocationServices
import LocdTestSupport
import Testing
import Truth

/// Activities of motion whose truth is known, as the recorder's evidence of motion and the speeds decide them.
@Suite struct ActivityTruthTests {
    /// Seconds of each activity from `start` on, and seconds after `start` until `kind` is reported.
    static func shares(
        _ fixes: [Fix], from start: Double, until kind: MotionActivity.Kind
    ) -> (parts: [MotionActivity.Kind: Double], delay: Double?) {
        var replay = Replay(settings: TruthScore.recorder, recognizesActivity: true)
        var current = MotionActivity.Kind.unknown
        var counts: [MotionActivity.Kind: Double] = [:]
        var delay: Double?
        let first = fixes.first?.timestamp ?? .latest
        for fix in fixes {
            var events: [LocationEvent] = []
            replay.receive(.fix(fix), into: &events)
            for case .activity(let activity) in events { current = activity.kind }
            let time = (fix.timestamp ?? first).seconds(since: first) - start
            guard time >= 0 else { continue }
            counts[current, default: 0] += 1
            if current == kind { delay = delay ?? time }
        }
        let total = counts.values.reduce(0, +)
        return (counts.mapValues { $0 / total }, delay)
    }

    private static func receiver(_ speed: SecondReceiver.Speed, _ deviation: Double, _ time: Double) -> SecondReceiver {
        SecondReceiver { ($0.parts, $0.speed) = ([.init(deviation, time)], speed) }
    }

    /// The speeds of a receiver that errs by 3 to 6 m within seconds are those of somebody on foot, or on a bicycle.
    @Test(arguments: [SecondReceiver.Speed.none, .positions(1), .doppler(0.5)], [(3.0, 5.0), (6, 10)])
    func `What is parked is stationary whatever its speeds say`(speed: SecondReceiver.Speed, noise: (Double, Double)) {
        let fixes = Self.receiver(speed, noise.0, noise.1).fixes(of: TruthPath().standing(3600), seed: 900)
        let parts = Self.shares(fixes, from: 600, until: .walking).parts
        #expect(parts[.stationary, default: 0] >= 0.95, "\(parts)")
    }

    @Test(
        arguments: [SecondReceiver.Speed.none, .positions(1), .doppler(0.5)],
        [(1.35, MotionActivity.Kind.walking), (5.5, .cycling), (13, .automotive)])
    func `A departure is known soon`(speed: SecondReceiver.Speed, motion: (pace: Double, kind: MotionActivity.Kind)) {
        let path = TruthPath().standing(900).moving([.init(0, 0), .init(100_000, 0)], at: motion.pace, for: 300)
        let fixes = Self.receiver(speed, 1, 20).fixes(of: path, seed: 900)
        let (parts, delay) = Self.shares(fixes, from: 900, until: motion.kind)
        #expect(delay ?? 300 <= 60, "\(parts)")
    }
}
