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

    @Test func aStraightWalkIsAsLongAsItIs() {
        let score = Self.score(Self.parked.moving(.straight(), at: 0.8, for: 600), .doppler)
        #expect((0.95...1.07).contains(score.recorded / score.truth))
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

    @Test(arguments: [TruthReceiver.Speed.none, .doppler, .fromPositions])
    func aReceiverThatConvergesMakesNoTrip(speed: TruthReceiver.Speed) {
        var receiver = Self.receiver(speed)
        receiver.convergence = (80, 20)
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
