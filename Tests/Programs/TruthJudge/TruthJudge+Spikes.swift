import Glibc
import LocationModel
import LocationServices
import Motion
import TrackTools
import Tracks
import Truth

/// Excursions of the position, in the recorder and in imports, and climbs.
extension TruthJudge {
    static func name(_ noise: TruthNoise) -> String {
        "σ \(text(noise.deviation)) m, τ \(text(noise.timeConstant)) s\(noise.isSmooth ? ", smooth" : "")"
    }

    /// What excursions of 40 m to 2 km for 1 to 20 s, fifteen in half an hour, add to the length.
    static func spikes() {
        let noises = [(1, 0), (3, 0), (3, 20), (6, 60)].map { TruthNoise(deviation: $0, timeConstant: $1) }
        let paces: [(names: [String], case: (pace: Double, noise: TruthNoise))] = [0.0, 1.4, 13].flatMap { pace in
            noises.map { (["\(text(pace)) m/s", name($0)], (pace, $0)) }
        }
        for (title, figure) in [
            ("in the recorder, without them → with them", recorded),
            ("in imports, without their fixes → with them", imported),
        ] {
            for interval in [1, 0.1] {
                table(
                    "Excursions \(title), every \(text(interval)) s, % of the truth (standing: of the raw length)",
                    ["motion", "noise"], paces, speeds([.doppler, .withoutCourse, .none], every: interval)
                ) { motion, receiver in
                    let still = TruthPath().standing(120)
                    let path =
                        motion.pace > 0
                        ? still.moving(.round(400, 300), at: motion.pace, for: 1800) : still.standing(1800)
                    let pairs = seeds(for: receiver).map { seed in
                        let fixes = receiver.with(motion.noise).fixes(of: path, seed: seed)
                        let lengths = figure(fixes, fixes.withSpikes(15, seed: seed), path)
                        let whole = motion.pace > 0 ? path.distance(until: path.duration) : TruthScore(fixes).raw
                        return (100 * lengths.0 / whole, 100 * lengths.1 / whole)
                    }
                    return "\(mean(pairs.map(\.0))) → \(range(pairs.map(\.1)))"
                }
            }
        }
    }

    private static func recorded(_ fixes: [Fix], _ spiked: [Fix], _ path: TruthPath) -> (Double, Double) {
        (TruthScore(fixes, of: path).recorded, TruthScore(spiked, of: path).recorded)
    }

    private static func imported(_ fixes: [Fix], _ spiked: [Fix], _ path: TruthPath) -> (Double, Double) {
        (length(zip(fixes, spiked).filter { $0.coordinate == $1.coordinate }.map(\.0)), length(spiked))
    }

    /// What `locd track stats` says of an import.
    private static func length(_ fixes: [Fix]) -> Double {
        var limits = TrackFilter.Limits()
        limits.maximumSpeed = LeapDetector.highestSpeed
        var (filter, gate, stepper) = (TrackFilter(limits), FixGate(), TrackStepper())
        var statistics = TrackStatistics()
        let add = { (record: TrackRecord) in
            stepper.steps(of: record, in: TrackPiece()) { statistics.add($0) }
        }
        for fix in fixes {
            guard case .accepted(let location, _) = gate.judge(fix) else { continue }
            filter.add(.event(.location(location)), add)
        }
        filter.restart(add)
        statistics.finish()
        return statistics.distance
    }

    /// Two hours of walking, standing and climbing with noise of the altitude.
    static func climbs() {
        let noises = [
            (0.1, 0), (0.5, 0), (0.5, 120), (3, 0), (3, 5), (3, 20), (3, 60), (3, 120), (3, 300), (5, 0), (5, 60),
            (5, 300),
        ].map { TruthNoise(deviation: $0, timeConstant: $1) }
        let ways: [(name: String, column: (speed: Double, altitude: (Double) -> Double))] = [
            ("flat, 1.4 m/s: 0", (1.4, { _ in 0 })),
            ("standing: 0", (0, { _ in 0 })),
            ("hill of 500 m: 500", (1.4, { 500 - abs($0 - 3600) * 500 / 3600 })),
            ("hills of 40 m every 700 m, 6 m/s: 2440", (6, hills(40, each: 700, at: 6))),
            ("hills of 15 m every 700 m, 6 m/s: 915", (6, hills(15, each: 700, at: 6))),
            ("400 m/h at 0.4 m/s: 800", (0.4, { $0 / 9 })),
        ]
        table(
            "Climb in two hours, metres: mean (least to most)", ["noise of the altitude"],
            noises.map { ([name($0)], $0) }, ways
        ) { noise, way in
            range(seeds(for: TruthReceiver()).map { climb(way.speed, noise, seed: $0, way.altitude) })
        }
    }

    /// Sine waves, complete ones only.
    private static func hills(_ height: Double, each length: Double, at speed: Double) -> (Double) -> Double {
        let count = (7200 * speed / length).rounded(.down)
        return { time in
            let way = speed * time / length
            return way < count ? height * (1 - cos(2 * .pi * way)) / 2 : 0
        }
    }

    private static func climb(
        _ speed: Double, _ noise: TruthNoise, seed: UInt64, _ altitude: (Double) -> Double
    ) -> Double {
        var receiver = TruthReceiver()
        receiver.noise = TruthNoise(deviation: 1.5, timeConstant: 60)
        let path = speed > 0 ? TruthPath().moving(.straight(), at: speed, for: 7200) : TruthPath().standing(7200)
        var random = TruthRandom(seed: seed &+ 77)
        var up = noise
        var (statistics, gate) = (TrackStatistics(), FixGate())
        for (second, fix) in receiver.fixes(of: path, seed: seed).enumerated() {
            guard case .accepted(var location, _) = gate.judge(fix) else { continue }
            location.altitude = 400 + altitude(Double(second)) + up.next(after: 1, &random)
            statistics.add(.location(location))
        }
        statistics.finish()
        return statistics.climb ?? 0
    }
}
