import LocationModel
import LocationServices
import Truth

/// A clean recording, and attacks that are made on it.
struct IntegrityTrial {
    /// An event, and when it arrived.
    struct Arrival {
        var event: ReceiverEvent
        var seconds: Double
    }

    /// What is done to a receiver, from the middle of a window of a recording on.
    enum Attack: Hashable {
        /// The position is this many metres away.
        case leap(Double)
        /// It is this many metres away for three seconds of six.
        case swing(Double)
        /// It is carried away, m/s.
        case drag(Double)
        /// The time is another one by these seconds.
        case timeStep(Double)
        /// It drifts, seconds in a second.
        case timeDrift(Double)
        /// The position stays, the rest goes on.
        case freeze
        /// All is received later by these seconds.
        case meaconing(Double)
        /// All signals are as strong.
        case uniform
        /// All signals are stronger by these dB.
        case stepped(Double)
        /// All signals become weaker, dB in a second, until the fix is lost.
        case ramp(Double)
        /// All signals are weaker by these dB, for twenty seconds.
        case pulse(Double)

        /// The reasons that name it.
        var rightReasons: Set<IntegrityReason> {
            switch self {
            case .leap, .swing, .drag: [.positionAgainstSpeed, .positionAgainstRest]
            case .timeStep, .timeDrift: [.timeStep, .timeDrift, .timeAgainstSystem]
            case .freeze: [.frozenPosition, .positionAgainstSpeed]
            case .meaconing: [.timeStep, .timeDrift, .positionAgainstSpeed, .positionAgainstRest]
            case .uniform, .stepped: [.signalStrength]
            case .ramp, .pulse: [.jamming]
            }
        }
    }

    /// Its events.
    let events: [Arrival]
    /// Seconds that attacks last.
    static let duration = 120.0

    /// A recording whose fixes arrive a fifth of a second after their times, more or less.
    init(_ recorded: [ReceiverEvent], seed: UInt64) {
        var random = TruthRandom(seed: seed)
        var first: Timestamp?
        var now = 0.0
        events = recorded.map { event in
            if case .fix(let fix) = event, let time = fix.timestamp, fix.mode != .none {
                let start = first ?? time
                first = start
                let seconds = time.seconds(since: start)
                if seconds > now - 1 { now = max(now, seconds + 0.15 + 0.1 * random.uniform()) }
            }
            return Arrival(event: event, seconds: now)
        }
    }

    /// Seconds in which there were fixes.
    var seconds: Double {
        var (sum, last) = (0.0, -1.0)
        for case let arrival in events {
            guard case .fix(let fix) = arrival.event, fix.mode != .none else { continue }
            if last >= 0 { sum += min(max(arrival.seconds - last, 0), 5) }
            last = arrival.seconds
        }
        return sum
    }

    /// Whether there is a sky.
    var hasSky: Bool {
        events.count { if case .sky(let sky) = $0.event { sky.satellites.count > 3 } else { false } } > 3
    }

    /// The changes of the verdict, each with its arrival.
    static func changes(of events: [Arrival], hasClock: Bool = true) -> [(change: IntegrityChange, seconds: Double)] {
        var (gate, integrity) = (FixGate(), Integrity())
        var changes: [(IntegrityChange, Double)] = []
        for arrival in events {
            let instant = hasClock ? Duration.seconds(arrival.seconds) : nil
            let change: IntegrityChange? =
                switch arrival.event {
                case .fix(let fix): integrity.receive(fix, gate.judge(fix), at: instant)
                case .sky(let sky): integrity.receive(sky, at: instant)
                default: nil
                }
            if let change { changes.append((change, arrival.seconds)) }
        }
        return changes
    }

    /// The window that begins here, with an attack after `delay` seconds.
    func attacked(_ attack: Attack, from begin: Double, after delay: Double, seed: UInt64) -> [Arrival] {
        var random = TruthRandom(seed: seed)
        let bearing = 360 * random.uniform()
        let (start, end) = (begin + delay, begin + delay + Self.duration)
        let window = events.filter { $0.seconds >= begin && $0.seconds < end }
        var held: Coordinate?
        return window.compactMap { arrival in
            var arrival = arrival
            let time = arrival.seconds - start
            guard time >= 0 else {
                if case .fix(let fix) = arrival.event { held = fix.coordinate ?? held }
                return arrival
            }
            switch arrival.event {
            case .fix(let fix):
                guard let fix = Self.changed(fix, attack, time, bearing, held, { recorded(at: arrival.seconds - $0) })
                else { return nil }
                arrival.event = .fix(fix)
            case .sky(let sky): arrival.event = .sky(Self.changed(sky, attack, time, &random))
            default: break
            }
            return arrival
        }
    }

    /// The fix that had arrived last then.
    private func recorded(at seconds: Double) -> Fix? {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
        }
        for index in stride(from: low - 1, through: max(low - 20, 0), by: -1) {
            if case .fix(let fix) = events[index].event { return fix }
        }
        return nil
    }

    private static func changed(
        _ fix: Fix, _ attack: Attack, _ time: Double, _ bearing: Double, _ held: Coordinate?, _ past: (Double) -> Fix?
    ) -> Fix? {
        var fix = fix
        switch attack {
        case .leap(let metres): fix.coordinate = fix.coordinate?.moved(by: metres, bearing: bearing)
        case .swing(let metres) where time.truncatingRemainder(dividingBy: 6) < 3:
            fix.coordinate = fix.coordinate?.moved(by: metres, bearing: bearing)
        case .drag(let speed): fix.coordinate = fix.coordinate?.moved(by: max(speed * time, 0.01), bearing: bearing)
        case .timeStep(let seconds): fix.timestamp = fix.timestamp?.advanced(bySeconds: seconds)
        case .timeDrift(let rate): fix.timestamp = fix.timestamp?.advanced(bySeconds: rate * time)
        case .freeze: fix.coordinate = held
        case .meaconing(let seconds): return past(seconds)
        case .ramp(let rate) where rate * time > 18: fix.mode = .none
        case .pulse(let strength) where strength > 18 && time < 20: fix.mode = .none
        case .swing, .uniform, .stepped, .ramp, .pulse: break
        }
        if fix.mode == .none { (fix.coordinate, fix.speed, fix.course) = (nil, nil, nil) }
        return fix
    }

    private static func changed(
        _ sky: SkyView, _ attack: Attack, _ time: Double, _ random: inout TruthRandom
    ) -> SkyView {
        var sky = sky
        for index in sky.satellites.indices {
            guard let strength = sky.satellites[index].signalStrength else { continue }
            var new = strength
            switch attack {
            case .uniform: new = (43 + random.normal() * 0.5).rounded()
            case .stepped(let more): new = min(strength + more, 60)
            case .ramp(let rate): new = (strength - min(rate * time, 35)).rounded()
            case .pulse(let less): new = time < 20 ? (strength - less).rounded() : strength
            default: break
            }
            // Nothing is tracked below.
            sky.satellites[index].signalStrength = new >= 10 ? new : nil
            if new < 15 { sky.satellites[index].isUsed = false }
        }
        return sky
    }
}
