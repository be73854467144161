import Glibc
import LocationModel
import LocationServices

/// Whether attacks are found, and clean recordings pass.
extension TruthJudge {
    private static let attacks: [(name: String, kinds: [IntegrityTrial.Attack])] = [
        ("leap of 100 m", [.leap(100)]), ("leap of 300 m", [.leap(300)]), ("leap of 1 km", [.leap(1000)]),
        ("leap of 10 to 200 km", [.leap(10_000), .leap(50_000), .leap(200_000)]),
        ("to and fro, 20 km", [.swing(20_000)]),
        ("drag of 0.5 m/s", [.drag(0.5)]), ("drag of 1 m/s", [.drag(1)]), ("drag of 2 m/s", [.drag(2)]),
        ("drag of 5 and 10 m/s", [.drag(5), .drag(10)]),
        ("time step of 1 s", [.timeStep(1), .timeStep(-1)]),
        ("time step of 2 s to a day", [2, -3, 10, -60, 3600, -3600, 86_400, -86_400].map { .timeStep($0) }),
        ("time drift of 20 to 200 ms/s", [.timeDrift(0.02), .timeDrift(-0.05), .timeDrift(0.2)]),
        ("freeze", [.freeze]), ("meaconing, 2 and 30 s late", [.meaconing(2), .meaconing(30)]),
        ("equal C/N0", [.uniform]), ("C/N0 stepped by 5 to 8 dB", [.stepped(5), .stepped(8)]),
        ("jamming, ramp of 0.5 to 2 dB/s", [.ramp(0.5), .ramp(1), .ramp(2)]),
        ("jamming, pulse of 10 to 20 dB", [.pulse(10), .pulse(15), .pulse(20)]),
    ]

    /// Seconds of a window before the attack.
    private static let calm = 150.0

    static func integrity(_ recordings: [(name: String, events: [ReceiverEvent])]) {
        guard !recordings.isEmpty else { return }
        let trials = recordings.map { ($0.name, IntegrityTrial($0.events, seed: first + 1)) }
        clean(trials)
        attacked(trials.map(\.1))
    }

    /// Alarms on what nobody attacked.
    private static func clean(_ trials: [(String, IntegrityTrial)]) {
        heading("Integrity: clean recordings")
        row(["recording", "hours", "sky", "doubtful", "not trusted", "reasons"], isHead: true)
        for hasSky in [true, false] {
            var (hours, doubtful, notTrusted) = (0.0, 0, 0)
            for (name, trial) in trials where trial.hasSky == hasSky {
                let changes =
                    IntegrityTrial.changes(of: trial.events)
                    + IntegrityTrial.changes(of: trial.events, hasClock: false)
                hours += trial.seconds / 3600
                let count = { (state: IntegrityState) in changes.count { $0.change.state == state } }
                doubtful += count(.doubtful)
                notTrusted += count(.notTrusted)
                guard trial.seconds > 600 || !changes.isEmpty else { continue }
                let reasons = Set(changes.flatMap(\.change.reasons).map(\.rawValue)).sorted()
                row([
                    name, "\((trial.seconds / 36).rounded() / 100)", hasSky ? "yes" : "no", "\(count(.doubtful))",
                    "\(count(.notTrusted))", reasons.joined(separator: " "),
                ])
            }
            row([
                "all \(trials.count { $0.1.hasSky == hasSky })", "\((hours * 100).rounded() / 100)",
                hasSky ? "yes" : "no", "\(doubtful)", "\(notTrusted)",
                hours > 0 ? "95 %: at most \(text(30 / hours)) in 10 hours if none" : "",
            ])
        }
    }

    /// What is found of each attack, in motion and at rest, with and without speed and satellites. What is below the
    /// reach, because of what the receiver says or of its noise, is counted apart.
    private static func attacked(_ trials: [IntegrityTrial]) {
        heading("Integrity: attacks found within 60 s, of how many; median delay, most; how many below the reach")
        row(["attack", "moving", "moving, no speed", "at rest", "at rest, no speed", "no satellites"], isHead: true)
        var (found, all, below, delays) = (0, 0, 0, [Double]())
        for (name, kinds) in attacks {
            var cells: [String] = []
            for (isMoving, hasSpeed, hasSky) in [
                (true, true, true), (true, false, true), (false, true, true), (false, false, true), (nil, true, false),
            ] as [(Bool?, Bool, Bool)] {
                var (hits, tries, beyond, times) = (0, 0, 0, [Double]())
                for (number, trial) in trials.enumerated() where trial.hasSky || !needsSky(kinds) {
                    for begin in trial.windows(isMoving: isMoving, calm: calm) {
                        let noise = trial.noise(from: begin, to: begin + calm)
                        for kind in kinds {
                            guard
                                kind.isWithinReach(
                                    of: noise, isMoving: isMoving ?? noise.moves, hasSpeed: hasSpeed, hasSky: hasSky)
                            else {
                                beyond += 1
                                continue
                            }
                            let seed = first + UInt64(number) * 1000 + UInt64(Int(rounding: begin))
                            var events = trial.attacked(kind, from: begin, after: calm, seed: seed)
                            events = IntegrityTrial.stripped(events, ofSpeed: !hasSpeed, ofSky: !hasSky)
                            tries += 1
                            if let delay = IntegrityTrial.delay(of: kind, in: events, after: begin + calm) {
                                hits += 1
                                times.append(delay)
                            }
                        }
                    }
                }
                let figures = tries == 0 ? "–" : "\(hits)/\(tries); \(text(median(times))), \(text(times.max() ?? 0)) s"
                cells.append(figures + (beyond > 0 ? "; \(beyond)" : ""))
                (found, all, below) = (found + hits, all + tries, below + beyond)
                delays += times
            }
            row([name] + cells)
        }
        say("\nfound \(found) of \(all) (\(text(1000 * Double(found) / Double(max(all, 1)) / 10)) %), ")
        say("median \(text(median(delays))) s, most \(text(delays.max() ?? 0)) s; below the reach: \(below)\n")
    }

    private static func needsSky(_ kinds: [IntegrityTrial.Attack]) -> Bool {
        kinds.contains { $0.rightReasons.isSubset(of: [.signalStrength, .jamming]) }
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

extension IntegrityTrial {
    /// Where windows of an attack begin: not where the recording has holes. At rest or in motion; `nil`: both.
    func windows(isMoving: Bool?, calm: Double) -> [Double] {
        var found: [Double] = []
        var (begin, last, speeds) = (0.0, 0.0, [Double]())
        var lastFix: Location?
        var gate = FixGate()
        for arrival in events {
            guard case .fix(let fix) = arrival.event, case .accepted(let location, _) = gate.judge(fix) else {
                continue
            }
            if arrival.seconds - last > 5 { (begin, speeds) = (arrival.seconds, []) }
            last = arrival.seconds
            if let before = lastFix {
                let seconds = location.timestamp.seconds(since: before.timestamp)
                speeds.append(location.speed ?? (seconds > 0 ? location.distance(to: before) / seconds : 0))
            }
            lastFix = location
            guard arrival.seconds - begin >= calm + 90 else { continue }
            let usual = speeds.suffix(90).sorted()[min(45, speeds.suffix(90).count - 1)]
            let moves = usual > 1
            // What neither stands nor moves says nothing of either.
            if isMoving.map({ $0 == moves && (moves || usual < 0.3) }) ?? true { found.append(begin) }
            (begin, speeds) = (arrival.seconds, [])
        }
        return found
    }

    /// The events without what some receivers do not say.
    static func stripped(_ events: [Arrival], ofSpeed: Bool, ofSky: Bool) -> [Arrival] {
        events.compactMap { arrival in
            var arrival = arrival
            switch arrival.event {
            case .fix(var fix) where ofSpeed:
                (fix.speed, fix.course) = (nil, nil)
                arrival.event = .fix(fix)
            case .sky where ofSky: return nil
            default: break
            }
            return arrival
        }
    }

    /// Seconds until an attack is named, if it is within a minute.
    static func delay(of attack: Attack, in events: [Arrival], after start: Double) -> Double? {
        for (change, seconds) in changes(of: events) where seconds >= start {
            guard change.state != .trusted, !attack.rightReasons.isDisjoint(with: change.reasons) else { continue }
            return seconds - start <= 60 ? seconds - start : nil
        }
        return nil
    }
}

/// How much a receiver is off by before an attack.
struct IntegrityNoise {
    /// Metres between the position and where the speed has led in 48 s, on average, and the accuracy that it claims.
    var metres = 0.0
    var accuracy = 0.0
    /// dB by which most signals change together, three times their deviation.
    var signals = 0.0
    /// Whether it moves.
    var moves = false
}

extension IntegrityTrial.Attack {
    /// Whether it can be told from what this receiver does by itself.
    func isWithinReach(of noise: IntegrityNoise, isMoving: Bool, hasSpeed: Bool, hasSky: Bool) -> Bool {
        switch self {
        case .drag(let speed): hasSpeed && speed * 36 >= max(20, 3 * noise.metres, 3 * noise.accuracy)
        case .freeze: hasSpeed && isMoving
        case .leap(let metres): metres >= max(60, 3 * noise.metres, 3 * noise.accuracy)
        case .uniform: hasSky
        case .stepped(let strength): hasSky && strength >= noise.signals
        case .pulse(let strength): hasSky && strength >= noise.signals
        case .ramp: hasSky && noise.signals <= 10
        case .timeStep, .timeDrift, .meaconing, .swing: true
        }
    }
}

extension IntegrityTrial {
    /// What the receiver is off by in a part of the recording.
    func noise(from begin: Double, to end: Double) -> IntegrityNoise {
        var (noise, gate, last) = (IntegrityNoise(), FixGate(), Location?.none)
        var (east, north, way) = ([0.0], [0.0], [Double]())
        var (levels, moved) = ([Double](), 0.0)
        for arrival in events where arrival.seconds >= begin && arrival.seconds < end {
            switch arrival.event {
            case .fix(let fix):
                guard case .accepted(let location, _) = gate.judge(fix) else { continue }
                noise.accuracy = max(noise.accuracy, location.horizontalAccuracy ?? 0)
                if let last {
                    let seconds = location.timestamp.seconds(since: last.timestamp)
                    let (length, bearing) = last.coordinate.geodesic(to: location.coordinate)
                    moved += length
                    let (angle, course) = (bearing * .pi / 180, (location.course ?? 0) * .pi / 180)
                    let carried = (location.speed ?? 0) * seconds
                    east.append(east[east.count - 1] + length * sin(angle) - carried * sin(course))
                    north.append(north[north.count - 1] + length * cos(angle) - carried * cos(course))
                    let before = max(east.count - 1 - Int(rounding: 48 / max(seconds, 0.1)), 0)
                    if before > 0 {
                        way.append(hypot(east[east.count - 1] - east[before], north[north.count - 1] - north[before]))
                    }
                }
                last = location
            case .sky(let sky):
                let strengths = sky.satellites.compactMap(\.signalStrength).filter { $0 > 0 }.sorted()
                if !strengths.isEmpty { levels.append(strengths[strengths.count / 2]) }
            default: break
            }
        }
        let mean = levels.reduce(0, +) / Double(max(levels.count, 1))
        let variance = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(levels.count, 1))
        noise.metres = way.reduce(0, +) / Double(max(way.count, 1))
        noise.signals = 3 * variance.squareRoot()
        noise.moves = moved > end - begin
        return noise
    }
}
