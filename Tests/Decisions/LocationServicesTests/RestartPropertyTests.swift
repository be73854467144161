import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Motion
import Testing

/// Restarting at any point gives the same events as not restarting; a crash tells nothing twice.
@Suite struct RestartPropertyTests {
    private static func settings(_ random: inout SeededGenerator) -> ManagerSettings {
        var settings = ManagerSettings()
        settings.deliversBetterAccuracy = .random(using: &random)
        settings.deliversDepartures = .random(using: &random)
        settings.deliversTurns = .random(using: &random)
        settings.filtersDrift = .random(using: &random)
        // More than there are: of too many, the nearest are chosen anew after a restart.
        settings.maximumMonitoredRegions = settings.filtersDrift ? 1000 : nil
        settings.distanceFilter = [nil, 10, 100].randomElement(using: &random) ?? nil
        settings.minimumInterval = [nil, nil, 5].randomElement(using: &random) ?? nil
        settings.maximumHorizontalAccuracy = [nil, 100].randomElement(using: &random) ?? nil
        settings.maximumSpeed = [nil, 100].randomElement(using: &random) ?? nil
        settings.activityType = ActivityType.allCases.randomElement(using: &random) ?? .other
        settings.pausesLocationUpdatesAutomatically = Int.random(in: 0..<4, using: &random) > 0
        settings.holdsPositionWhenStationary = .random(using: &random)
        settings.smoothing = ([nil, nil] + Smoothing.allCases).randomElement(using: &random) ?? nil
        settings.preset = SettingsPreset.allCases.randomElement(using: &random) ?? .configured
        return settings
    }

    /// What a track knows of its end, as text: the coordinates with seven decimals.
    private static func seed(after events: [LocationEvent]) throws -> StandardUpdates.Seed? {
        guard var location = events.locations.last(where: { $0.integrity != .notTrusted }) else { return nil }
        location.coordinate.latitude = (location.coordinate.latitude * 1e7).rounded() / 1e7
        location.coordinate.longitude = (location.coordinate.longitude * 1e7).rounded() / 1e7
        var pausedAt: Coordinate?
        for event in events {
            switch event {
            case .pause(let pause): pausedAt = pause.coordinate
            case .location(let location) where location.integrity == .notTrusted: break
            case .resume, .location: pausedAt = nil
            default: break
            }
        }
        let seed = StandardUpdates.Seed(
            location: location, timestamp: events.last?.timestamp ?? location.timestamp, pausedAt: pausedAt)
        return try JSONDecoder().decode(StandardUpdates.Seed.self, from: JSONEncoder().encode(seed))
    }

    private static func written(_ state: PipelineState) throws -> PipelineState {
        let read = try JSONDecoder().decode(PipelineState.self, from: JSONEncoder().encode(state))
        #expect(read.isValid)
        return read
    }

    private static func monitoring(_ regions: [Region], _ random: inout SeededGenerator) -> MonitoredServices {
        MonitoredServices(visits: true, regions: regions.shuffled(using: &random))
    }

    @Test(arguments: 0..<Rounds.of(30)) func `A restart at any point changes no event`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let route = RandomRoute(seed: UInt64(seed), fixes: 2500)
        let regions = route.regions()
        let settings = Self.settings(&random)
        var whole = Replay(settings: settings, monitoring: Self.monitoring(regions, &random))
        var expected: [LocationEvent] = []
        for fix in route.fixes { whole.receive(.fix(fix), into: &expected) }

        var restarts = Set((0..<12).map { _ in Int.random(in: 0..<route.fixes.count, using: &random) })
        // And while an earlier time is doubted, which is over after three fixes.
        let steps = zip(route.fixes.indices.dropFirst(), zip(route.fixes, route.fixes.dropFirst()))
        for (index, (before, after)) in steps {
            guard let earlier = before.timestamp, let later = after.timestamp, later < earlier else { continue }
            restarts.insert(index + Int.random(in: 1...2, using: &random))
        }
        var replay = Replay(settings: settings, monitoring: Self.monitoring(regions, &random))
        var events: [LocationEvent] = []
        for (index, fix) in route.fixes.enumerated() {
            if restarts.contains(index) {
                replay = Replay(
                    settings: settings, monitoring: Self.monitoring(regions, &random),
                    resuming: try Self.written(replay.state), after: try Self.seed(after: events))
            }
            let before = events.count
            replay.receive(.fix(fix), into: &events)
            guard events.count <= expected.count, events[before...] == expected[before..<events.count] else {
                Issue.record(
                    "fix \(index): \(events[before...]), not \(expected[min(before, expected.count)...].prefix(3))")
                return
            }
        }
        #expect(events == expected)
    }

    /// The routes must have in them what the test above is about.
    @Test func `The routes have all kinds of events`() {
        let needed: Set = [
            "arrival", "departure", "crossed inside", "crossed outside", "determined inside", "gap silent", "gap noFix",
            "pause", "resume displacement", "timeReset",
        ]
        var kinds: Set<String> = []
        for seed in 0..<20 where !needed.isSubset(of: kinds) {
            var random = SeededGenerator(seed: UInt64(seed))
            let route = RandomRoute(seed: UInt64(seed), fixes: 2500)
            var replay = Replay(
                settings: Self.settings(&random), monitoring: Self.monitoring(route.regions(), &random))
            var events: [LocationEvent] = []
            for fix in route.fixes { replay.receive(.fix(fix), into: &events) }
            for event in events {
                switch event {
                case .visit(let visit): kinds.insert(visit.departureDate == nil ? "arrival" : "departure")
                case .region(let region): kinds.insert("\(region.cause) \(region.state)")
                case .gap(let gap): kinds.insert("gap \(gap.cause)")
                case .pause: kinds.insert("pause")
                case .resume(let resume): kinds.insert("resume \(resume.cause)")
                case .timeReset: kinds.insert("timeReset")
                default: break
                }
            }
        }
        #expect(needed.isSubset(of: kinds), "missing: \(needed.subtracting(kinds))")
    }

    /// kill -9: the state is of an earlier moment, and the track goes on after it.
    @Test(arguments: 0..<Rounds.of(30)) func `A crash tells nothing twice`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(900 + seed))
        let route = RandomRoute(seed: UInt64(900 + seed), fixes: 2500)
        let regions = route.regions()
        let settings = Self.settings(&random)
        var replay = Replay(settings: settings, monitoring: Self.monitoring(regions, &random))
        var saved = replay.state
        var events: [LocationEvent] = []
        for fix in route.fixes {
            replay.receive(.fix(fix), into: &events)
            switch Int.random(in: 0..<500, using: &random) {
            case 0..<10: saved = replay.state
            case 10..<13:
                var state = try Self.written(saved)
                state.services.catchUp(with: Array(events.suffix(256)))
                replay = Replay(
                    settings: settings, monitoring: Self.monitoring(regions, &random), resuming: state,
                    after: try Self.seed(after: events))
            default: break
            }
        }
        var states: [String: RegionState] = [:]
        var open: Timestamp?
        var closed: Set<Timestamp> = []
        for event in events {
            switch event {
            case .region(let region):
                #expect(region.state != states[region.identifier, default: .outside], "\(region)")
                states[region.identifier] = region.state
            case .visit(let visit):
                let since = try #require(visit.since)
                if visit.departureDate == nil {
                    #expect(open == nil, "\(visit)")
                    open = since
                } else {
                    #expect(open == since, "\(visit)")
                    open = nil
                    #expect(closed.insert(since).inserted)
                }
            default: break
            }
        }
    }

    @Test func `A track newer than the state wins`() throws {
        var settings = ManagerSettings()
        settings.distanceFilter = 10
        var replay = Replay(settings: settings)
        var events: [LocationEvent] = []
        for second in 0..<10 {
            replay.receive(.fix(.sample(Double(second), north: Double(second) * 15)), into: &events)
        }
        let old = replay.state
        for second in 10..<20 {
            replay.receive(.fix(.sample(Double(second), north: Double(second) * 15)), into: &events)
        }
        var next = Replay(settings: settings, resuming: old, after: try Self.seed(after: events))
        var after: [LocationEvent] = []
        // Within the filter of the last line, not of what the state knew.
        next.receive(.fix(.sample(20, north: 19 * 15 + 5)), into: &after)
        #expect(after.isEmpty)
        next.receive(.fix(.sample(21, north: 19 * 15 + 11)), into: &after)
        #expect(after.locations.count == 1)
    }
}
