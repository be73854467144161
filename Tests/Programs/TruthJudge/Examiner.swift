import Glibc
import LocationModel
import LocationServices
import Motion
import Truth

/// The requirements on the recorder with the second generator, on seeds that nothing was chosen on: how often they are
/// met.
struct Examiner {
    var seeds: Int
    /// Takes the cells of a row; the first of a table is its head.
    var row: ([String], Bool) -> Void
    var heading: (String) -> Void
    /// The first of the seeds.
    var first: UInt64 = 70_000

    private static let doppler: [(String, SecondReceiver)] = [
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
        ("speed 0.3", SecondReceiver { $0.speed = .doppler(0.3) }),
        ("5 Hz", SecondReceiver { $0.interval = 0.2 }),
        ("10 Hz", SecondReceiver { $0.interval = 0.1 }),
        ("0.2 Hz", SecondReceiver { $0.interval = 5 }),
    ]

    private static func without(_ speed: SecondReceiver.Speed) -> [(String, SecondReceiver)] {
        doppler.compactMap { name, receiver in
            guard receiver.speed == .doppler(0.1) else { return nil }
            var receiver = receiver
            receiver.speed = speed
            return (name, receiver)
        }
    }

    private static let parked = TruthPath().standing(600)

    private static let confined: [(String, TruthPath)] = [
        ("garden 30 × 20 m, 1.3 m/s", parked.moving(.round(30, 20), at: 1.3, for: 1200)),
        ("lawn in stripes, 1.0 m/s", parked.moving(.stripes(30, 20), at: 1, for: 1200)),
        ("circle of 15 m, 1.2 m/s", parked.moving(.circle(15), at: 1.2, for: 1200)),
        ("pool of 25 m, 1.0 m/s", parked.moving(.straight(25), at: 1, for: 1200)),
        ("pool of 50 m, 1.0 m/s", parked.moving(.straight(50), at: 1, for: 1200)),
        ("mower 40 × 25 m, 1.2 m/s", parked.moving(.stripes(40, 25), at: 1.2, for: 1200)),
    ]

    private static let straight: [(String, TruthPath)] = [0.3, 0.4, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5].map {
        ("straight, \($0) m/s", parked.moving(.straight(), at: $0, for: 1200))
    }

    private static let other: [(String, TruthPath)] = [
        (
            "winding garden of 24 m, 1.1 m/s",
            parked.moving(.garden(within: 12, length: 1500, seed: 21), at: 1.1, for: 1200)
        ),
        ("the same at once", TruthPath().moving(.garden(within: 12, length: 1500, seed: 22), at: 1.1, for: 1200)),
        (
            "winding garden of 40 m at once",
            TruthPath().moving(.garden(within: 20, length: 1500, seed: 23), at: 1.1, for: 1200)
        ),
        ("lawn at once, 1.0 m/s", TruthPath().moving(.stripes(30, 20), at: 1, for: 1200)),
        ("rectangle 15 × 10 m, 1.0 m/s", parked.moving(.round(15, 10, times: 80), at: 1, for: 1200)),
        ("kayak, slow turns, 0.4 m/s", parked.moving(.garden(within: 200, length: 900, seed: 24), at: 0.4, for: 1800)),
        ("wind-blown, 0.25 m/s", parked.moving(.garden(within: 400, length: 600, seed: 25), at: 0.25, for: 1800)),
        (
            "stroll with rests",
            (0..<8).reduce(parked) { path, _ in path.moving(.straight(), at: 0.9, for: 100).standing(50) }
        ),
    ]

    /// All of it, or some parts.
    func run(_ parts: Set<String>? = nil) {
        func wants(_ part: String) -> Bool { parts?.contains(part) ?? true }
        if wants("confined") {
            motion("Doppler: confined", Self.confined, Self.doppler, 85...115)
            motion("No speed: confined", Self.confined, Self.without(.none), 60...130)
            motion("Speeds from positions: confined", Self.confined, Self.without(.positions(1)), 60...130)
        }
        if wants("straight") {
            motion("Doppler: straight", Self.straight, Self.doppler, 95...107)
            motion("No speed: straight", Self.straight, Self.without(.none), 95...107)
        }
        if wants("other") {
            motion("Doppler: other", Self.other, Self.doppler, 85...115)
            motion("No speed: other", Self.other, Self.without(.none), 60...130)
        }
        if wants("departures") {
            departures("Doppler", Self.doppler)
            departures("No speed", Self.without(.none))
            departures("Speeds from positions", Self.without(.positions(1)))
        }
        if wants("standing") { standing() }
        if wants("visits") { visits() }
        if wants("kalman") { kalman() }
    }

    /// Recorded length in percent: mean (least to most), and how many seeds are out of bounds.
    func motion(
        _ title: String, _ paths: [(String, TruthPath)], _ receivers: [(String, SecondReceiver)],
        _ bounds: ClosedRange<Double>
    ) {
        heading(
            "\(title): recorded length, \(Int(rounding: bounds.lowerBound)) to \(Int(rounding: bounds.upperBound)) % asked"
        )
        row(["motion"] + receivers.map(\.0), true)
        for (name, path) in paths {
            row(
                [name]
                    + receivers.map { _, receiver in
                        let parts = seeds(for: receiver).map { seed in
                            let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
                            return 100 * score.recorded / score.truth
                        }
                        let out = parts.count { !bounds.contains($0) }
                        let text =
                            "\(round(parts.reduce(0, +) / Double(parts.count))) (\(round(parts.min() ?? 0)) to \(round(parts.max() ?? 0)))"
                        return out == 0 ? text : "\(text), \(out) of \(parts.count) out"
                    }, false)
        }
    }

    /// Metres and seconds missing: mean (most), and how many are more than 10.
    func departures(_ title: String, _ receivers: [(String, SecondReceiver)]) {
        heading("\(title): metres and seconds missing of a departure, mean (most), 10 asked")
        row(["departure"] + receivers.map(\.0), true)
        for speed in [0.3, 0.5, 0.8, 1.2, 1.4, 2, 4, 8, 15, 30] {
            let path = Self.parked.moving(.straight(), at: speed, for: speed < 0.6 ? 400 : 300)
            row(
                ["\(speed) m/s"]
                    + receivers.map { _, receiver in
                        let missing = seeds(for: receiver).flatMap {
                            TruthScore(receiver.fixes(of: path, seed: $0), of: path).missing
                        }
                        let metres = missing.map(\.metres)
                        let seconds = missing.map(\.seconds)
                        let out = missing.count { $0.metres > 10 || $0.seconds > 10 }
                        let text =
                            "\(round(metres.reduce(0, +) / Double(metres.count))) (\(round(metres.max() ?? 0))), "
                            + "\(round(seconds.reduce(0, +) / Double(seconds.count))) (\(round(seconds.max() ?? 0)))"
                        return out == 0 ? text : "\(text), \(out) of \(missing.count) out"
                    }, false)
        }
    }

    /// Two hours of it: percent of the raw length, mean (most); only what is not zero.
    func standing() {
        heading("Standing two hours: recorded length, % of the raw, mean (most), 0.5 asked; only what is not 0")
        row(["error per axis", "claims", "speed", "of the raw", "seeds out"], true)
        var errors: [(String, SecondReceiver)] = []
        for deviation in [2.0, 3, 5, 8] {
            for time in [0.0, 5, 10, 20, 40, 120, 300] {
                errors.append(
                    (
                        "σ \(Int(rounding: deviation)) m, τ \(Int(rounding: time)) s",
                        SecondReceiver { $0.parts = [.init(deviation, time)] }
                    ))
                guard time >= 10 else { continue }
                errors.append(
                    (
                        "σ \(Int(rounding: deviation)) m, τ \(Int(rounding: time)) s, smooth",
                        SecondReceiver { ($0.parts, $0.smoothing) = ([.init(deviation, time)], 3) }
                    ))
            }
            errors.append(
                (
                    "σ \(Int(rounding: deviation)) m in three parts",
                    SecondReceiver {
                        $0.parts = [
                            .init(0.8 * deviation, 150), .init(0.55 * deviation, 15), .init(0.2 * deviation, 0),
                        ]
                    }
                ))
        }
        errors.append(("white and walk of 0.1", SecondReceiver { $0.parts = [.init(1, 0), .init(0.1, .infinity)] }))
        errors.append(("white and walk of 0.3", SecondReceiver { $0.parts = [.init(2, 0), .init(0.3, .infinity)] }))
        errors.append(
            (
                "reflections",
                SecondReceiver { ($0.parts, $0.reflections) = ([.init(1.8, 60), .init(0.5, 0)], (20, 10, 12)) }
            ))
        errors.append(
            (
                "reflections of 25 m",
                SecondReceiver { ($0.parts, $0.reflections) = ([.init(3, 60), .init(1, 0)], (30, 25, 20)) }
            ))
        errors.append(("5 Hz, σ 4 m, τ 20 s", SecondReceiver { ($0.parts, $0.interval) = ([.init(4, 20)], 0.2) }))
        errors.append(("0.2 Hz, σ 4 m, τ 20 s", SecondReceiver { ($0.parts, $0.interval) = ([.init(4, 20)], 5) }))
        let path = TruthPath().standing(7200)
        var (failures, runs) = (0, 0)
        for (name, error) in errors {
            for claims in [nil, 1, 1.0 / 3, 2.5] as [Double?] {
                for (label, speed) in [
                    ("none", .none), ("0.1", .doppler(0.1)), ("0.3", .doppler(0.3)), ("positions", .positions(1)),
                    ("positions, 3 s", .positions(3)),
                ] as [(String, SecondReceiver.Speed)] {
                    var receiver = error
                    (receiver.claims, receiver.speed) = (claims, speed)
                    let parts = seeds(for: receiver, part: 4).map { seed in
                        let score = TruthScore(receiver.fixes(of: path, seed: seed + 1000))
                        return score.raw > 0 ? 100 * score.recorded / score.raw : 0
                    }
                    let out = parts.count { $0 > 0.5 }
                    (failures, runs) = (failures + out, runs + parts.count)
                    guard parts.contains(where: { $0 >= 0.05 }) else { continue }
                    row(
                        [
                            name, claims.map { "\(round($0))" } ?? "none", label,
                            "\(round(parts.reduce(0, +) / Double(parts.count))) (\(round(parts.max() ?? 0)))",
                            "\(out) of \(parts.count)",
                        ], false)
                }
            }
        }
        row(["all", "", "", "", "\(failures) of \(runs)"], false)
    }

    /// Strolls are no visits.
    func visits() {
        heading("Visits in strolls of twenty minutes, seeds with any")
        row(["stroll"] + Self.doppler.map(\.0), true)
        for speed in [0.5, 0.6, 0.8, 1.2] {
            let path = TruthPath().moving(.straight(), at: speed, for: 1200)
            row(
                ["\(speed) m/s"]
                    + Self.doppler.map { _, receiver in
                        let found = seeds(for: receiver).count {
                            TruthScore(receiver.fixes(of: path, seed: $0), of: path).visits > 0
                        }
                        return "\(found) of \(seeds(for: receiver).count)"
                    }, false)
        }
    }

    /// The root of the mean square error of a filter in parts of the raw one: of all, of corners, and of the worst
    /// seed's.
    func kalman() {
        heading(
            "Kalman filter, error in parts of the raw one: mean (worst) of all fixes; of those within 10 s of a corner")
        row(["noise, motion", "all", "corners"], true)
        let noises: [(String, [SecondReceiver.Part])] = [
            ("white, 3 m", [.init(3, 0)]), ("white, 1 m", [.init(1, 0)]), ("white, 8 m", [.init(8, 0)]),
            ("τ 5 s", [.init(3, 5)]), ("τ 20 s", [.init(3, 20)]), ("τ 120 s", [.init(3, 120)]),
            ("2 m white, 2 m of τ 60 s", [.init(2, 0), .init(2, 60)]),
        ]
        for (name, parts) in noises {
            for (motion, side, speed) in [("walk", 60.0, 1.3), ("bicycle", 200, 5), ("car", 400, 13)] {
                for (label, reported) in [
                    ("doppler", .doppler(0.1)), ("speed 0.3", .doppler(0.3)), ("no speed", .none),
                ] as [(String, SecondReceiver.Speed)] {
                    var receiver = SecondReceiver { ($0.parts, $0.speed, $0.decimals) = (parts, reported, nil) }
                    receiver.claims = 1
                    // Nothing turns on the spot at speed: 3 m/s² sideways.
                    let radius = max(speed * speed / 3, 0.5)
                    let path = TruthPath().moving(Self.lap(side, radius), at: speed, for: 1800)
                    var (all, corners) = ([Double](), [Double]())
                    for seed in seeds(for: receiver) {
                        var smoother = PositionSmoother(.kalman)
                        let fixes = receiver.fixes(of: path, seed: seed + 3000)
                        var exact = receiver
                        (exact.parts, exact.speed) = ([.init(0, 0)], .none)
                        let truth = exact.fixes(of: path, seed: seed + 3000)
                        var sums = (raw: 0.0, smooth: 0.0, rawCorners: 0.0, smoothCorners: 0.0)
                        for (index, fix) in fixes.enumerated() {
                            guard let coordinate = fix.coordinate, let right = truth[index].coordinate,
                                let timestamp = fix.timestamp
                            else { continue }
                            var location = Location(timestamp: timestamp, coordinate: coordinate)
                            location.horizontalAccuracy = fix.horizontalAccuracy
                            (location.speed, location.course) = (fix.speed, fix.course)
                            let smooth = smoother.smooth(location).coordinate
                            guard index >= 300 else { continue }
                            let (before, after) = (
                                pow(coordinate.distance(to: right), 2), pow(smooth.distance(to: right), 2)
                            )
                            sums.raw += before
                            sums.smooth += after
                            let quarter = side - 2 * radius + radius * .pi / 2
                            let place = (Double(index) * speed).truncatingRemainder(dividingBy: quarter)
                            // In the bend, or up to 10 s after it.
                            let isCorner = place >= side - 2 * radius || place < 10 * speed && index > 300
                            if isCorner {
                                sums.rawCorners += before
                                sums.smoothCorners += after
                            }
                        }
                        all.append((sums.smooth / sums.raw).squareRoot())
                        corners.append((sums.smoothCorners / max(sums.rawCorners, 1e-9)).squareRoot())
                    }
                    row(["\(name), \(motion), \(label)", ratio(all), ratio(corners)], false)
                }
            }
        }
    }

    /// Round a square with rounded corners.
    private static func lap(_ side: Double, _ radius: Double) -> [TruthPath.Point] {
        var line: [TruthPath.Point] = []
        let inner = side - 2 * radius
        let centres = [(inner, 0.0), (inner, inner), (0, inner), (0, 0)]
        for _ in 0..<40 {
            line.append(.init(0, -radius))
            for (corner, centre) in centres.enumerated() {
                for step in 0...18 {
                    let angle = (Double(corner) - 1 + Double(step) / 18) * .pi / 2
                    line.append(.init(centre.0 + radius * cos(angle), centre.1 + radius * sin(angle)))
                }
            }
        }
        return line
    }

    private func ratio(_ values: [Double]) -> String {
        func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
        return "\(text(values.reduce(0, +) / Double(values.count))) (\(text(values.max() ?? 0)))"
    }

    private func seeds(for receiver: SecondReceiver, part: Int = 1) -> [UInt64] {
        // Of what comes more often there are more in each.
        let count = receiver.interval < 1 ? max(seeds / 4, 1) : seeds
        return (0..<max(count / part, 1)).map { first + UInt64($0) }
    }

    private func round(_ value: Double) -> String {
        abs(value) >= 10 ? "\(Int(rounding: value))" : "\((value * 10).rounded() / 10)"
    }
}
