import LocationModel
import LocationServices
import TrackTools
import Tracks
import Truth

/// Stops, standing time and climb of drives whose truth is known: of the raw fixes, and of what was recorded of them.
extension TruthJudge {
    /// What moves, and where it stops: seconds of driving at m/s, and seconds of each stop.
    private static let drives: [(name: String, speed: Double, acceleration: Double, drive: Double, stops: [Double])] = [
        ("train", 25, 0.8, 180, [30, 45, 60, 25, 90, 30]),
        ("car at lights", 12, 1.8, 60, [20, 35, 50, 25, 70, 22]),
        ("bicycle at lights", 5, 1.0, 90, [20, 30, 40, 25, 60, 30]),
        ("walk with rests", 1.3, 1.0, 240, [30, 60, 120, 45, 25, 300]),
        ("delivery", 9, 1.5, 120, [200, 400, 90, 700, 60, 240]),
    ]

    static func stops() {
        heading("Stops of 20 s and more found, of 6; standing and moving time, % of the truth; climb on the flat, m")
        row(
            [
                "drive", "receiver", "stops raw", "recorded", "standing raw", "recorded", "moving raw", "recorded",
                "length raw", "recorded", "climb raw", "recorded",
            ], isHead: true)
        for drive in drives {
            var path = TruthPath().standing(120)
            for stop in drive.stops {
                path = path.driving(at: drive.speed, acceleration: drive.acceleration, for: drive.drive).standing(stop)
            }
            path = path.driving(at: drive.speed, acceleration: drive.acceleration, for: drive.drive)
            let standing = 120 + drive.stops.reduce(0, +)
            for (name, speed, interval) in [
                ("doppler", TruthReceiver.Speed.doppler, 1.0), ("none", .none, 1), ("noisy", .noisy, 1),
                ("doppler, 5 Hz", .doppler, 0.2),
            ] {
                var receiver = TruthReceiver()
                (receiver.speed, receiver.interval) = (speed, interval)
                let seeds = seeds(for: receiver)
                var sums = [Double](repeating: 0, count: 10)
                for seed in seeds {
                    var random = TruthRandom(seed: seed + 900)
                    var drift = TruthNoise(deviation: 3, timeConstant: 120)
                    let fixes = receiver.fixes(of: path, seed: seed + 800).map { fix in
                        var fix = fix
                        fix.altitude = 450 + drift.next(after: interval, &random)
                        return fix
                    }
                    let score = TruthScore(fixes, of: path)
                    var gate = FixGate()
                    let raw = fixes.compactMap { fix -> LocationEvent? in
                        guard case .accepted(let location, _) = gate.judge(fix) else { return nil }
                        return .location(location)
                    }
                    for (offset, events) in [raw, score.events].enumerated() {
                        let statistics = analysis(of: events, isRecorded: offset == 1)
                        let found = statistics.stops.count { $0.duration >= 15 }
                        sums[offset] += Double(found) - 1
                        sums[2 + offset] += 100 * statistics.stoppedTime / standing
                        sums[4 + offset] += 100 * statistics.movingTime / (path.duration - standing)
                        sums[6 + offset] += 100 * statistics.distance / score.truth
                        sums[8 + offset] += statistics.climb ?? 0
                    }
                }
                row([drive.name, name] + sums.map { text($0 / Double(seeds.count)) })
            }
        }
    }

    private static func analysis(of events: [LocationEvent], isRecorded: Bool) -> TrackStatistics {
        var statistics = TrackStatistics()
        statistics.add(.piece(isRecorded: isRecorded))
        var stepper = TrackStepper()
        for event in events where event.isRecorded {
            stepper.steps(of: .event(event), in: TrackPiece()) { statistics.add($0) }
        }
        statistics.finish()
        return statistics
    }
}
