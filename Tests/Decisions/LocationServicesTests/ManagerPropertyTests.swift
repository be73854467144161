import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// What holds of a manager with all of its services, whatever comes and whatever is asked of it.
@Suite(.timeLimit(.minutes(15))) struct ManagerPropertyTests {
    private static func start(_ manager: LocationManager, around place: Coordinate, _ random: inout SeededGenerator) {
        manager.startMonitoringSignificantLocationChanges()
        manager.startMonitoringVisits()
        manager.startUpdatingHeading()
        manager.startActivityUpdates()
        var regions: [Region] = []
        for number in 0..<10 {
            let center = place.moved(by: .random(in: 0...3000, using: &random), bearing: Double(number) * 36)
            var region = Region(identifier: "\(number)", center: center, radius: .random(in: 50...900, using: &random))
            region.desiredAccuracy = [nil, .best].randomElement(using: &random) ?? nil
            regions.append(region)
        }
        manager.startMonitoring(for: regions)
    }

    /// What a client may ask while fixes come. Deferral is not among it: what it kept is older than what others told.
    private static func ask(_ manager: LocationManager, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<40, using: &random) {
        case 0...3: manager.apply(.random(&random))
        case 4: manager.sleep()
        case 5, 6: manager.wake()
        case 7: manager.raiseAccuracy(to: .best, seconds: .random(in: 0...100, using: &random))
        case 8: manager.enterBackground()
        case 9, 10: manager.enterForeground()
        case 11: manager.powerSupplyChanged(to: PowerSupply(isOnMains: false, batteryLevel: 5))
        default: break
        }
    }

    @Test(arguments: 0..<Rounds.of(20)) func `Times go back only where the manager says so`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixes = SpoiltDrive.fixes(&random)
        let bench = HubBench()
        let (manager, sink) = bench.client { $0 = .random(&random) }
        await bench.run(starting: manager) {
            Self.start(manager, around: fixes.compactMap(\.coordinate).first ?? .sample, &random)
            for (index, fix) in fixes.enumerated() {
                bench.receiver.say(fix)
                if Bool.random(using: &random) {
                    bench.receiver.say([.heading(Heading(magneticHeading: .random(in: 0..<360, using: &random)))])
                }
                if index % 20 == 0 {
                    await bench.judged(index + 1, by: [manager])
                    Self.ask(manager, &random)
                }
            }
            await bench.judged(fixes.count, by: [manager])
            manager.enterForeground()
            await manager.wait { $0.waitingInBackground == nil }
        }
        var newest: Timestamp?
        for event in sink.events.value {
            // Told when it is sure, of when it began.
            if case .activity = event { continue }
            if case .timeReset = event { newest = nil }
            guard let timestamp = event.timestamp else { continue }
            if let newest { #expect(timestamp >= newest, "\(event)") }
            newest = timestamp
        }
        #expect(sink.events.value.count > 10)
    }

    @Test(arguments: 0..<Rounds.of(10)) func `One absurd fix starves no service of a manager`(seed: Int) async {
        var random = SeededGenerator(seed: UInt64(700 + seed))
        let spoiltAt = Int.random(in: 0..<1200, using: &random)
        let bench = HubBench()
        let (manager, sink) = bench.client {
            $0.maximumSpeed = 100
            $0.distanceFilter = 5
        }
        var last = Timestamp.sample(0)
        await bench.run(starting: manager) {
            manager.startMonitoringVisits()
            manager.startMonitoringSignificantLocationChanges()
            manager.startActivityUpdates()
            manager.startMonitoring(for: Region(identifier: "home", center: .sample, radius: 100))
            // Ten minutes there, ten on a drive, and ten there again.
            for second in 0..<1800 {
                let away = second < 600 ? 0 : min(second - 600, max(1200 - second, 0), 300)
                var fix = Fix.sample(Double(second), north: Double(away) * 20, speed: away > 0 ? 20 : 0)
                if second == spoiltAt { fix = SpoiltDrive.spoilt(fix, &random) }
                bench.receiver.say(fix)
                if second % 200 == 199 { await bench.judged(second + 1, by: [manager]) }
            }
            last = await manager.history.last?.lastTimestamp ?? last
        }
        let events = sink.events.value
        #expect(last == .sample(1799))
        #expect(events.locations.last.map { $0.timestamp > .sample(1150) } == true)
        let visits = events.count { if case .visit(let visit) = $0 { visit.departureDate == nil } else { false } }
        #expect(visits >= 2)
        let states = events.compactMap { if case .region(let region) = $0 { region.state } else { nil } }
        #expect(states.suffix(2) == [.outside, .inside])
        let kinds = events.compactMap { if case .activity(let activity) = $0 { activity.kind } else { nil } }
        #expect(kinds.contains(.automotive) && kinds.last == .stationary)
    }
}
