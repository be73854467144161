import LocationModel
import LocationServices
import LocdTestSupport
import Testing
import Truth

/// The quick part of `make truth`: what the recorder makes of motion whose truth is known.
@Suite struct MotionTruthTests {
    private static func receiver(_ speed: TruthReceiver.Speed) -> TruthReceiver {
        var receiver = TruthReceiver()
        receiver.speed = speed
        return receiver
    }

    private static func score(_ path: TruthPath, _ speed: TruthReceiver.Speed, seed: UInt64 = 1) -> TruthScore {
        TruthScore(receiver(speed).fixes(of: path, seed: seed), of: path)
    }

    private static let parked = TruthPath().standing(400)

    @Test(arguments: [
        ("lawn", parked.moving(.stripes(30, 20), at: 1, for: 400)),
        ("pool", parked.moving(.straight(25), at: 1, for: 400)),
    ])
    func motionInASmallAreaIsRecorded(name: String, path: TruthPath) {
        let withSpeed = Self.score(path, .doppler)
        #expect((0.85...1.15).contains(withSpeed.recorded / withSpeed.truth), "\(name) \(withSpeed.recorded)")
        #expect(withSpeed.pauses == 1 && withSpeed.isInOrder)
        let without = Self.score(path, .none)
        #expect((0.6...1.3).contains(without.recorded / without.truth), "\(name) \(without.recorded)")
        #expect(without.pauses == 1 && without.isInOrder)
    }

    @Test(arguments: [TruthReceiver.Speed.none, .doppler], [0.3, 0.5, 0.8])
    func aStraightWalkIsAsLongAsItIs(speed: TruthReceiver.Speed, pace: Double) {
        let path = TruthPath().standing(600).moving(.straight(), at: pace, for: 1200)
        let parts = (0..<4 as Range<UInt64>).map { seed in
            let score = Self.score(path, speed, seed: seed)
            return score.recorded / score.truth
        }
        #expect((0.95...1.07).contains(parts.reduce(0, +) / 4), "\(parts)")
    }

    /// Every five seconds a fix: scales are of time, not of fixes.
    @Test(arguments: [TruthReceiver.Speed.none, .doppler]) func motionIsFoundAtALowRate(speed: TruthReceiver.Speed) {
        var receiver = Self.receiver(speed)
        receiver.interval = 5
        let path = TruthPath().standing(600).moving(.round(30, 20), at: 1.3, for: 600)
        let score = TruthScore(receiver.fixes(of: path, seed: 1), of: path)
        #expect((0.6...1.3).contains(score.recorded / score.truth), "\(score.recorded)")
        #expect(score.pauses == 1 && score.isInOrder)
    }

    /// Speeds that are differences of positions prove no more than these.
    @Test(arguments: [100, 101, 102] as [UInt64]) func speedsFromPositionsAreNoMotion(seed: UInt64) {
        var receiver = Self.receiver(.fromPositions)
        receiver.noise = TruthNoise(deviation: 8, timeConstant: 5)
        receiver.accuracy = .optimistic
        let score = TruthScore(receiver.fixes(of: TruthPath().standing(1800), seed: seed))
        #expect(score.recorded <= 0.005 * score.raw, "\(score.recorded) of \(score.raw)")
    }

    @Test func aBoatThatSwingsAtItsAnchorIsHeld() {
        var settings = TruthScore.recorder
        settings.activityType = .otherNavigation
        let path = TruthPath().moving(.swinging(30, 40), at: 0.15, for: 1800)
        let score = TruthScore(Self.receiver(.doppler).fixes(of: path, seed: 1), of: path, settings: settings)
        #expect(score.recorded == 0 && score.pauses == 1 && score.resumptions == 0)
    }

    @Test(arguments: [(2.0, 0.0), (8, 20)])
    func driftIsNotRecorded(deviation: Double, timeConstant: Double) {
        for speed in [TruthReceiver.Speed.none, .doppler] {
            var receiver = Self.receiver(speed)
            receiver.noise = TruthNoise(deviation: deviation, timeConstant: timeConstant)
            let score = TruthScore(receiver.fixes(of: TruthPath().standing(1200), seed: 3))
            #expect(score.recorded <= 0.005 * score.raw, "\(speed)")
        }
    }

    @Test func nothingIsMissingOfADeparture() {
        for (speed, pace) in [(TruthReceiver.Speed.doppler, 1.4), (.none, 1.4)] {
            let score = Self.score(Self.parked.moving(.straight(), at: pace, for: 120), speed)
            #expect(score.missing.allSatisfy { $0.metres <= 10 && $0.seconds <= 10 }, "\(speed) \(score.missing)")
            #expect(score.resumptions == 1 && score.isInOrder)
        }
    }

    /// It stood in a hole and for some time before, and drives when the fixes come back.
    @Test(arguments: [0.0, 5, 20, 60, 400], [15.0, 60, 400, 1200])
    func nothingIsMissingAfterAHole(standing: Double, hole: Double) {
        let path = TruthPath().moving(.straight(), at: 12, for: 200).standing(standing + hole)
            .moving(.straight(), at: 12, for: 120)
        let end = 200 + standing + hole
        for seed in 0..<3 as Range<UInt64> {
            var receiver = Self.receiver(.doppler)
            receiver.noise = TruthNoise(deviation: 1.5, timeConstant: 20)
            let fixes = receiver.fixes(of: path, seed: seed).enumerated().filter { index, _ in
                !(200 + standing < Double(index) && Double(index) <= end)
            }
            let score = TruthScore(fixes.map(\.element), of: path)
            let first = score.times.first { $0 > end - 1 } ?? .infinity
            #expect(first == end + 1, "\(first - end) s, seed \(seed)")
            #expect(score.isInOrder)
        }
    }

    @Test(arguments: [TruthReceiver.Speed.none, .doppler, .fromPositions], [60.0, 400, 3600])
    func aHoleOfStandingIsNoTrip(speed: TruthReceiver.Speed, hole: Double) {
        let path = TruthPath().moving(.straight(), at: 12, for: 200).standing(900 + hole)
        for seed in 0..<3 as Range<UInt64> {
            let fixes = Self.receiver(speed).fixes(of: path, seed: seed).enumerated().filter { index, _ in
                !(205 < Double(index) && Double(index) <= 205 + hole)
            }
            let score = TruthScore(fixes.map(\.element), of: path)
            #expect(abs(score.recorded - score.truth) < 30, "\(score.recorded) of \(score.truth)")
            #expect(score.resumptions == 0)
        }
    }

    @Test(arguments: [TruthReceiver.Speed.none, .doppler, .fromPositions], [80.0, 150])
    func aReceiverThatConvergesMakesNoTrip(speed: TruthReceiver.Speed, error: Double) {
        var receiver = Self.receiver(speed)
        receiver.convergence = (error, 20)
        let score = TruthScore(receiver.fixes(of: TruthPath().standing(600), seed: 2))
        #expect(score.recorded == 0 && score.pauses == 1)
    }

    @Test func withoutDeparturesOldLocationsAreNotDelivered() {
        var settings = TruthScore.recorder
        settings.deliversDepartures = false
        let path = Self.parked.moving(.straight(), at: 1.4, for: 120)
        let score = TruthScore(Self.receiver(.none).fixes(of: path, seed: 1), of: path, settings: settings)
        #expect(score.missing.allSatisfy { $0.seconds > 10 })
    }

    @Test func anAnchoredBoatStaysPaused() {
        var settings = TruthScore.recorder
        settings.activityType = .otherNavigation
        let path = TruthPath().standing(700).moving(.circle(15), at: 0.4, for: 300)
        let score = TruthScore(Self.receiver(.doppler).fixes(of: path, seed: 1), of: path, settings: settings)
        #expect(score.pauses == 1 && score.resumptions == 0)
    }
}
