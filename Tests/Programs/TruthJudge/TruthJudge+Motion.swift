import LocationModel
import LocationServices
import Truth

/// Lengths of ways, departures and standing.
extension TruthJudge {
    private typealias Receivers = [(name: String, column: any SimulatedReceiver)]

    /// All that a receiver can say of the speed; drift of 3 m per axis with a time constant of 20 s.
    static func speeds(
        _ speeds: [TruthReceiver.Speed] = TruthReceiver.Speed.allCases, every interval: Double = 1
    ) -> [(name: String, column: TruthReceiver)] {
        speeds.map { speed in (speed.rawValue, TruthReceiver { ($0.speed, $0.interval) = (speed, interval) }) }
    }

    /// The second generator's errors; nothing was chosen on them.
    private static let errors: [(name: String, receiver: SecondReceiver)] = [
        ("τ 20 s", SecondReceiver()),
        ("τ 5 s", SecondReceiver { $0.parts = [.init(3, 5)] }),
        ("τ 60 s", SecondReceiver { $0.parts = [.init(3, 60)] }),
        ("τ 300 s", SecondReceiver { $0.parts = [.init(3, 300)] }),
        ("white and walk", SecondReceiver { $0.parts = [.init(1, 0), .init(0.1, .infinity)] }),
        ("three parts", SecondReceiver { $0.parts = [.init(2.2, 150), .init(1.5, 15), .init(0.4, 0)] }),
        (
            "reflections",
            SecondReceiver { ($0.parts, $0.reflections) = ([.init(1.8, 60), .init(0.5, 0)], (20, 10, 12)) }
        ),
        ("smooth", SecondReceiver { ($0.parts, $0.smoothing) = ([.init(3.5, 25)], 4) }),
        ("5 decimals, no claim", SecondReceiver { ($0.decimals, $0.claims) = (5, nil) }),
        ("5 Hz", SecondReceiver { $0.interval = 0.2 }),
        ("10 Hz", SecondReceiver { $0.interval = 0.1 }),
        ("0.2 Hz", SecondReceiver { $0.interval = 5 }),
    ]

    private static func second(_ speed: SecondReceiver.Speed) -> Receivers {
        errors.map { name, receiver in
            var receiver = receiver
            receiver.speed = speed
            return (name, receiver)
        }
    }

    private static let all: [(title: String, receivers: Receivers)] = [
        ("1 Hz", speeds().map { $0 }), ("Doppler to 0.1 m/s", second(.doppler(0.1))),
        ("Doppler to 0.3 m/s", second(.doppler(0.3))), ("no speed", second(.none)),
        ("speeds from positions", second(.positions(1))),
    ]

    private static let parked = TruthPath().standing(600)

    private static let paths: [(names: [String], case: TruthPath)] = [
        (["garden 30 × 20 m, 1.3 m/s"], parked.moving(.round(30, 20), at: 1.3, for: 1200)),
        (["lawn in stripes of 30 m, 1.0 m/s"], parked.moving(.stripes(30, 20), at: 1, for: 1200)),
        (["circle of 15 m, 1.2 m/s"], parked.moving(.circle(15), at: 1.2, for: 1200)),
        (["pool of 25 m, 1.0 m/s"], parked.moving(.straight(25), at: 1, for: 1200)),
        (["pool of 50 m, 1.0 m/s"], parked.moving(.straight(50), at: 1, for: 1200)),
        (["mower 40 × 25 m, 1.2 m/s"], parked.moving(.stripes(40, 25), at: 1.2, for: 1200)),
        (["garden of 24 m, 1.1 m/s"], parked.moving(.garden(within: 12, length: 1500, seed: 21), at: 1.1, for: 1200)),
        (["at once"], TruthPath().moving(.garden(within: 12, length: 1500, seed: 22), at: 1.1, for: 1200)),
        (["slow turns, 0.4 m/s"], parked.moving(.garden(within: 200, length: 900, seed: 24), at: 0.4, for: 1800)),
        (["kayak, 0.3 m/s"], parked.moving(.garden(within: 200, length: 600, seed: 3), at: 0.3, for: 1800)),
        (["wind-blown, 0.25 m/s"], parked.moving(.garden(within: 400, length: 600, seed: 25), at: 0.25, for: 1800)),
        (
            ["car in a car park"],
            (0..<12).reduce(parked) { path, _ in path.moving(.circle(15, times: 1), at: 3, for: 31).standing(6) }
        ),
        (["running track, 3 m/s"], parked.moving(.circle(36.5), at: 3, for: 1200)),
    ]

    /// Recorded length in percent of the truth.
    static func lengths() {
        let straight = [0.3, 0.4, 0.5, 0.8, 1.1, 1.5].map { speed in
            (["straight, \(speed) m/s"], parked.moving(.straight(), at: speed, for: 1200))
        }
        for (title, receivers) in all {
            table(
                "Recorded length, % of the truth, \(title): mean (least to most)", ["motion"], paths + straight,
                receivers
            ) { path, receiver in
                range(
                    seeds(for: receiver).map { seed in
                        let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
                        return 100 * score.recorded / score.truth
                    })
            }
        }
        market(from: TruthPath(), "from the first fix", [1, 0.2])
        market(from: parked, "after ten minutes", [1, 0.2, 0.1])
        // Under way since before the first fix.
        let ways = [0.8, 1.4, 5, 13, 30].map {
            (["\($0) m/s"], TruthPath().moving(.straight(), at: $0, for: 600))
        }
        table("Under way at the first fix, % of the truth after the second location", ["speed"], ways, speeds()) {
            path, receiver in
            range(
                seeds(for: receiver).map { seed in
                    let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
                    let missing = path.distance(until: score.times.dropFirst().first ?? path.duration)
                    return 100 * (score.recorded - missing) / score.truth
                })
        }
    }

    private static let drifts: [TruthNoise] = [
        (1, 5), (1, 60), (2, 5), (2, 20), (2, 300), (3, 20), (4, 5), (4, 60), (6, 5), (6, 20), (6, 300),
    ].map { TruthNoise(deviation: $0, timeConstant: $1) }

    /// From stall to stall, twenty minutes, with areas, speeds and stops that differ from seed to seed.
    private static func market(from start: TruthPath, _ title: String, _ intervals: [Double]) {
        for interval in intervals {
            let cases = drifts.map { noise in (names: [name(noise)], case: noise) }
            table(
                "From stall to stall \(title), every \(text(interval)) s, % of the truth: mean (least to most)",
                ["noise"],
                cases, speeds(every: interval)
            ) { noise, receiver in
                range(
                    seeds(for: receiver).map { seed in
                        var random = TruthRandom(seed: seed)
                        let path = start.market(
                            30 + 90 * random.uniform(), 30 + 50 * random.uniform(), at: 0.7 + 0.6 * random.uniform(),
                            every: 10...60, stops: 5...60, for: 1200, seed: seed)
                        let score = TruthScore(receiver.with(noise).fixes(of: path, seed: seed), of: path)
                        return 100 * score.recorded / score.truth
                    })
            }
        }
    }

    /// Metres and seconds missing of a departure after ten minutes.
    static func departures() {
        let ways = [0.3, 0.5, 0.8, 1.4, 3, 5, 10, 20].map { speed in
            (["\(speed) m/s"], parked.moving(.straight(), at: speed, for: 400))
        }
        for (title, receivers) in all {
            table("Missing of a departure, \(title): metres, seconds: mean (most)", ["departure"], ways, receivers) {
                path, receiver in
                let missing = seeds(for: receiver).flatMap {
                    TruthScore(receiver.fixes(of: path, seed: $0), of: path).missing
                }
                return "\(most(missing.map(\.metres))), \(most(missing.map(\.seconds)))"
            }
        }
    }

    /// Strolls are no visits.
    static func strolls() {
        let ways = [0.5, 0.6, 0.8, 1.2].map { (["\($0) m/s"], TruthPath().moving(.straight(), at: $0, for: 1200)) }
        table("Strolls of twenty minutes with a visit", ["stroll"], ways, second(.doppler(0.1))) { path, receiver in
            "\(seeds(for: receiver).count { TruthScore(receiver.fixes(of: path, seed: $0), of: path).visits > 0 })"
        }
    }

    /// Two hours of it.
    static func standing() {
        let still: [(names: [String], case: (TruthPath, ActivityType))] = [
            (["parked"], (TruthPath().standing(7200), .other)),
            (["after a drive"], (TruthPath().driving(at: 14, acceleration: 1.5, for: 300).standing(7200), .other)),
            (["at anchor, 30 m"], (TruthPath().moving(.swinging(30, 40), at: 0.15, for: 7200), .otherNavigation)),
        ]
        for (title, receivers) in all {
            table("Standing, \(title): % of the raw length: mean (most); departures", [""], still, receivers) {
                part($0, $1)
            }
        }
        let cases = drifts.map { noise in (names: [name(noise)], case: noise) }
        for interval in [1, 0.2] {
            table(
                "Parked, every \(text(interval)) s: % of the raw length: mean (most); departures", ["noise"], cases,
                speeds(every: interval)
            ) { part((TruthPath().standing(7200), .other), $1.with($0)) }
        }
        let errors: [(name: String, column: (error: Double, time: Double))] = [
            (30.0, 20.0), (60, 20), (80, 30), (150, 20),
        ].map {
            ("\(text($0)) m, \(text($1)) s", ($0, $1))
        }
        table(
            "Switched on while parked, converging: metres in half an hour: mean (most)", ["speed"],
            speeds().map { (["\($0.name)"], $0.column) }, errors
        ) { receiver, error in
            var receiver = receiver
            receiver.convergence = error
            return most(
                seeds(for: receiver).map {
                    TruthScore(receiver.fixes(of: TruthPath().standing(1800), seed: $0)).recorded
                })
        }
        parkedOtherwise()
    }

    private static func part(_ still: (path: TruthPath, activity: ActivityType), _ receiver: any SimulatedReceiver)
        -> String
    {
        var settings = TruthScore.recorder
        settings.activityType = still.activity
        var departures = 0
        let parts = seeds(for: receiver, part: 2).map { seed in
            let score = TruthScore(receiver.fixes(of: still.path, seed: seed), of: still.path, settings: settings)
            departures += score.resumptions
            let driven = still.path.departures.isEmpty || still.activity != .other ? 0 : score.truth
            return 100 * (score.recorded - driven) / score.raw
        }
        return "\(most(parts)); \(departures)"
    }

    /// With all that the second generator can err by, claim and say of the speed: what is recorded at all, and the sum.
    private static func parkedOtherwise() {
        heading("Standing two hours, second generator: % of the raw length: mean (most); only what is not 0")
        row(["error per axis", "claims", "speed", "of the raw", "seeds above 0.5 %"], isHead: true)
        var cases: [(name: String, receiver: SecondReceiver)] = [2.0, 3, 5, 8].flatMap { deviation in
            let sizes = [0.8, 0.55, 0.2].map { $0 * deviation }
            let parts = zip(sizes, [150.0, 15, 0]).map(SecondReceiver.Part.init)
            return [("σ \(text(deviation)) m in three parts", SecondReceiver { $0.parts = parts })]
                + [0.0, 5, 10, 20, 40, 120, 300].flatMap { time in
                    (time < 10 ? [0.0] : [0, 3]).map { smoothing in
                        (
                            name(TruthNoise(deviation: deviation, timeConstant: time, isSmooth: smoothing > 0)),
                            SecondReceiver { ($0.parts, $0.smoothing) = ([.init(deviation, time)], smoothing) }
                        )
                    }
                }
        }
        cases += [
            ("white and walk of 0.1", SecondReceiver { $0.parts = [.init(1, 0), .init(0.1, .infinity)] }),
            ("white and walk of 0.3", SecondReceiver { $0.parts = [.init(2, 0), .init(0.3, .infinity)] }),
            (
                "reflections of 10 m",
                SecondReceiver { ($0.parts, $0.reflections) = ([.init(1.8, 60), .init(0.5, 0)], (20, 10, 12)) }
            ),
            (
                "reflections of 25 m",
                SecondReceiver { ($0.parts, $0.reflections) = ([.init(3, 60), .init(1, 0)], (30, 25, 20)) }
            ),
            ("5 Hz, σ 4 m, τ 20 s", SecondReceiver { ($0.parts, $0.interval) = ([.init(4, 20)], 0.2) }),
            ("0.2 Hz, σ 4 m, τ 20 s", SecondReceiver { ($0.parts, $0.interval) = ([.init(4, 20)], 5) }),
        ]
        let path = TruthPath().standing(7200)
        var (failures, runs) = (0, 0)
        for (name, error) in cases {
            for claims in [nil, 1, 1.0 / 3, 2.5] as [Double?] {
                for speed: SecondReceiver.Speed in [
                    .none, .doppler(0.1), .doppler(0.3), .dopplerWithoutCourse(0.3), .positions(1), .positions(3),
                ] {
                    var receiver = error
                    (receiver.claims, receiver.speed) = (claims, speed)
                    let parts = seeds(for: receiver, part: 4).map { seed in
                        let score = TruthScore(receiver.fixes(of: path, seed: seed))
                        return 100 * score.recorded / max(score.raw, 1)
                    }
                    let out = parts.count { $0 > 0.5 }
                    (failures, runs) = (failures + out, runs + parts.count)
                    guard parts.contains(where: { $0 >= 0.05 }) else { continue }
                    row([name, claims.map(text) ?? "none", "\(speed)", most(parts), "\(out) of \(parts.count)"])
                }
            }
        }
        row(["all", "", "", "", "\(failures) of \(runs)"])
    }
}
