import LocationModel
import LocationServices
import LocdTestSupport
import Motion
import Testing

@Suite struct StandardUpdatesTests {
    private static func receive(_ locations: [Location], _ updates: inout StandardUpdates) -> [LocationEvent] {
        var events: [LocationEvent] = []
        for location in locations { updates.receive(location, into: &events) }
        return events
    }

    /// A run at 1 Hz that is paused by itself at the sample place since second 300.
    private static func pausedUpdates(_ settings: ManagerSettings = ManagerSettings()) -> StandardUpdates {
        var updates = StandardUpdates(settings: settings)
        let events = receive((0...300).map { .sample(Double($0)) }, &updates)
        #expect(updates.pauseCause == .stationary)
        #expect(events.last.map { if case .pause = $0 { true } else { false } } == true)
        return updates
    }

    @Test func `Without filters everything is delivered`() {
        var updates = StandardUpdates(settings: .unfiltered())
        let locations = (0..<10).map { Location.sample(Double($0)) }
        #expect(Self.receive(locations, &updates) == locations.map { .location($0) })
        #expect(updates.delivered == 10 && updates.held.isEmpty)
    }

    @Test func `The distance is counted from the last delivered`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.distanceFilter = 10 })
        let events = Self.receive((0...50).map { .sample(Double($0), north: Double($0) * 3) }, &updates)
        // Steps of 3 m: the filter is passed with every fourth.
        #expect(events.locations.map(\.timestamp) == stride(from: 0, through: 48, by: 4).map { .sample($0) })
        #expect(updates.held == [.distanceFilter: 38])
    }

    @Test func `Climbing is no distance`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.distanceFilter = 10 })
        let climb = (0...20).map { second in
            var location = Location.sample(Double(second))
            location.altitude = Double(second) * 50
            return location
        }
        #expect(Self.receive(climb, &updates).locations.count == 1)
    }

    @Test func `The desired accuracy withholds nothing`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.desiredAccuracy = .bestForNavigation })
        let coarse = (0..<5).map { Location.sample(Double($0), accuracy: 2000) }
        #expect(Self.receive(coarse, &updates).locations == coarse)
        let demand = updates.demand
        #expect(demand == Demand(desiredAccuracy: .bestForNavigation))
    }

    @Test func `The first location is always delivered`() {
        let settings = ManagerSettings.unfiltered {
            $0.distanceFilter = 1e9
            $0.minimumInterval = 1e9
            $0.holdsPositionWhenStationary = true
        }
        var updates = StandardUpdates(settings: settings)
        #expect(Self.receive([.sample(0), .sample(1, north: 500)], &updates) == [.location(.sample(0))])
    }

    @Test func `A clearly better accuracy passes the distance for a client`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.distanceFilter = 100 })
        let accuracies = [40.0, 21, 20, 11, 10, 30]
        let events = Self.receive(
            accuracies.enumerated().map { .sample(Double($0.offset), accuracy: $0.element) }, &updates)
        #expect(events.locations.map(\.horizontalAccuracy) == [40, 20, 10])
    }

    @Test func `The recorder keeps to distance`() {
        let settings = ManagerSettings.unfiltered {
            $0.distanceFilter = 100
            $0.deliversBetterAccuracy = false
        }
        var updates = StandardUpdates(settings: settings)
        let events = Self.receive([.sample(0, accuracy: 100), .sample(1, accuracy: 1)], &updates)
        #expect(events.locations.count == 1)
    }

    @Test func `The interval is counted from the last delivered`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.minimumInterval = 2.5 })
        let events = Self.receive((0..<10).map { .sample(Double($0), accuracy: 100 / Double($0 + 1)) }, &updates)
        #expect(events.locations.map(\.timestamp) == [0, 3, 6, 9].map { .sample($0) })
        #expect(updates.held == [.minimumInterval: 6])
    }

    @Test func `Quality comes first`() {
        let settings = ManagerSettings.unfiltered {
            $0.maximumHorizontalAccuracy = 50
            $0.maximumAge = 10
            $0.maximumSpeed = 100
            $0.distanceFilter = 10
        }
        var updates = StandardUpdates(settings: settings)
        var events: [LocationEvent] = []
        updates.receive(.sample(0, accuracy: 60), age: 0, into: &events)
        updates.receive(.sample(1), age: 11, into: &events)
        updates.receive(.sample(2), age: 10, into: &events)
        updates.receive(.sample(3, north: 9000), age: 0, into: &events)
        updates.receive(.sample(4, north: 1), age: 0, into: &events)
        #expect(events == [.location(.sample(2))])
        #expect(updates.held == [.inaccurate: 1, .tooOld: 1, .tooFast: 1, .distanceFilter: 1])
    }

    @Test func `The hole stands before the location that ends it`() {
        var updates = StandardUpdates(settings: .unfiltered())
        _ = Self.receive((0..<5).map { .sample(Double($0)) }, &updates)
        #expect(
            Self.receive([.sample(30)], &updates)
                == [.gap(Gap(from: .sample(4), to: .sample(30), cause: .silent)), .location(.sample(30))])
    }

    @Test func `A hole is reported even if its end is held back`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.distanceFilter = 10 })
        _ = Self.receive((0..<5).map { .sample(Double($0)) }, &updates)
        #expect(Self.receive([.sample(30)], &updates).gaps.count == 1)
    }

    @Test func `Inaccurate locations make a hole`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.maximumHorizontalAccuracy = 100 })
        _ = Self.receive((0..<5).map { .sample(Double($0)) }, &updates)
        let events = Self.receive((5..<20).map { .sample(Double($0), accuracy: 500) } + [.sample(20)], &updates)
        #expect(events.gaps == [Gap(from: .sample(4), to: .sample(20), cause: .inaccurate)])
    }

    @Test func `An outage names the cause`() {
        var updates = StandardUpdates(settings: .unfiltered())
        var events: [LocationEvent] = []
        for second in 0..<5 { updates.receive(.sample(Double(second)), at: .seconds(second), into: &events) }
        updates.outage(Outage(cause: .noGPSD, began: .seconds(5)), at: .seconds(5))
        updates.outage(nil, at: .seconds(30))
        updates.receive(.sample(30), at: .seconds(30), into: &events)
        #expect(events.gaps == [Gap(from: .sample(4), to: .sample(30), cause: .noGPSD)])
    }

    @Test func `A standing receiver pauses and a departure resumes`() {
        var updates = Self.pausedUpdates()
        let demand = updates.demand
        #expect(updates.isPaused && demand.isPaused)
        let events = Self.receive(
            [.sample(301, north: 10), .sample(302, north: 60), .sample(303, north: 75)], &updates)
        #expect(
            events == [
                .resume(
                    Resume(
                        timestamp: .sample(303), coordinate: Location.sample(303, north: 75).coordinate,
                        cause: .displacement)),
                .location(.sample(303, north: 75)),
            ])
        #expect(!updates.isPaused && updates.held[.paused] == 3)
    }

    @Test func `The silence of a parked vehicle is no hole`() {
        var updates = Self.pausedUpdates()
        let events = Self.receive(
            [.sample(4000), .sample(4001), .sample(4002, north: 60), .sample(4003, north: 70)], &updates)
        #expect(events.gaps.isEmpty && events.locations.count == 1)
    }

    @Test func `A hole in which the pause ended is reported`() {
        var updates = Self.pausedUpdates()
        let events = Self.receive([.sample(4000, north: 900), .sample(4001, north: 910)], &updates)
        // It ends with the first location that is recorded again.
        #expect(events.gaps == [Gap(from: .sample(300), to: .sample(4001), cause: .silent)])
        // The hole, the resumption, the location.
        #expect(events.map(\.timestamp) == [.sample(4001), .sample(4001), .sample(4001)])
    }

    @Test func `Holes in a row in which the pause ended are one`() {
        var updates = Self.pausedUpdates()
        var events = Self.receive([.sample(900, north: 900)], &updates)
        updates.rejected(.noFix)
        events += Self.receive([.sample(4000, north: 910)], &updates)
        // The cause is what filled most of it.
        #expect(events.gaps == [Gap(from: .sample(300), to: .sample(4000), cause: .noFix)])
        #expect(!updates.isPaused)
    }

    @Test func `An outlier after a silence is no end of the pause`() {
        var updates = Self.pausedUpdates()
        let events = Self.receive(
            [.sample(4000, north: 900), .sample(4001), .sample(4002, north: 60), .sample(4003, north: 60)], &updates)
        #expect(events.gaps.isEmpty)
    }

    @Test func `Pauses that are turned off end a pause and its hole`() {
        var updates = Self.pausedUpdates()
        var events: [LocationEvent] = []
        updates.receive(.sample(4000, north: 900), into: &events)
        updates.apply(.unfiltered(), into: &events)
        updates.receive(.sample(4001, north: 910), into: &events)
        #expect(events.gaps.count == 1 && events.locations.count == 1)
        // It is told once, and not again with a later pause.
        #expect(Self.receive((4002...5000).map { .sample(Double($0), north: 910) }, &updates).gaps.isEmpty)
    }

    @Test func `A time reset stands before the first location of the new time`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.minimumInterval = 5 })
        _ = Self.receive([.sample(5000)], &updates)
        var events: [LocationEvent] = []
        let reset = TimeReset(timestamp: .sample(100), previous: .sample(5000))
        updates.receive(.sample(100), timeReset: reset, into: &events)
        #expect(events == [.timeReset(reset), .location(.sample(100))])
    }

    @Test func `A time reset forgets the hole of a pause`() {
        var updates = Self.pausedUpdates()
        var events: [LocationEvent] = []
        updates.receive(.sample(4000, north: 900), into: &events)
        updates.receive(
            .sample(100, north: 910), timeReset: TimeReset(timestamp: .sample(100), previous: .sample(4000)),
            into: &events)
        #expect(events.gaps.isEmpty && events.locations.count == 1)
    }

    @Test func `Drift is held back and motion is not`() {
        let settings = ManagerSettings.unfiltered { $0.holdsPositionWhenStationary = true }
        var updates = StandardUpdates(settings: settings)
        // A receiver that was just switched on may converge.
        let parked = (0..<100).map { Location.sample(Double($0), north: $0 % 2 == 0 ? 0 : 4) }
        let events = Self.receive(
            parked + [.sample(100, north: 12), .sample(101, north: 40, speed: 9), .sample(102, north: 49, speed: 9)],
            &updates)
        // As long as its noise is not known, 40 m may be drift; a recorder has the location that was held back all the
        // same.
        #expect(events.locations.map(\.timestamp) == [0, 102].map { .sample($0) })
        #expect(updates.held == [.stationary: 101])
    }

    @Test func `It continues an earlier run`() {
        let seed = StandardUpdates.Seed(location: .sample(0), timestamp: .sample(20), pausedAt: nil)
        var updates = StandardUpdates(
            settings: .unfiltered { $0.distanceFilter = 10 }, resumingAfter: seed, at: .seconds(7))
        var events: [LocationEvent] = []
        updates.receive(.sample(60, north: 5), at: .seconds(10), into: &events)
        #expect(events == [.gap(Gap(from: .sample(20), to: .sample(60), cause: .restart))])
        updates.receive(.sample(61, north: 11), at: .seconds(11), into: &events)
        #expect(events.locations == [.sample(61, north: 11)])
    }

    @Test func `It continues in the pause of an earlier run`() {
        let seed = StandardUpdates.Seed(location: .sample(0), timestamp: .sample(300), pausedAt: .sample)
        var updates = StandardUpdates(settings: ManagerSettings(), resumingAfter: seed, at: .zero)
        #expect(updates.pauseCause == .stationary)
        #expect(Self.receive([.sample(600), .sample(601)], &updates).isEmpty)
        let other = StandardUpdates(settings: .unfiltered(), resumingAfter: seed, at: .zero)
        #expect(!other.isPaused)
    }

    @Test func `New settings hold at once`() {
        var updates = StandardUpdates(settings: .unfiltered { $0.distanceFilter = 1000 })
        var events: [LocationEvent] = []
        updates.receive(.sample(0), into: &events)
        updates.apply(
            .unfiltered {
                $0.distanceFilter = 5
                $0.staleAfter = .seconds(100)
                $0.maximumHorizontalAccuracy = 50
            }, into: &events)
        updates.receive(.sample(1, north: 6), into: &events)
        updates.receive(.sample(90, north: 20), into: &events)
        updates.receive(.sample(91, north: 90, accuracy: 60), into: &events)
        #expect(events == [.location(.sample(0)), .location(.sample(1, north: 6)), .location(.sample(90, north: 20))])
    }

    @Test func `Switching automatic pause off resumes with a record`() {
        var updates = Self.pausedUpdates()
        var events: [LocationEvent] = []
        updates.apply(.unfiltered(), into: &events)
        #expect(events == [.resume(Resume(timestamp: .sample(300), coordinate: .sample, cause: .requested))])
        #expect(!updates.isPaused)
    }

    @Test func `Another activity keeps the pause`() {
        var updates = Self.pausedUpdates()
        var events: [LocationEvent] = []
        var settings = ManagerSettings()
        settings.activityType = .airborne
        updates.apply(settings, into: &events)
        #expect(events.isEmpty && updates.pauseCause == .stationary)
        // The new activity resumes at 100 m, not at 50.
        #expect(Self.receive((301..<310).map { .sample(Double($0), north: 90) }, &updates).isEmpty)
        #expect(Self.receive((310..<312).map { .sample(Double($0), north: 150) }, &updates).locations.count == 1)
    }

    @Test func `Standard updates deliver and filter what is smoothed`() {
        var settings = ManagerSettings()
        settings.pausesLocationUpdatesAutomatically = false
        var random = SeededGenerator(seed: 5)
        let noisy = (0..<50).map { second in
            let error = (0..<2).map { _ in Double.random(in: -8...8, using: &random) }
            var location = Location.sample(
                Double(second), north: error[0], east: Double(second) * 10 + error[1], accuracy: 7.5, speed: 10)
            location.course = 90
            return location
        }
        func delivered(_ settings: ManagerSettings) -> [Location] {
            var updates = StandardUpdates(settings: settings)
            var events: [LocationEvent] = []
            for location in noisy { updates.receive(location, into: &events) }
            return events.locations
        }
        settings.smoothing = .kalman
        var smoother = PositionSmoother(.kalman)
        let smoothed = noisy.map { smoother.smooth($0) }
        #expect(delivered(settings) == smoothed)
        settings.distanceFilter = 25
        var filtered: [Location] = []
        for location in smoothed where filtered.last.map({ $0.distance(to: location) >= 25 }) ?? true {
            filtered.append(location)
        }
        #expect(delivered(settings) == filtered)
    }
}
