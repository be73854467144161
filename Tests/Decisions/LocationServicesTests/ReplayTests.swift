import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ReplayTests {
    /// A drive, a stop that becomes a pause, a hole, a time that goes back, and fixes that are no good.
    private static let fixes: [Fix] = {
        var fixes = (Array(0..<60) + Array(90..<120)).map { Fix.sample(Double($0), north: Double($0) * 12, speed: 12) }
        fixes += (120..<520).map { Fix.sample(Double($0), north: 1430 + Double($0 % 5), speed: 0.1) }
        fixes.append(Fix(mode: .none))
        fixes.append(.sample(300, north: 1430))
        fixes += (560..<600).map { Fix.sample(Double($0), north: 1430 + Double($0 - 560) * 12, speed: 12) }
        fixes += (400..<420).map { Fix.sample(Double($0), north: 2000 + Double($0 - 400) * 12, speed: 12) }
        return fixes
    }()

    private static var settings: ManagerSettings {
        var settings = ManagerSettings()
        settings.distanceFilter = 10
        settings.deliversBetterAccuracy = false
        settings.holdsPositionWhenStationary = true
        settings.maximumAge = 60
        return settings
    }

    private func events(_ settings: ManagerSettings = settings) -> [LocationEvent] {
        var replay = Replay(settings: settings)
        var events: [LocationEvent] = []
        for fix in Self.fixes { replay.receive(.fix(fix), into: &events) }
        let good = replay.delivered + replay.held.values.reduce(0, +)
        #expect(good == replay.accepted)
        #expect(replay.accepted + replay.rejected.values.reduce(0, +) == Self.fixes.count)
        #expect(replay.delivered == events.count { if case .location = $0 { true } else { false } })
        return events
    }

    @Test func `It says what a live manager would have said`() async {
        let bench = HubBench()
        let (manager, sink) = bench.client { $0 = Self.settings }
        let expected = events()
        await bench.run(starting: manager) {
            // All at once: a live manager finds nothing else than the fixes themselves to explain a hole.
            for fix in Self.fixes { bench.receiver.say(fix) }
            await sink.locations(atLeast: expected.count { if case .location = $0 { true } else { false } })
        }
        // That there is no location for now is said to a client at that time; in a recording nobody waits for one.
        #expect(sink.events.value.filter { if case .failure = $0 { false } else { true } } == expected)
        #expect(expected.contains { if case .pause = $0 { true } else { false } })
        #expect(expected.contains { if case .gap = $0 { true } else { false } })
        #expect(expected.contains { if case .timeReset = $0 { true } else { false } })
    }

    @Test func `The same input gives the same, and other settings other`() {
        #expect(events() == events())
        var other = Self.settings
        other.distanceFilter = nil
        #expect(events() != events(other))
    }

    @Test func `Nothing is too old`() {
        var settings = Self.settings
        settings.maximumAge = 0.1
        #expect(events() == events(settings))
    }
}
