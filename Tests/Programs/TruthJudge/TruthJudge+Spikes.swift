import Glibc
import LocationModel
import LocationServices
import Motion
import TrackTools
import Tracks
import Truth

/// Excursions of the position, in the recorder and in imports, and climbs.
extension TruthJudge {
    private static let noises: [(deviation: Double, time: Double)] = [(1, 0), (3, 0), (3, 20), (6, 60)]
    private static let speeds = [TruthReceiver.Speed.doppler, .withoutCourse, .none]

    private static func name(_ noise: (deviation: Double, time: Double)) -> String {
        "σ \(text(noise.deviation)) m, τ \(text(noise.time)) s"
    }

    /// What excursions of 40 m to 2 km for 1 to 20 s, fifteen in half an hour, add to the length.
    static func spikes(_ seeds: Int) {
        let head = ["motion", "noise"] + speeds.map(\.rawValue)
        for (title, figure) in [
            ("in the recorder, without them → with them", recorded),
            ("in imports, without their fixes → with them", imported),
        ] {
            heading("Excursions \(title), % of the truth (standing: of the raw length): mean (least to most)")
            row(head, isHead: true)
            for (pace, interval) in [(0.0, 1.0), (1.4, 1), (13, 1), (0, 0.1), (1.4, 0.1), (13, 0.1)] {
                let still = TruthPath().standing(120)
                let path =
                    pace > 0 ? still.moving(.round(400, 300), at: pace, for: 1800) : still.standing(1800)
                for noise in noises {
                    row(
                        ["\(text(pace)) m/s, \(interval) s", name(noise)]
                            + speeds.map { speed in
                                var receiver = TruthReceiver()
                                (receiver.speed, receiver.interval) = (speed, interval)
                                receiver.noise = TruthNoise(deviation: noise.deviation, timeConstant: noise.time)
                                let count = interval < 1 ? max(seeds / 3, 1) : seeds
                                let pairs = (0..<count).map { seed in
                                    let seed = first + UInt64(seed)
                                    let fixes = receiver.fixes(of: path, seed: seed)
                                    let lengths = figure(fixes, fixes.withSpikes(15, seed: seed), path)
                                    let whole = pace > 0 ? path.distance(until: path.duration) : TruthScore(fixes).raw
                                    return (100 * lengths.0 / whole, 100 * lengths.1 / whole)
                                }
                                return "\(mean(pairs.map(\.0))) → \(range(pairs.map(\.1)))"
                            })
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
        limits.maximumSpeed = LeapJudge.highestSpeed
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
    static func climbs(_ seeds: Int) {
        let noises: [(deviation: Double, time: Double)] = [
            (0.1, 0), (0.5, 0), (0.5, 120), (3, 0), (3, 5), (3, 20), (3, 60), (3, 120), (3, 300), (5, 0), (5, 60),
            (5, 300),
        ]
        let ways: [(String, speed: Double, truth: Double, (Double) -> Double)] = [
            ("flat, 1.4 m/s", 1.4, 0, { _ in 0 }),
            ("standing", 0, 0, { _ in 0 }),
            ("hill of 500 m", 1.4, 500, { 500 - abs($0 - 3600) * 500 / 3600 }),
            ("hills of 40 m every 700 m, 6 m/s", 6, 2440, hills(40, each: 700, at: 6)),
            ("hills of 15 m every 700 m, 6 m/s", 6, 915, hills(15, each: 700, at: 6)),
            ("400 m/h at 0.4 m/s", 0.4, 800, { $0 / 9 }),
        ]
        heading("Climb in two hours, metres: mean (least to most)")
        row(["noise of the altitude"] + ways.map { "\($0.0): \(text($0.truth))" }, isHead: true)
        for noise in noises {
            row(
                [name(noise)]
                    + ways.map { _, speed, _, altitude in
                        range(
                            (0..<seeds).map { seed in
                                climb(speed, noise, seed: first + UInt64(seed), altitude)
                            })
                    }, isHead: false)
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
        _ speed: Double, _ noise: (deviation: Double, time: Double), seed: UInt64, _ altitude: (Double) -> Double
    ) -> Double {
        var receiver = TruthReceiver()
        receiver.noise = TruthNoise(deviation: 1.5, timeConstant: 60)
        let path = speed > 0 ? TruthPath().moving(.straight(), at: speed, for: 7200) : TruthPath().standing(7200)
        var random = TruthRandom(seed: seed &+ 77)
        var up = TruthNoise(deviation: noise.deviation, timeConstant: noise.time)
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
