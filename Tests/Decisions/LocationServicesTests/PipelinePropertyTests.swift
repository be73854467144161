import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// What holds for any sequence of fixes, however absurd.
@Suite struct PipelinePropertyTests {
    @Test(arguments: 0..<Rounds.of(150))
    func `Everything is accounted for and times do not go back`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixes = SpoiltDrive.fixes(&random)
        var gate = FixGate()
        let deliversDepartures = Bool.random(using: &random)
        var settings = ManagerSettings.random(&random)
        settings.deliversDepartures = deliversDepartures
        var updates = StandardUpdates(settings: settings)
        var events: [LocationEvent] = []
        var accepted = 0
        var rejected = 0
        for fix in fixes {
            switch gate.judge(fix) {
            case .accepted(let location, let reset):
                accepted += 1
                #expect(location.coordinate.isValid)
                #expect(location.horizontalAccuracy.map { $0.isFinite && $0 > 0 } != false)
                updates.receive(location, timeReset: reset, into: &events)
            case .rejected(let reason):
                rejected += 1
                updates.rejected(reason)
            }
            switch Int.random(in: 0..<80, using: &random) {
            case 0...4:
                settings = ManagerSettings.random(&random)
                settings.deliversDepartures = deliversDepartures
                updates.apply(settings, into: &events)
            default: break
            }
        }
        #expect(accepted + rejected == fixes.count)
        #expect(updates.delivered + updates.held.values.reduce(0, +) == accepted)
        #expect(events.locations.count == updates.delivered)

        var newest: Timestamp?
        var isPaused = false
        for event in events {
            switch event {
            case .timeReset: newest = nil
            case .pause:
                #expect(!isPaused)
                isPaused = true
            case .resume:
                #expect(isPaused)
                isPaused = false
            case .location: #expect(!isPaused)
            case .gap(let gap): #expect(gap.from < gap.to)
            case .visit, .region, .beacons, .heading, .activity, .deferredUpdatesFinished, .failure, .authorization,
                .timeZone, .receiver, .steps, .integrity:
                Issue.record("not of the standard service: \(event)")
            }
            let timestamp = try #require(event.timestamp)
            if let newest { #expect(timestamp >= newest, "\(event)") }
            newest = timestamp
        }
    }

    @Test(arguments: 0..<Rounds.of(50))
    func `One absurd fix starves nothing`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(1000 + seed))
        var gate = FixGate()
        var settings = ManagerSettings()
        settings.maximumSpeed = 100
        settings.pausesLocationUpdatesAutomatically = false
        var updates = StandardUpdates(settings: settings)
        var events: [LocationEvent] = []
        let spoiltAt = Int.random(in: 0..<100, using: &random)
        for second in 0..<200 {
            var fix = Fix.sample(Double(second), north: Double(second) * 10, speed: 10)
            if second == spoiltAt { fix = SpoiltDrive.spoilt(fix, &random) }
            switch gate.judge(fix) {
            case .accepted(let location, let reset): updates.receive(location, timeReset: reset, into: &events)
            case .rejected(let reason): updates.rejected(reason)
            }
        }
        // It may cost itself and the two that had to agree, in the gate or in the filter of speed.
        #expect(events.locations.count >= 195)
        #expect(events.locations.last?.timestamp == .sample(199))
    }

    @Test(arguments: 0..<Rounds.of(30))
    func `The same fixes bring the same events`(seed: Int) {
        func run() -> [LocationEvent] {
            var random = SeededGenerator(seed: UInt64(2000 + seed))
            var gate = FixGate()
            let fixes = SpoiltDrive.fixes(&random)
            var updates = StandardUpdates(settings: ManagerSettings.random(&random))
            var events: [LocationEvent] = []
            for fix in fixes {
                if case .accepted(let location, let reset) = gate.judge(fix) {
                    updates.receive(location, timeReset: reset, into: &events)
                }
            }
            return events
        }
        #expect(run() == run())
    }
}

/// Several managers on one receiver: each gets exactly what it would get alone.
@Suite(.timeLimit(.minutes(15))) struct SeveralManagersTests {
    @Test(arguments: 0..<10) func `Each gets what it would get alone`(seed: Int) async {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixes = SpoiltDrive.fixes(&random)
        let settings = HubBench.threeClients + [.random(&random), .random(&random)]
        let together = await HubBench.events(fixes, settings)
        for (settings, events) in zip(settings, together) {
            #expect(await HubBench.events(fixes, [settings]) == [events])
        }
        #expect(Set(together.prefix(3).map(\.locations.count)).count == 3)
    }
}
