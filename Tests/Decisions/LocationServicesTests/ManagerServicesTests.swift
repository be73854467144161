import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// The other services as a client meets them: through its manager, a hub and a receiver.
@Suite(.timeLimit(.minutes(15))) struct ManagerServicesTests {
    private let bench = HubBench()

    @Test func `A request gets one location and lets go of the receiver`() async {
        let (manager, sink) = bench.client { $0.desiredAccuracy = .nearestTenMeters }
        await bench.run {
            manager.requestLocation()
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say(.sample(0, accuracy: 80), .sample(1, accuracy: 8), .sample(2, accuracy: 2))
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
        }
        #expect(sink.events.value == [.location(.sample(1, accuracy: 8))])
    }

    @Test func `A request without any location fails at its timeout`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.requestLocation(timeout: .seconds(3))
            await bench.receiver.calls.wait { $0 == [.start] }
            // The hub sleeps for its receiver, and the manager for its request.
            await bench.clock.sleepers(atLeast: 2)
            bench.clock.advance(by: .seconds(3))
            await sink.events.wait { !$0.isEmpty }
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
        }
        #expect(sink.events.value == [.failure(LocationFailure(.locationUnknown))])
    }

    @Test func `A request does nothing while updates run and a stop cancels it`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startUpdatingLocation()
            manager.requestLocation()
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say(.sample(0), .sample(1))
            await sink.locations(atLeast: 2)
            manager.stopUpdatingLocation()
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
            manager.requestLocation()
            await bench.receiver.calls.wait { $0 == [.start, .stop, .start] }
            manager.stopUpdatingLocation()
            await bench.receiver.calls.wait { $0 == [.start, .stop, .start, .stop] }
        }
        #expect(sink.events.value == [.location(.sample(0)), .location(.sample(1))])
    }

    @Test(arguments: [false, true])
    func `A step back of the receiver's time is reported once, whatever runs`(isUpdating: Bool) async {
        let (manager, sink) = bench.client()
        await bench.run {
            if isUpdating { manager.startUpdatingLocation() }
            manager.startMonitoringSignificantLocationChanges()
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say(.sample(5000))
            // The third that agrees with the others is believed; what is far enough is told to both.
            for second in 0..<4 { bench.receiver.say(.sample(Double(second), north: 100 * Double(second))) }
            bench.receiver.say(.sample(400, north: 5000))
            await sink.events.wait { $0.locations.last == .sample(400, north: 5000) }
        }
        let resets = sink.events.value.filter { if case .timeReset = $0 { true } else { false } }
        #expect(resets == [.timeReset(TimeReset(timestamp: .sample(2), previous: .sample(5000)))])
    }

    @Test func `Services see what the filters of updates hold back`() async {
        let (manager, sink) = bench.client { $0.distanceFilter = 1e6 }
        await bench.run {
            manager.startUpdatingLocation()
            manager.startMonitoring(for: Region(identifier: "home", center: .sample, radius: 100))
            manager.startMonitoringVisits()
            manager.startMonitoringSignificantLocationChanges()
            await bench.receiver.calls.wait { $0 == [.start] }
            let drive = (0...60).map { Fix.sample(Double($0), north: 300 - Double($0) * 10, speed: 10) }
            for fix in drive { bench.receiver.say(fix) }
            await sink.events.wait { $0.count >= 3 }
        }
        // The first location, once though two services have it; the entry, and the exit, of what was filtered.
        #expect(sink.locations == [.sample(0, north: 300, speed: 10)])
        let crossings = sink.events.value.compactMap { event in
            if case .region(let region) = event { region.state } else { nil }
        }
        #expect(crossings == [.inside, .outside])
    }

    @Test func `The cached location is the first significant one`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startMonitoringVisits()
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say(.sample(0))
            await bench.accepted(atLeast: 1)
            manager.startMonitoringSignificantLocationChanges()
            await sink.locations(atLeast: 1)
        }
        #expect(sink.events.value == [.location(.sample(0))])
    }

    @Test func `A region that cannot be monitored is a failure`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startMonitoring(for: Region(identifier: "", center: .sample, radius: 100))
            manager.startMonitoring(for: Region(identifier: "a", center: .sample, radius: -1))
            manager.startMonitoring(for: Region(identifier: "b", center: .sample, radius: .nan))
            await sink.events.wait { $0.count == 3 }
        }
        #expect(
            sink.events.value == ["", "a", "b"].map { .failure(LocationFailure(.regionMonitoringFailure, region: $0)) })
    }

    @Test func `Headings reach the client`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startUpdatingHeading()
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say([.heading(Heading(timestamp: .sample(0), magneticHeading: 90))])
            bench.receiver.say([.heading(Heading(timestamp: .sample(1), magneticHeading: 90.5))])
            bench.receiver.say([.heading(Heading(timestamp: .sample(2), magneticHeading: 95))])
            await sink.events.wait { $0.count == 2 }
        }
        #expect(sink.events.value.compactMap(\.timestamp) == [.sample(0), .sample(2)])
    }

    @Test func `Deferred locations come together when the way is travelled`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startUpdatingLocation()
            manager.allowDeferredLocationUpdates(untilTraveled: 95, timeout: .infinity)
            await bench.receiver.calls.wait { $0 == [.start] }
            for second in 0...10 { bench.receiver.say(.sample(Double(second), north: Double(second) * 10)) }
            await sink.events.wait { !$0.isEmpty }
        }
        let finish = DeferredUpdatesFinish(timestamp: .sample(10))
        #expect(sink.events.value.first == .deferredUpdatesFinished(finish))
        #expect(sink.locations == (0...10).map { .sample(Double($0), north: Double($0) * 10) })
    }

    @Test func `A deferral ends at its timeout though nothing comes`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startUpdatingLocation()
            manager.allowDeferredLocationUpdates(untilTraveled: .infinity, timeout: 30)
            await bench.receiver.calls.wait { $0 == [.start] }
            await bench.clock.sleepers(atLeast: 2)
            bench.clock.advance(by: .seconds(30))
            await sink.events.wait { $0.contains(.deferredUpdatesFinished(DeferredUpdatesFinish())) }
        }
        #expect(sink.locations.isEmpty)
    }

    @Test func `A forbidden deferral is reported`() async {
        let (manager, sink) = bench.client()
        var settings = ManagerSettings.unfiltered()
        await bench.run {
            manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
            manager.startUpdatingLocation()
            settings.distanceFilter = 5
            manager.apply(settings)
            manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
            settings.desiredAccuracy = .hundredMeters
            manager.apply(settings)
            manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
            await sink.events.wait { $0.count == 3 }
        }
        let errors: [LocationFailure.Error] = [
            .deferredNotUpdatingLocation, .deferredDistanceFiltered, .deferredAccuracyTooLow,
        ]
        #expect(sink.events.value == errors.map { .deferredUpdatesFinished(DeferredUpdatesFinish(error: $0)) })
    }

    @Test func `Background events arrive on return`() async {
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            manager.enterBackground()
            for second in 0..<5 { bench.receiver.say(.sample(Double(second))) }
            await bench.accepted(atLeast: 5)
            await manager.wait { $0.waitingInBackground == 5 }
            #expect(sink.events.value.isEmpty)
            manager.enterForeground()
            await sink.locations(atLeast: 5)
            #expect(await manager.status.waitingInBackground == nil)
        }
        #expect(sink.locations.count == 5)
    }

    @Test func `The background's queue is bounded and counted`() {
        var queue = BackgroundQueue(limit: 10)
        for second in 0..<95 { queue.append([.location(.sample(Double(second)))]) }
        #expect(queue.count == 10 && queue.dropped == 85)
        #expect(queue.takeAll().locations == (85..<95).map { .sample(Double($0)) })
        #expect(queue.count == 0 && queue.takeAll().isEmpty)
    }

    @Test func `The state of services survives a restart`() async {
        let home = Region(identifier: "home", center: .sample, radius: 100)
        let (first, before) = bench.client()
        await bench.run {
            first.startMonitoring(for: home)
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say(.sample(0))
            await before.events.wait { !$0.isEmpty }
        }
        let next = HubBench()
        let (second, after) = next.client(resuming: await first.serviceState)
        await next.run {
            second.startMonitoring(for: home)
            await next.hub.wait { $0.state(ofRegion: "home", of: second) == .inside }
        }
        #expect(after.events.value.isEmpty)
    }
}
