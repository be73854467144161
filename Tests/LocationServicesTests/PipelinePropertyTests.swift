import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// What holds for any sequence of fixes, however absurd.
@Suite struct PipelinePropertyTests {
    /// A drive of some hours, spoilt: reordered, repeated, with holes, jumps, wrong times and values that cannot be.
    private static func fixes(_ random: inout SeededGenerator) -> [Fix] {
        var fixes: [Fix] = []
        var second = Double.random(in: -1e9...1e9, using: &random)
        var place = Coordinate(
            latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
        var bearing = 0.0
        while fixes.count < 400 {
            let isParked = fixes.count / 60 % 3 == 1
            second += [1, 1, 1, 0.1, 10, 600].randomElement(using: &random) ?? 1
            bearing += .random(in: -20...20, using: &random)
            place = place.moved(by: .random(in: 0...(isParked ? 2 : 30), using: &random), bearing: bearing)
            fixes.append(.sample(second, of: place, accuracy: .random(in: 0...150, using: &random)))
            fixes[fixes.count - 1].speed = .random(in: 0...(isParked ? 1 : 30), using: &random)
            if Int.random(in: 0..<12, using: &random) == 0 { fixes.append(spoilt(fixes[fixes.count - 1], &random)) }
            if Int.random(in: 0..<12, using: &random) == 0 {
                fixes.swapAt(
                    .random(in: max(0, fixes.count - 5)..<fixes.count, using: &random), fixes.count - 1)
            }
        }
        return fixes
    }

    private static func spoilt(_ fix: Fix, _ random: inout SeededGenerator) -> Fix {
        var fix = fix
        let absurd = [0, -1, 1e-300, 1e300, -1e300, 91, 361, .infinity, .nan].randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<9, using: &random) {
        case 0: fix.mode = .none
        case 1: fix.timestamp = nil
        case 2: fix.timestamp = fix.timestamp?.advanced(bySeconds: .random(in: -1e9...1e9, using: &random))
        case 3: fix.timestamp = [.earliest, .latest].randomElement(using: &random)
        case 4: fix.coordinate = Coordinate(latitude: absurd, longitude: 0)
        case 5: fix.coordinate = Coordinate(latitude: 0, longitude: 0)
        case 6: fix.coordinate = fix.coordinate?.moved(by: 1e6, bearing: 45)
        case 7:
            fix.altitude = absurd
            fix.verticalAccuracy = absurd
            fix.course = absurd
            fix.hdop = absurd
        default:
            fix.horizontalAccuracy = absurd
            fix.speed = absurd
        }
        return fix
    }

    private static func settings(_ random: inout SeededGenerator) -> ManagerSettings {
        var settings = ManagerSettings()
        settings.distanceFilter = [nil, 0, 10, 1000].randomElement(using: &random) ?? nil
        settings.minimumInterval = [nil, 0, 5].randomElement(using: &random) ?? nil
        settings.maximumHorizontalAccuracy = [nil, 100].randomElement(using: &random) ?? nil
        settings.maximumSpeed = [nil, 100].randomElement(using: &random) ?? nil
        settings.activityType = ActivityType.allCases.randomElement(using: &random) ?? .other
        settings.pausesLocationUpdatesAutomatically = .random(using: &random)
        settings.holdsPositionWhenStationary = .random(using: &random)
        settings.deliversBetterAccuracy = .random(using: &random)
        return settings
    }

    @Test(arguments: 0..<150)
    func everythingIsAccountedForAndTimesDoNotGoBack(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixes = Self.fixes(&random)
        var gate = FixGate()
        var updates = StandardUpdates(settings: Self.settings(&random))
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
            case 0: updates.pauseOnRequest(into: &events)
            case 1...4: updates.resumeOnRequest(into: &events)
            case 5: updates.apply(Self.settings(&random), into: &events)
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
            case .visit, .region, .heading, .activity, .deferredUpdatesFinished, .failure:
                Issue.record("not of the standard service: \(event)")
            }
            let timestamp = try #require(event.timestamp)
            if let newest { #expect(timestamp >= newest, "\(event)") }
            newest = timestamp
        }
    }

    @Test(arguments: 0..<50)
    func oneAbsurdFixStarvesNothing(seed: Int) {
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
            if second == spoiltAt { fix = Self.spoilt(fix, &random) }
            switch gate.judge(fix) {
            case .accepted(let location, let reset): updates.receive(location, timeReset: reset, into: &events)
            case .rejected(let reason): updates.rejected(reason)
            }
        }
        // It may cost itself and the two that had to agree, in the gate or in the filter of speed.
        #expect(events.locations.count >= 195)
        #expect(events.locations.last?.timestamp == .sample(199))
    }

    @Test(arguments: 0..<30)
    func theSameFixesBringTheSameEvents(seed: Int) {
        func run() -> [LocationEvent] {
            var random = SeededGenerator(seed: UInt64(2000 + seed))
            var gate = FixGate()
            let fixes = Self.fixes(&random)
            var updates = StandardUpdates(settings: Self.settings(&random))
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
