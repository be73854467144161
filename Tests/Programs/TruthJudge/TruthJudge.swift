import Glibc
import LocationModel
import LocationServices
import Receivers
import Truth

/// `make truth`: what the recorder makes of motion whose truth is known, as the tables of Documentation/Truth.md.
///
///     swift run -c release TruthJudge [--seeds N] [--first SEED] [--integrity 1] [RECORDING…]
///
/// With `--integrity 1`, only what it makes of attacks on the recordings: Documentation/Integrity.md.
@main
enum TruthJudge {
    static func main() {
        guard arguments.options["--integrity"] == nil else { return integrity(events(of: arguments.rest)) }
        let seeds = max(arguments.options["--seeds"].map(Int.init) ?? 10, 1)
        market(seeds)
        spikes(seeds)
        climbs(seeds)
        start(seeds)
        motion(seeds)
        departures(seeds)
        standing(max(seeds / 2, 1))
        convergence(seeds)
        stops(seeds)
        recordings(arguments.rest)
    }

    /// The options in front, and what comes after them.
    private static let arguments: (options: [String: UInt64], rest: [String]) = {
        var arguments = CommandLine.arguments.dropFirst()
        var options: [String: UInt64] = [:]
        while let name = arguments.first, name.hasPrefix("--"),
            let number = arguments.dropFirst().first.flatMap(UInt64.init)
        {
            options[name] = number
            arguments = arguments.dropFirst(2)
        }
        return (options, Array(arguments))
    }()

    /// What is added to all seeds: with 0 they are those of earlier tables.
    static let first = arguments.options["--first"] ?? 0

    /// Ten minutes parked, then twenty of motion; drift of 3 m per axis with a time constant of 20 s.
    static func motion(_ seeds: Int) {
        let parked = TruthPath().standing(600)
        var paths: [(String, TruthPath)] = [
            ("garden 30 × 20 m, 1.3 m/s", parked.moving(.round(30, 20), at: 1.3, for: 1200)),
            ("lawn in stripes of 30 m, 1.0 m/s", parked.moving(.stripes(30, 20), at: 1, for: 1200)),
            ("circle of 15 m, 1.2 m/s", parked.moving(.circle(15), at: 1.2, for: 1200)),
            ("pool of 25 m, 1.0 m/s", parked.moving(.straight(25), at: 1, for: 1200)),
            ("pool of 50 m, 1.0 m/s", parked.moving(.straight(50), at: 1, for: 1200)),
            ("mower 40 × 25 m, 1.2 m/s", parked.moving(.stripes(40, 25), at: 1.2, for: 1200)),
        ]
        for speed in [0.3, 0.5, 0.8, 1.1, 1.5] {
            paths.append(("straight, \(speed) m/s", parked.moving(.straight(), at: speed, for: 1200)))
        }
        for interval in [1, 0.2] {
            heading("Recorded length, % of the truth, at \(Int(rounding: 1 / interval)) Hz: mean (least to most)")
            row(["motion"] + TruthReceiver.Speed.allCases.map(\.rawValue), isHead: true)
            for (name, path) in paths {
                row(
                    [name]
                        + TruthReceiver.Speed.allCases.map { speed in
                            var receiver = TruthReceiver()
                            (receiver.speed, receiver.interval) = (speed, interval)
                            let count = interval < 1 ? max(seeds / 3, 1) : seeds
                            return range(
                                (0..<count).map { seed in
                                    let score = TruthScore(
                                        receiver.fixes(of: path, seed: first + UInt64(seed)), of: path)
                                    return 100 * score.recorded / score.truth
                                })
                        })
            }
        }
    }

    /// From stall to stall, twenty minutes, with areas, speeds, stops and noise that differ from seed to seed; and two
    /// hours parked with the same noise.
    static func market(_ seeds: Int) {
        let speeds = TruthReceiver.Speed.allCases
        let noises: [(Double, Double)] = [
            (1, 5), (1, 60), (2, 5), (2, 20), (2, 300), (3, 20), (4, 5), (4, 60), (6, 5), (6, 20), (6, 300),
        ]
        for parked in [0.0, 600] {
            heading(
                "From stall to stall\(parked > 0 ? " after ten minutes" : ""): % of the truth: mean (least to most)")
            row(["noise", "interval"] + speeds.map(\.rawValue), isHead: true)
            for (deviation, time) in noises {
                for interval in parked > 0 ? [1, 0.2, 0.1] : [1, 0.2] {
                    row(
                        ["σ \(Int(rounding: deviation)) m, τ \(Int(rounding: time)) s", "\(interval) s"]
                            + speeds.map { speed in
                                var receiver = TruthReceiver()
                                (receiver.speed, receiver.interval) = (speed, interval)
                                receiver.noise = TruthNoise(deviation: deviation, timeConstant: time)
                                return range(
                                    (0..<seeds).map { seed in
                                        let seed = first + UInt64(seed)
                                        var random = TruthRandom(seed: seed)
                                        let start = parked > 0 ? TruthPath().standing(parked) : TruthPath()
                                        let path = start.market(
                                            30 + 90 * random.uniform(), 30 + 50 * random.uniform(),
                                            at: 0.7 + 0.6 * random.uniform(), every: 10...60, stops: 5...60,
                                            for: 1200, seed: seed)
                                        let score = TruthScore(receiver.fixes(of: path, seed: seed), of: path)
                                        return 100 * score.recorded / score.truth
                                    })
                            })
                }
            }
        }
        heading("Two hours parked: recorded length, % of the raw: mean (most); false departures")
        row(["noise", "interval"] + speeds.map(\.rawValue), isHead: true)
        for (deviation, time) in noises {
            for interval in [1, 0.2] {
                row(
                    ["σ \(Int(rounding: deviation)) m, τ \(Int(rounding: time)) s", "\(interval) s"]
                        + speeds.map { speed in
                            var receiver = TruthReceiver()
                            (receiver.speed, receiver.interval) = (speed, interval)
                            receiver.noise = TruthNoise(deviation: deviation, timeConstant: time)
                            var departures = 0
                            let parts = (0..<max(seeds / 2, 1)).map { seed in
                                let score = TruthScore(
                                    receiver.fixes(of: TruthPath().standing(7200), seed: first + UInt64(seed)))
                                departures += score.pauses - 1 + score.resumptions
                                return 100 * score.recorded / score.raw
                            }
                            return "\(mean(parts)) (\(text(parts.max() ?? 0))); \(departures)"
                        })
            }
        }
    }

    /// Under way since before the first fix.
    static func start(_ seeds: Int) {
        heading("Under way at the first fix: recorded in ten minutes, % of the truth: mean (least to most)")
        row(["speed"] + TruthReceiver.Speed.allCases.map(\.rawValue), isHead: true)
        for speed in [0.8, 1.4, 5, 13, 30] {
            let path = TruthPath().moving(.straight(), at: speed, for: 600)
            row(
                ["\(speed) m/s"]
                    + TruthReceiver.Speed.allCases.map { kind in
                        var receiver = TruthReceiver()
                        receiver.speed = kind
                        return range(
                            (0..<seeds).map { seed in
                                let score = TruthScore(
                                    receiver.fixes(of: path, seed: first + UInt64(seed)), of: path)
                                let missing = path.distance(until: score.times.dropFirst().first ?? path.duration)
                                return 100 * (score.recorded - missing) / score.truth
                            })
                    })
        }
    }

    static func departures(_ seeds: Int) {
        heading("Missing of a departure after ten minutes: metres, seconds: mean (most)")
        row(["departure"] + TruthReceiver.Speed.allCases.map(\.rawValue), isHead: true)
        for speed in [0.5, 1, 1.4, 3, 5, 10, 20] {
            let path = TruthPath().standing(600).moving(.straight(), at: speed, for: 400)
            row(
                ["\(speed) m/s"]
                    + TruthReceiver.Speed.allCases.map { kind in
                        var receiver = TruthReceiver()
                        receiver.speed = kind
                        let missing = (0..<seeds).flatMap { seed in
                            TruthScore(receiver.fixes(of: path, seed: first + UInt64(seed)), of: path).missing
                        }
                        let metres = missing.map(\.metres)
                        let seconds = missing.map(\.seconds)
                        return "\(mean(metres)) (\(text(metres.max() ?? 0))), "
                            + "\(mean(seconds)) (\(text(seconds.max() ?? 0)))"
                    })
        }
    }

    static func standing(_ seeds: Int) {
        heading("Two hours of standing: recorded length, % of the raw: mean (most); false departures")
        row(["drift", "accuracy"] + TruthReceiver.Speed.allCases.map(\.rawValue), isHead: true)
        for (deviation, time) in [(2.0, 0.0), (2, 20), (2, 300), (4, 60), (8, 5), (8, 20), (8, 60), (8, 300)] {
            for isSmooth in [false, true] where time > 0 || !isSmooth {
                for accuracy in TruthReceiver.Accuracy.allCases {
                    row(
                        [
                            "σ \(Int(rounding: deviation)) m, τ \(Int(rounding: time)) s\(isSmooth ? ", smooth" : "")",
                            accuracy.rawValue,
                        ]
                            + TruthReceiver.Speed.allCases.map { speed in
                                var receiver = TruthReceiver()
                                (receiver.speed, receiver.accuracy) = (speed, accuracy)
                                receiver.noise = TruthNoise(
                                    deviation: deviation, timeConstant: time, isSmooth: isSmooth)
                                var departures = 0
                                let parts = (0..<seeds).map { seed in
                                    let score = TruthScore(
                                        receiver.fixes(of: TruthPath().standing(7200), seed: first + UInt64(100 + seed))
                                    )
                                    departures += score.pauses - 1 + score.resumptions
                                    return 100 * score.recorded / score.raw
                                }
                                return "\(mean(parts)) (\(text(parts.max() ?? 0))); \(departures)"
                            })
                }
            }
        }
    }

    static func convergence(_ seeds: Int) {
        heading("Switched on while parked, converging: recorded metres in half an hour: mean (most)")
        row(["error, time constant"] + TruthReceiver.Speed.allCases.map(\.rawValue), isHead: true)
        for (error, time) in [(30.0, 20.0), (60, 20), (80, 30), (150, 20)] {
            row(
                ["\(Int(rounding: error)) m, \(Int(rounding: time)) s"]
                    + TruthReceiver.Speed.allCases.map { speed in
                        var receiver = TruthReceiver()
                        (receiver.speed, receiver.convergence) = (speed, (error, time))
                        let metres = (0..<seeds).map { seed in
                            TruthScore(receiver.fixes(of: TruthPath().standing(1800), seed: first + UInt64(seed)))
                                .recorded
                        }
                        return "\(mean(metres)) (\(text(metres.max() ?? 0)))"
                    })
        }
    }

    static func recordings(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        heading("Recordings: metres raw and recorded, pauses, visits")
        row(["recording", "raw", "recorded", "pauses", "visits"], isHead: true)
        for path in paths {
            var fixes: [Fix] = []
            do {
                var reader = try RecordingReader(path: path)
                while let events = try reader.next() {
                    for case .fix(let fix) in events where fix.mode != .none { fixes.append(fix) }
                }
            } catch {
                say("\(path): \(error)\n")
                continue
            }
            let score = TruthScore(fixes)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            row([name, text(score.raw), text(score.recorded), "\(score.pauses)", "\(score.visits)"])
        }
    }

    /// What the recordings hold, satellites included; those that cannot be read are named.
    private static func events(of paths: [String]) -> [(name: String, events: [ReceiverEvent])] {
        paths.map { path in
            var all: [ReceiverEvent] = []
            do {
                var reader = try RecordingReader(path: path, date: CivilDate(year: 2020, month: 1, day: 1))
                while let events = try reader.next() { all += events }
            } catch {
                say("\(path): \(error)\n")
            }
            return (path.split(separator: "/").last.map(String.init) ?? path, all)
        }
    }

    static func heading(_ title: String) { say("\n### \(title)\n\n") }

    static func row(_ cells: [String], isHead: Bool = false) {
        say("| " + cells.joined(separator: " | ") + " |\n")
        if isHead { say("|" + cells.map { _ in "---|" }.joined() + "\n") }
    }

    static func range(_ values: [Double]) -> String {
        "\(text(values.reduce(0, +) / Double(values.count)))"
            + " (\(text(values.min() ?? 0)) to \(text(values.max() ?? 0)))"
    }

    static func mean(_ values: [Double]) -> String {
        text(values.reduce(0, +) / Double(max(values.count, 1)))
    }

    static func text(_ value: Double) -> String {
        abs(value) >= 20 ? "\(Int(rounding: value))" : "\((value * 10).rounded() / 10)"
    }

    static func say(_ text: String) {
        let bytes = Array(text.utf8)
        write(STDOUT_FILENO, bytes, bytes.count)
    }
}
