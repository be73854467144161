import LocationModel
import LocationServices
import LocdTestSupport
import Testing
import Truth

/// Requirements on the recorder with receivers that no constant was chosen on.
@Suite struct SecondReceiverTests {
    private static let parked = TruthPath().standing(600)

    private static func score(
        _ path: TruthPath, seed: UInt64, _ change: (inout SecondReceiver) -> Void
    ) -> TruthScore { TruthScore(SecondReceiver(change).fixes(of: path, seed: seed), of: path) }

    /// The noise of short times tells how much is to be expected of longer ones.
    @Test(arguments: [40_000, 40_001, 40_002] as [UInt64])
    func `Motion in a small area is recorded without an accuracy`(seed: UInt64) {
        let path = Self.parked.moving(.straight(25), at: 1, for: 600)
        let score = Self.score(path, seed: seed) { ($0.speed, $0.claims, $0.decimals) = (.none, nil, 5) }
        #expect((0.6...1.3).contains(score.recorded / score.truth), "\(score.recorded) of \(score.truth)")
        #expect(score.isInOrder)
    }

    /// Where the way leads back, the farthest location is recorded, in the order of time.
    @Test(arguments: [40_003, 40_004, 40_005] as [UInt64]) func `Turns without a speed are recorded`(seed: UInt64) {
        let path = Self.parked.moving(.straight(25), at: 1, for: 900)
        let score = Self.score(path, seed: seed) { ($0.speed, $0.parts) = (.none, [.init(3, 60)]) }
        #expect((0.8...1.15).contains(score.recorded / score.truth), "\(score.recorded) of \(score.truth)")
        #expect(score.isInOrder)
    }

    @Test(arguments: [40_000, 40_004, 40_008, 40_012, 40_016] as [UInt64], [0.8, 1.2])
    func `Nothing is missing of a slow departure`(seed: UInt64, speed: Double) {
        let path = Self.parked.moving(.straight(), at: speed, for: 200)
        let score = Self.score(path, seed: seed) { ($0.speed, $0.parts) = (.none, [.init(3, 60)]) }
        #expect(score.missing.allSatisfy { $0.metres <= 10 && $0.seconds <= 10 }, "\(score.missing)")
        #expect(score.isInOrder && score.resumptions == 1)
    }

    /// A slow departure is no noise to be learned.
    @Test(arguments: [40_005, 40_018] as [UInt64]) func `Slow motion is not learned as noise`(seed: UInt64) {
        let path = Self.parked.moving(.straight(), at: 0.3, for: 1200)
        let score = Self.score(path, seed: seed) { $0.speed = .none }
        #expect((0.9...1.15).contains(score.recorded / score.truth), "\(score.recorded) of \(score.truth)")
    }

    /// What a noisy speed shows of slow motion is not more than its noise, and a way nevertheless.
    @Test func `A slow winding way with a noisy speed is recorded`() {
        let path = Self.parked.moving(.garden(within: 200, length: 900, seed: 24), at: 0.4, for: 1800)
        let parts = (79_000...79_002 as ClosedRange<UInt64>).map { seed in
            let score = Self.score(path, seed: seed) { $0.speed = .doppler(0.3) }
            return score.recorded / score.truth
        }
        #expect(parts.reduce(0, +) / 3 > 0.7, "\(parts)")
    }

    /// Errors of 8 m reach far beyond 25 m now and then, and smooth errors go one way for some time.
    @Test(arguments: [
        (SecondReceiver.Speed.doppler(0.1), 5.0, 0.0), (.doppler(0.3), 5, 0), (.positions(3), 10, 3),
        (.positions(1), 40, 3),
        (.none, 40, 3),
    ])
    func `Standing is not recorded`(speed: SecondReceiver.Speed, time: Double, smoothing: Double) {
        for seed in Rounds.areShort ? [41_000] : [41_000, 41_001] as [UInt64] {
            let score = Self.score(TruthPath().standing(7200), seed: seed) {
                ($0.speed, $0.parts, $0.smoothing) = (speed, [.init(8, time)], smoothing)
            }
            #expect(score.recorded <= 0.005 * score.raw, "\(score.recorded) of \(score.raw)")
        }
    }

    /// A position that leaps and stays has not gone there, as long as a reported speed says so, too.
    @Test(arguments: [41_000, 41_001] as [UInt64]) func `Reflections are no departure`(seed: UInt64) {
        let score = Self.score(TruthPath().standing(7200), seed: seed) {
            ($0.parts, $0.reflections) = ([.init(3, 60), .init(1, 0)], (30, 25, 20))
        }
        #expect(score.recorded <= 0.005 * score.raw && score.resumptions == 0, "\(score.recorded) of \(score.raw)")
    }
}
