import LocationModel
import LocationServices
import TrackTools
import Tracks
import Truth

/// Stops and standing time of drives whose truth is known: of the raw fixes, and of what was recorded of them.
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
        heading("Stops of 20 s and more found, of 6; standing and moving time and length, % of the truth")
        row(
            ["drive", "receiver", "stops raw", "recorded", "standing raw", "recorded", "moving", "length"],
            isHead: true)
        for drive in drives {
            var path = TruthPath().standing(120)
            for stop in drive.stops {
                path = path.driving(at: drive.speed, acceleration: drive.acceleration, for: drive.drive).standing(stop)
            }
            path = path.driving(at: drive.speed, acceleration: drive.acceleration, for: drive.drive)
            let standing = 120 + drive.stops.reduce(0, +)
            for (name, receiver) in speeds([.doppler, .none]) {
                let figures = seeds(for: receiver).map { seed in
                    let fixes = receiver.fixes(of: path, seed: seed + 800)
                    let score = TruthScore(fixes, of: path)
                    var gate = FixGate()
                    let events = fixes.compactMap { fix -> LocationEvent? in
                        guard case .accepted(let location, _) = gate.judge(fix) else { return nil }
                        return .location(location)
                    }
                    let (raw, recorded) = (
                        analysis(of: events, isRecorded: false), analysis(of: score.events, isRecorded: true)
                    )
                    return [raw, recorded].map { Double($0.stops.count { $0.duration >= 15 } - 1) }
                        + [raw, recorded].map { 100 * $0.stoppedTime / standing } + [
                            100 * recorded.movingTime / (path.duration - standing),
                            100 * recorded.distance / score.truth,
                        ]
                }
                row([drive.name, name] + (0..<6).map { column in mean(figures.map { $0[column] }) })
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
