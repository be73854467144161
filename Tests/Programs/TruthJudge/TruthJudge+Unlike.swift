import LocationModel
import LocationServices
import Truth

/// Motion and receivers that nothing was chosen on.
extension TruthJudge {
    /// Receivers that err otherwise than by drift of one kind.
    private static let receivers: [(name: String, receiver: TruthReceiver)] = {
        func receiver(_ change: (inout TruthReceiver) -> Void) -> TruthReceiver {
            var receiver = TruthReceiver()
            change(&receiver)
            return receiver
        }
        return [
            (
                "random walk and white",
                receiver {
                    $0.noise = TruthNoise(deviation: 0.5, timeConstant: 5)
                    ($0.noise.walk, $0.noise.white) = (0.15, 0.7)
                }
            ),
            (
                "reflections",
                receiver {
                    $0.noise = TruthNoise(deviation: 1.5, timeConstant: 60)
                    $0.noise.bursts = (30, 12, 15)
                }
            ),
            ("1 Hz, no speed", receiver { $0.speed = .none }),
            ("5 Hz, no speed", receiver { ($0.interval, $0.speed) = (0.2, .none) }),
            ("0.2 Hz", receiver { $0.interval = 5 }),
            ("0.2 Hz, no speed", receiver { ($0.interval, $0.speed) = (5, .none) }),
            ("static hold", receiver { $0.holdsBelow = 0.6 }),
            ("dead reckoning", receiver { $0.deadReckoning = 8 }),
            (
                "dilution 1 to 5",
                receiver {
                    $0.hasJumpingDilution = true
                    $0.noise = TruthNoise(deviation: 1.5, timeConstant: 40)
                }
            ),
            (
                "from positions, smooth",
                receiver {
                    $0.speed = .fromPositions
                    $0.noise = TruthNoise(deviation: 4, timeConstant: 40, isSmooth: true)
                }
            ),
        ]
    }()

    static func unlike(_ seeds: Int) {
        let parked = TruthPath().standing(600)
        let garden = [TruthPath.Point].garden(within: 12, length: 1500, seed: 7)
        var helix = parked
        for _ in 0..<12 { helix = helix.moving(.circle(15, times: 1), at: 3, for: 31).standing(6) }
        let paths: [(String, TruthPath)] = [
            ("winding garden of 24 m, 1.1 m/s", parked.moving(garden, at: 1.1, for: 1200)),
            ("the same at once", TruthPath().moving(garden, at: 1.1, for: 1200)),
            ("rectangle 12 × 8 m, 1.0 m/s", parked.moving(.round(12, 8, times: 80), at: 1, for: 1200)),
            (
                "walk with rests of 40 s",
                (0..<8).reduce(parked) { path, _ in
                    path.moving(.straight(), at: 1.3, for: 120).standing(40)
                }
            ),
            ("straight, 0.4 m/s", parked.moving(.straight(), at: 0.4, for: 1200)),
            (
                "kayak that drifts, 0.3 m/s",
                parked.moving(.garden(within: 200, length: 600, seed: 3), at: 0.3, for: 1800)
            ),
            ("car in a car park", helix),
            ("running track, 3 m/s", parked.moving(.circle(36.5), at: 3, for: 1200)),
        ]
        heading("Other motion and other receivers: recorded length, % of the truth: mean (least to most)")
        row(["motion"] + receivers.map(\.name), isHead: true)
        for (name, path) in paths {
            row(
                [name]
                    + receivers.map { _, receiver in
                        range(
                            (0..<seeds).map { seed in
                                let score = TruthScore(
                                    receiver.fixes(of: path, seed: first + 500 + UInt64(seed)), of: path)
                                return 100 * score.recorded / score.truth
                            })
                    })
        }
        heading("Departures with other receivers: metres missing, mean (most)")
        row(["departure"] + receivers.map(\.name), isHead: true)
        for speed in [0.7, 1.3, 5, 15] {
            let path = TruthPath().standing(600).moving(.straight(), at: speed, for: 300)
            row(
                ["\(speed) m/s"]
                    + receivers.map { _, receiver in
                        let metres = (0..<seeds).flatMap { seed in
                            TruthScore(receiver.fixes(of: path, seed: first + 600 + UInt64(seed)), of: path).missing
                                .map(
                                    \.metres)
                        }
                        return "\(mean(metres)) (\(text(metres.max() ?? 0)))"
                    })
        }
        heading("Standing two hours with other receivers: % of the raw: mean (most); false departures")
        row(["", ""] + receivers.map(\.name), isHead: true)
        let still: [(String, TruthPath, ActivityType)] = [
            ("parked", TruthPath().standing(7200), .other),
            ("parked after a drive", TruthPath().driving(at: 14, acceleration: 1.5, for: 300).standing(7200), .other),
            ("at anchor, swinging 30 m", TruthPath().moving(.swinging(30, 40), at: 0.15, for: 7200), .otherNavigation),
        ]
        for (name, path, activity) in still {
            row(
                [name, activity.rawValue]
                    + receivers.map { _, receiver in
                        var departures = 0
                        var settings = TruthScore.recorder
                        settings.activityType = activity
                        let parts = (0..<max(seeds / 2, 1)).map { seed in
                            let fixes = receiver.fixes(of: path, seed: first + 700 + UInt64(seed))
                            let score = TruthScore(fixes, of: path, settings: settings)
                            departures += score.resumptions
                            let driven = path.departures.isEmpty || activity != .other ? 0 : score.truth
                            return 100 * (score.recorded - driven) / score.raw
                        }
                        return "\(mean(parts)) (\(text(parts.max() ?? 0))); \(departures)"
                    })
        }
    }
}
