import Glibc
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
    func `Motion in a small area is recorded`(name: String, path: TruthPath) {
        let withSpeed = Self.score(path, .doppler)
        #expect((0.85...1.15).contains(withSpeed.recorded / withSpeed.truth), "\(name) \(withSpeed.recorded)")
        #expect(withSpeed.pauses == 1 && withSpeed.isInOrder)
        let without = Self.score(path, .none)
        #expect((0.6...1.3).contains(without.recorded / without.truth), "\(name) \(without.recorded)")
        #expect(without.pauses == 1 && without.isInOrder)
    }

    /// The speeds tell of a turn some metres after it.
    @Test(arguments: 0..<3 as Range<UInt64>) func `A way that turns back is recorded up to its turns`(seed: UInt64) {
        var receiver = Self.receiver(.doppler)
        receiver.noise = TruthNoise(deviation: 0.5, timeConstant: 60)
        let path = Self.parked.moving(.straight(25), at: 1, for: 800)
        let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
        #expect((0.97...1.03).contains(score.recorded / score.truth), "\(score.recorded) of \(score.truth)")
    }

    /// Percent of the truth that is recorded of market walks: areas, paces, legs and stops differ.
    private static func market(after seconds: Double, seed: UInt64, _ fixes: (TruthPath) -> [Fix]) -> Double {
        let (width, height, pace) = [(30.0, 30.0, 0.8), (120, 80, 1.3), (60, 40, 1.0)][Int(seed % 3)]
        let start = seconds > 0 ? TruthPath().standing(seconds) : TruthPath()
        let path = start.market(width, height, at: pace, every: 10...60, stops: 5...60, for: 900, seed: seed)
        let score = TruthScore(fixes(path), of: path)
        return score.isInOrder ? 100 * score.recorded / score.truth : 0
    }

    /// A market, a delivery round, a gardener's day: the speed shows each leg, whatever the positions are worth.
    @Test(arguments: [TruthReceiver.Speed.doppler, .withoutCourse, .noisy, .frozen], [(1.0, 60.0), (6, 5), (3, 300)])
    func `A walk with many stops is as long as it is`(speed: TruthReceiver.Speed, noise: (Double, Double)) {
        for (standing, interval) in [(0.0, 1.0), (400, 1), (0, 0.2)] {
            let parts = (40..<43 as Range<UInt64>).map { seed in
                var receiver = Self.receiver(speed)
                receiver.interval = interval
                receiver.noise = TruthNoise(deviation: noise.0, timeConstant: noise.1)
                return Self.market(after: standing, seed: seed) { receiver.fixes(of: $0, seed: seed) }
            }
            #expect((85...118).contains(parts.reduce(0, +) / 3), "\(standing) s, \(interval) s: \(parts)")
        }
    }

    @Test(arguments: [(1.0, 5.0), (2, 10), (2, 20), (2, 300), (3, 40), (4, 60), (6, 300)])
    func `Without a speed a walk with many stops is recorded`(deviation: Double, timeConstant: Double) {
        let parts = (40..<46 as Range<UInt64>).map { seed in
            var receiver = Self.receiver(.none)
            receiver.noise = TruthNoise(deviation: deviation, timeConstant: timeConstant)
            return Self.market(after: 600, seed: seed) { receiver.fixes(of: $0, seed: seed) }
        }
        #expect((60...130).contains(parts.reduce(0, +) / 6), "\(parts)")
    }

    /// In 60 × 40 and 120 × 80 m it ranges over more than a parked receiver drifts, and goes on as it went.
    @Test(arguments: [(1.0, 5.0), (1, 60), (2, 20), (2, 300), (3, 20), (4, 5), (4, 60), (6, 20), (6, 300)])
    func `Without a speed a walk is recorded from the first fix on`(deviation: Double, timeConstant: Double) {
        let parts = (40..<58 as Range<UInt64>).filter { $0 % 3 != 0 }.map { seed in
            var receiver = Self.receiver(.none)
            receiver.noise = TruthNoise(deviation: deviation, timeConstant: timeConstant)
            return Self.market(after: 0, seed: seed) { receiver.fixes(of: $0, seed: seed) }
        }
        #expect((60...130).contains(parts.reduce(0, +) / 12), "\(parts)")
    }

    /// In 45 × 45 m each stop would hide the next minutes; who parks after it stays there.
    @Test(arguments: [(3.0, 20.0), (4, 60)]) func `A walk in a small area goes on after a stop`(
        deviation: Double, time: Double
    ) {
        var receiver = Self.receiver(.none)
        receiver.noise = TruthNoise(deviation: deviation, timeConstant: time)
        let parts = (40..<56 as Range<UInt64>).map { seed in
            let walk = TruthPath().market(45, 45, at: 1, every: 10...60, stops: 5...60, for: 1200, seed: seed)
            let score = TruthScore(receiver.fixes(of: walk, seed: seed), of: walk)
            guard seed < 44 else { return score.recorded / score.truth }
            let parked = TruthScore(receiver.fixes(of: walk.standing(7200), seed: seed))
            #expect(parked.recorded - score.recorded <= 0.005 * (parked.raw - score.raw), "\(seed)")
            return score.recorded / score.truth
        }
        #expect((0.57...1.2).contains(parts.reduce(0, +) / 16), "\(parts)")
    }

    @Test(arguments: [(5.0, 0.0), (20, 3), (60, 3), (120, 3), (300, 0)], [nil, 1.0 / 3])
    func `A parked receiver that claims too much is no walk`(noise: (Double, Double), claims: Double?) {
        for seed in 600..<603 as Range<UInt64> {
            let receiver = SecondReceiver {
                ($0.parts, $0.smoothing) = ([.init(8, noise.0)], noise.1)
                ($0.speed, $0.claims) = (.none, claims)
            }
            let score = TruthScore(receiver.fixes(of: TruthPath().standing(3600), seed: seed))
            #expect(score.recorded == 0 && score.resumptions == 0, "seed \(seed): \(score.recorded)")
        }
    }

    /// Each fix is a new draw, and the first that lies beyond the distance filter is one that is far off.
    @Test(arguments: [(TruthReceiver.Speed.doppler, 1.04), (.none, 1.05), (.fromPositions, 1.05)])
    func `White noise makes no walk longer`(speed: TruthReceiver.Speed, most: Double) {
        var receiver = Self.receiver(speed)
        receiver.noise = TruthNoise(deviation: 3, timeConstant: 0)
        let path = TruthPath().standing(120).moving(.round(400, 300), at: 1.4, for: 1200)
        let parts = (0..<3 as Range<UInt64>).map { seed in
            let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
            return score.recorded / score.truth
        }
        #expect((0.97...most).contains(parts.reduce(0, +) / 3), "\(parts)")
    }

    /// From one location to the next all of it is new, and from fix to fix little.
    @Test(arguments: [1.0, 2, 3], [1.0, 0.2])
    func `Noise that is forgotten within seconds makes no walk longer`(timeConstant: Double, interval: Double) {
        var receiver = Self.receiver(.none)
        receiver.interval = interval
        receiver.noise = TruthNoise(deviation: 3, timeConstant: timeConstant)
        let parts = (0..<3 as Range<UInt64>).map { seed in
            let path = TruthPath().moving(.round(400, 300), at: 1.4, for: 1200)
            let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
            return score.recorded / score.truth
        }
        #expect((0.97...1.09).contains(parts.reduce(0, +) / 3), "\(parts)")
    }

    /// Another generator: correlated errors of the Doppler speed, rounded positions, reflections.
    @Test(arguments: [0.05, 0.1, 0.2]) func `Correlated errors of the speed hide no walk`(deviation: Double) {
        let parts = (50..<53 as Range<UInt64>).map { seed in
            let receiver = SecondReceiver {
                $0.parts = [.init(2, 15), .init(2, 200), .init(0.5, 0)]
                $0.speed = .doppler(deviation)
            }
            return Self.market(after: 0, seed: seed) { receiver.fixes(of: $0, seed: seed) }
        }
        #expect((85...118).contains(parts.reduce(0, +) / 3), "\(parts)")
    }

    /// What shows each leg of a walk does not see any where nothing moves.
    @Test(arguments: [
        SecondReceiver.Speed.none, .doppler(0.1), .doppler(0.3), .positions(1), .positions(2), .positions(3),
        .positions(5),
    ]) func `Noise is no walk`(speed: SecondReceiver.Speed) {
        for (index, parts) in [[(6.0, 5.0)], [(6, 40)], [(2, 0), (3, 30)], [(1, 300)]].enumerated() {
            let receiver = SecondReceiver {
                $0.parts = parts.map { .init($0.0, $0.1) }
                $0.speed = speed
            }
            let score = TruthScore(receiver.fixes(of: TruthPath().standing(3600), seed: 60 + UInt64(index)))
            #expect(score.recorded <= 0.005 * score.raw && score.resumptions == 0, "\(parts) \(score.recorded)")
        }
    }

    /// The mean of its speeds is not zero: 0.38 m/s if each axis errs by 0.3 m/s.
    @Test(arguments: [0.1, 0.2, 0.3]) func `Errors of a speed without course are no walk`(deviation: Double) {
        for seed in 70..<73 as Range<UInt64> {
            let receiver = SecondReceiver { $0.speed = .dopplerWithoutCourse(deviation) }
            let score = TruthScore(receiver.fixes(of: TruthPath().standing(3600), seed: seed))
            #expect(score.recorded == 0 && score.resumptions == 0, "seed \(seed): \(score.recorded)")
        }
    }

    /// A receiver that filters slips some metres now and then, and its speed shows it as a step. Measured at a parked
    /// antenna: 10 m in 14 s, three times in twenty minutes.
    @Test(arguments: [0.6, 0.8, 1.2], [TruthReceiver.Speed.doppler, .withoutCourse, .noisy])
    func `A slip of a parked receiver is no walk`(pace: Double, speed: TruthReceiver.Speed) {
        for seed in 70..<73 as Range<UInt64> {
            var random = TruthRandom(seed: seed)
            var path = TruthPath().standing(200)
            for _ in 0..<5 {
                let turn = 2 * Double.pi * random.uniform()
                let slip = [TruthPath.Point(0, 0), .init(100 * cos(turn), 100 * sin(turn))]
                path = path.moving(slip, at: pace, for: 9 / pace).standing(200 + 200 * random.uniform())
            }
            var receiver = Self.receiver(speed)
            receiver.noise = TruthNoise(deviation: 1, timeConstant: 60)
            let score = TruthScore(receiver.fixes(of: path, seed: seed))
            #expect(score.times.count == 1 && score.resumptions == 0, "seed \(seed): \(score.times)")
        }
    }

    @Test(arguments: [TruthReceiver.Speed.none, .doppler, .fromPositions], [1.4, 5, 13, 30])
    func `Nothing is missing from the first fix on`(speed: TruthReceiver.Speed, pace: Double) {
        let path = TruthPath().moving(.straight(), at: pace, for: 200)
        for seed in 0..<3 as Range<UInt64> {
            let score = Self.score(path, speed, seed: seed)
            #expect(score.times.count > 1 && score.times[1] * pace < max(50, 2 * pace), "\(score.times.prefix(3))")
            #expect(score.isInOrder)
        }
    }

    /// Its speed leads nowhere yet when its first locations come.
    @Test(arguments: [21.0, 60, 400], [8.0, 13, 25]) func `A vehicle that departs loses no location`(
        halt: Double, pace: Double
    ) {
        let path = TruthPath().moving(.straight(), at: pace, for: 200).standing(halt)
            .moving(.straight(), at: pace, for: 60)
        for seed in 0..<3 as Range<UInt64> {
            let times = Self.score(path, .doppler, seed: seed).times.map { $0 - 200 - halt }
            let first = times.filter { (0...10).contains($0) }
            #expect(first.count >= (pace > 10 ? 9 : 4), "\(first)")
        }
    }

    /// The end of the visit would forget the locations that are kept of the departure.
    @Test func `An aircraft is recorded from the start on before its visit ends`() throws {
        var settings = TruthScore.recorder
        settings.activityType = .airborne
        let path = TruthPath().standing(1200).moving(.straight(), at: 30, for: 60)
        for seed in 0..<3 as Range<UInt64> {
            let fixes = Self.receiver(.none).fixes(of: path, seed: seed)
            let score = TruthScore(fixes, of: path, settings: settings)
            #expect(score.missing.allSatisfy { $0.metres <= 30 }, "\(score.missing)")
            let resumption = score.events.firstIndex { if case .resume = $0 { true } else { false } }
            let departure = score.events.firstIndex {
                if case .visit(let visit) = $0 { visit.departureDate != nil } else { false }
            }
            #expect(try #require(resumption) < #require(departure))
        }
    }

    /// Its usual interval is longer than what makes a fix stale.
    @Test(arguments: [TruthReceiver.Speed.none, .doppler], [7.0, 8, 10])
    func `Nothing is missing of a departure of a slow receiver`(speed: TruthReceiver.Speed, interval: Double) {
        let path = TruthPath().moving(.straight(), at: 13, for: 200).standing(400)
            .moving(.straight(), at: 13, for: 200)
        for seed in 0..<3 as Range<UInt64> {
            var receiver = Self.receiver(speed)
            receiver.interval = interval
            let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
            #expect(score.missing.allSatisfy { $0.metres <= 10 } && score.isInOrder, "\(score.missing)")
        }
    }

    /// A car, then an office whose walls leave a receiver with 27 m of honest accuracy.
    @Test(arguments: [TruthReceiver.Speed.none, .doppler])
    func `An accuracy that gets worse is no departure`(speed: TruthReceiver.Speed) {
        let path = TruthPath().standing(600).moving(.straight(), at: 10, for: 200).standing(3600)
        for seed in 0..<4 as Range<UInt64> {
            let receiver = Self.receiver(speed)
            var indoors = receiver
            indoors.noise = TruthNoise(deviation: 18, timeConstant: 60)
            let fixes = receiver.fixes(of: path, seed: seed)[..<820] + indoors.fixes(of: path, seed: seed)[820...]
            let score = TruthScore(Array(fixes), of: path)
            #expect(score.recorded < score.truth + 150, "\(score.recorded) of \(score.truth)")
        }
    }

    @Test(arguments: [(3.0, 5.0), (6, 5), (8, 10), (6, 30)])
    func `Noise is not under way at the first fix`(deviation: Double, timeConstant: Double) {
        for seed in 0..<40 as Range<UInt64> {
            var receiver = Self.receiver(.none)
            receiver.noise = TruthNoise(deviation: deviation, timeConstant: timeConstant)
            let score = TruthScore(receiver.fixes(of: TruthPath().standing(100), seed: 9000 + seed))
            #expect(score.recorded == 0, "seed \(seed): \(score.recorded)")
        }
    }

    @Test(arguments: [(30.0, 20.0), (80, 30), (60, 35), (120, 30)])
    func `A cold start is no trip`(error: Double, time: Double) {
        for seed in 0..<12 as Range<UInt64> {
            var receiver = Self.receiver(seed % 2 == 0 ? .none : .doppler)
            receiver.convergence = (error, time)
            let score = TruthScore(receiver.fixes(of: TruthPath().standing(900), seed: seed))
            #expect(score.recorded == 0, "seed \(seed): \(score.recorded)")
        }
    }

    @Test(arguments: [TruthReceiver.Speed.none, .doppler, .withoutCourse], [0.3, 0.5, 0.8])
    func `A straight walk is as long as it is`(speed: TruthReceiver.Speed, pace: Double) {
        let path = TruthPath().standing(600).moving(.straight(), at: pace, for: 1200)
        let parts = (0..<4 as Range<UInt64>).map { seed in
            let score = Self.score(path, speed, seed: seed)
            return score.recorded / score.truth
        }
        #expect((0.97...1.07).contains(parts.reduce(0, +) / 4), "\(parts)")
    }

    /// Of many fixes the first that is far enough away is one that is far off.
    @Test(arguments: [TruthReceiver.Speed.none, .doppler, .withoutCourse], [1.0, 0.2, 0.1])
    func `Noise that is new with each fix is no way`(speed: TruthReceiver.Speed, interval: Double) {
        for (standing, pace) in [(0.0, 1.4), (300, 1.4), (0, 13), (120, 13)] {
            let start = standing > 0 ? TruthPath().standing(standing) : TruthPath()
            let path = start.moving(.round(400, 300), at: pace, for: 600)
            for deviation in [1.0, 3] {
                var receiver = Self.receiver(speed)
                receiver.interval = interval
                receiver.noise = TruthNoise(deviation: deviation, timeConstant: 0)
                let score = TruthScore(receiver.fixes(of: path, seed: 5), of: path)
                let part = score.recorded / score.truth
                #expect((0.9...1.1).contains(part), "\(pace) m/s after \(standing) s, \(deviation) m: \(part)")
            }
        }
    }

    /// Every five seconds a fix: scales are of time, not of fixes.
    @Test(arguments: [TruthReceiver.Speed.none, .doppler]) func `Motion is found at a low rate`(
        speed: TruthReceiver.Speed
    ) {
        var receiver = Self.receiver(speed)
        receiver.interval = 5
        let path = TruthPath().standing(600).moving(.round(30, 20), at: 1.3, for: 600)
        let score = TruthScore(receiver.fixes(of: path, seed: 1), of: path)
        #expect((0.6...1.3).contains(score.recorded / score.truth), "\(score.recorded)")
        #expect(score.pauses == 1 && score.isInOrder)
    }

    /// Speeds that are differences of positions prove no more than these.
    @Test(arguments: [100, 101, 102] as [UInt64]) func `Speeds from positions are no motion`(seed: UInt64) {
        var receiver = Self.receiver(.fromPositions)
        receiver.noise = TruthNoise(deviation: 8, timeConstant: 5)
        receiver.accuracy = .optimistic
        let score = TruthScore(receiver.fixes(of: TruthPath().standing(1800), seed: seed))
        #expect(score.recorded <= 0.005 * score.raw, "\(score.recorded) of \(score.raw)")
    }

    @Test(arguments: [TruthReceiver.Speed.none, .doppler])
    func `A boat that swings at its anchor is held`(speed: TruthReceiver.Speed) {
        var settings = TruthScore.recorder
        settings.activityType = .otherNavigation
        let path = TruthPath().moving(.swinging(30, 40), at: 0.15, for: 1800)
        var receiver = Self.receiver(speed)
        receiver.noise = TruthNoise(deviation: 1, timeConstant: 60)
        let score = TruthScore(receiver.fixes(of: path, seed: 1), of: path, settings: settings)
        #expect(score.recorded == 0 && score.pauses == 1 && score.resumptions == 0)
    }

    @Test(arguments: [(2.0, 0.0), (8, 20)])
    func `Drift is not recorded`(deviation: Double, timeConstant: Double) {
        for speed in [TruthReceiver.Speed.none, .doppler] {
            var receiver = Self.receiver(speed)
            receiver.noise = TruthNoise(deviation: deviation, timeConstant: timeConstant)
            let score = TruthScore(receiver.fixes(of: TruthPath().standing(1200), seed: 3))
            #expect(score.recorded <= 0.005 * score.raw, "\(speed)")
        }
    }

    @Test func `Nothing is missing of a departure`() {
        for (speed, pace) in [(TruthReceiver.Speed.doppler, 1.4), (.none, 1.4)] {
            let score = Self.score(Self.parked.moving(.straight(), at: pace, for: 120), speed)
            #expect(score.missing.allSatisfy { $0.metres <= 10 && $0.seconds <= 10 }, "\(speed) \(score.missing)")
            #expect(score.resumptions == 1 && score.isInOrder)
        }
    }

    /// It stood in a hole and for some time before, and drives when the fixes come back.
    @Test(arguments: [0.0, 5, 20, 60, 400], [15.0, 60, 400, 1200])
    func `Nothing is missing after a hole`(standing: Double, hole: Double) {
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
    func `A hole of standing is no trip`(speed: TruthReceiver.Speed, hole: Double) {
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
    func `A receiver that converges makes no trip`(speed: TruthReceiver.Speed, error: Double) {
        var receiver = Self.receiver(speed)
        receiver.convergence = (error, 20)
        let score = TruthScore(receiver.fixes(of: TruthPath().standing(600), seed: 2))
        #expect(score.recorded == 0 && score.pauses == 1)
    }

    /// An antenna that is unplugged for a moment, a car wash.
    @Test(arguments: [45.0, 90, 240], [(60.0, 15.0), (80, 15), (100, 5)])
    func `A receiver that converges after a hole makes no trip`(hole: Double, error: (metres: Double, time: Double)) {
        let path = TruthPath().standing(1500 + hole)
        for seed in 0..<3 as Range<UInt64> {
            let fixes = Self.receiver(.doppler).fixes(of: path, seed: seed).enumerated().compactMap { index, fix in
                let since = Double(index) - 900 - hole
                guard Double(index) <= 900 || since > 0 else { return Fix?.none }
                var fix = fix
                if since > 0 {
                    let metres = error.metres * exp(-since / error.time)
                    fix.coordinate = fix.coordinate?.moved(by: metres, bearing: 70)
                }
                return fix
            }
            let score = TruthScore(fixes, of: path)
            #expect(score.recorded < 15 && score.resumptions == 0, "\(score.recorded) m")
        }
    }

    @Test func `Without departures old locations are not delivered`() {
        var settings = TruthScore.recorder
        settings.deliversDepartures = false
        let path = Self.parked.moving(.straight(), at: 1.4, for: 120)
        let score = TruthScore(Self.receiver(.none).fixes(of: path, seed: 1), of: path, settings: settings)
        #expect(score.missing.allSatisfy { $0.seconds > 10 })
    }

    @Test func `An anchored boat stays paused`() {
        var settings = TruthScore.recorder
        settings.activityType = .otherNavigation
        let path = TruthPath().standing(700).moving(.circle(15), at: 0.4, for: 300)
        let score = TruthScore(Self.receiver(.doppler).fixes(of: path, seed: 1), of: path, settings: settings)
        #expect(score.pauses == 1 && score.resumptions == 0)
    }
}
