import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// What a manager tells a client whose authorization changes, and in which order.
@Suite(.timeLimit(.minutes(15))) struct AuthorizationTests {
    private let bench = HubBench()

    private func client(
        _ bench: HubBench, _ authorization: Authorization
    ) -> (manager: LocationManager, sink: RecordingSink) {
        let sink = RecordingSink()
        let manager = LocationManager(
            settings: .unfiltered(), hub: bench.hub, sink: sink, authorization: authorization)
        return (manager, sink)
    }

    private static let reduced = Authorization(.authorizedWhenInUse, accuracy: .reducedAccuracy)

    private func isReduced(_ location: Location) -> Bool {
        (location.horizontalAccuracy ?? 0) > 4000 && location.speed == nil && location.satellitesUsed == nil
    }

    @Test func `Unauthorized clients hold no receiver, until they are authorized`() async {
        let (manager, sink) = client(bench, Authorization(.notDetermined))
        let (other, _) = client(bench, .everything)
        await bench.run {
            manager.startUpdatingLocation()
            manager.startMonitoringSignificantLocationChanges()
            await bench.start(other)
            #expect(await bench.hub.status.managers == 1)
            bench.receiver.say(.sample(0), .sample(1, north: 20))
            await bench.accepted(atLeast: 2)
            manager.authorize(.everything)
            await bench.hub.wait { $0.status.managers == 2 }
            bench.receiver.say(.sample(2, north: 40))
            // The latest that there is, and what comes.
            await sink.locations(atLeast: 2)
            #expect(sink.events.value.first == .authorization(.everything))
            #expect(sink.locations.map(\.timestamp).filter { $0 < .sample(1) }.isEmpty)
        }
    }

    @Test func `From full to reduced and back, nothing exact is delivered between`() async {
        let (manager, sink) = client(bench, .everything)
        await bench.run(starting: manager) {
            manager.startMonitoringSignificantLocationChanges()
            manager.startActivityUpdates()
            manager.startUpdatingHeading()
            for second in 0..<10 { bench.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20)) }
            await sink.locations(atLeast: 10)
            manager.authorize(Self.reduced)
            await sink.events.wait { $0.contains(.authorization(Self.reduced)) }
            for second in 10..<100 {
                bench.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20))
            }
            bench.receiver.say([.heading(Heading(timestamp: .sample(100), magneticHeading: 10, trueHeading: nil))])
            await bench.accepted(atLeast: 100)
            manager.authorize(.everything)
            await sink.events.wait {
                $0.last(where: { if case .location = $0 { true } else { false } }) != nil
                    && $0.contains(.authorization(.everything))
            }
            bench.receiver.say(.sample(101, north: 2020, speed: 20))
            await sink.events.wait { $0.contains { $0.timestamp == .sample(101) } }
            let delivered = sink.events.value
            let first = delivered.firstIndex(of: .authorization(Self.reduced)) ?? 0
            let last = delivered.firstIndex(of: .authorization(.everything)) ?? 0
            #expect(first < last)
            let between = delivered[first..<last]
            #expect(
                between.allSatisfy { event in
                    switch event {
                    case .location(let location): isReduced(location)
                    case .authorization, .gap: true
                    default: false
                    }
                }, "\(between)")
            #expect(
                delivered[..<first].locations.count >= 10 && delivered[last...].locations.allSatisfy { !isReduced($0) })
        }
    }

    @Test func `Averaging reduced locations discloses nothing`() async {
        let count = Rounds.of(1000)
        let (manager, sink) = client(bench, Self.reduced)
        var generator = SeededGenerator(seed: 64)
        await bench.run(starting: manager) {
            for number in 0..<count {
                let (north, east) = (
                    Double.random(in: -30...30, using: &generator), Double.random(in: -30...30, using: &generator)
                )
                bench.receiver.say(.sample(900 * Double(number), north: north, east: east))
                await sink.locations(atLeast: number + 1)
                bench.clock.advance(by: ReducedAccuracy.interval)
            }
            let places = Set(sink.locations.map(\.coordinate.latitude)).union(
                sink.locations.map(\.coordinate.longitude))
            #expect(places.count == 2 && sink.locations.count == count)
        }
    }

    @Test func `Changes with reduced accuracy go on when the time went back`() async {
        let (exact, _) = client(bench, .everything)
        let (manager, sink) = client(bench, Self.reduced)
        await bench.run(starting: exact) {
            manager.startMonitoringSignificantLocationChanges()
            await bench.hub.wait { $0.status.managers == 2 }
            for second in 0..<3 { bench.receiver.say(.sample(36_000 + Double(second))) }
            await sink.locations(atLeast: 1)
            // Two fixes are held until a third confirms the new time.
            for second in 0..<5 { bench.receiver.say(.sample(18_000 + Double(second))) }
            bench.receiver.say(.sample(18_900, north: 20_000))
            await bench.accepted(atLeast: 7)
            await manager.settle()
        }
        #expect(sink.locations.count == 2)
        let resets = sink.events.value.compactMap { if case .timeReset(let reset) = $0 { reset } else { nil } }
        #expect(resets.count == 1)
        // Neither of its times says when a fix came.
        #expect(resets.allSatisfy { max($0.previous, $0.timestamp).milliseconds % 900_000 == 0 })
    }

    @Test func `A request for one location gets the reduced one at once`() async {
        let (exact, _) = client(bench, .everything)
        let (manager, sink) = client(bench, Self.reduced)
        await bench.run(starting: exact) {
            bench.receiver.say(.sample(0))
            await bench.accepted(atLeast: 1)
            manager.requestLocation()
            let delivered = await sink.locations(atLeast: 1)
            #expect(delivered.allSatisfy(isReduced))
            #expect(await bench.hub.reducedLocation == delivered.first)
        }
    }

    @Test(arguments: [AuthorizationStatus.denied, .restricted])
    func `Denied clients get the change first, then the failure, and on each start`(_ status: AuthorizationStatus) async
    {
        let (manager, sink) = client(bench, .everything)
        let refusal = Authorization(status)
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            manager.authorize(refusal)
            await bench.receiver.calls.wait { $0.last == .stop }
            manager.requestLocation()
            await sink.events.wait { $0.count { $0 == .failure(LocationFailure(.denied)) } == 2 }
            #expect(
                sink.events.value.dropFirst().prefix(2) == [
                    .authorization(refusal), .failure(LocationFailure(.denied)),
                ])
            manager.authorize(refusal)
            manager.authorize(.everything)
            await bench.receiver.calls.wait { $0.last == .start }
            #expect(sink.events.value.count { if case .authorization = $0 { true } else { false } } == 2)
        }
    }

    @Test func `Waiting or deferred events are withheld after denial`() async {
        let (manager, sink) = client(bench, .everything)
        await bench.run(starting: manager) {
            manager.allowDeferredLocationUpdates(untilTraveled: 1e9, timeout: 1e9)
            for second in 0..<5 { bench.receiver.say(.sample(Double(second), north: 20 * Double(second))) }
            await bench.accepted(atLeast: 5)
            await bench.judged(5, by: [manager])
            manager.authorize(Self.reduced)
            manager.disallowDeferredLocationUpdates()
            manager.enterBackground()
            manager.authorize(.everything)
            bench.receiver.say(.sample(5, north: 100))
            await bench.judged(6, by: [])
            manager.authorize(Authorization(.denied))
            manager.enterForeground()
            await sink.events.wait { $0.last == .failure(LocationFailure(.denied)) }
            #expect(sink.locations.allSatisfy(isReduced), "\(sink.events.value)")
        }
    }

    @Test func `The change comes before the end of a deferral`() async {
        let (manager, sink) = client(bench, .everything)
        await bench.run(starting: manager) {
            manager.allowDeferredLocationUpdates(untilTraveled: 1e9, timeout: 1e9)
            manager.authorize(Self.reduced)
            let delivered = await sink.events.wait { $0.count >= 2 }
            let finish = DeferredUpdatesFinish(error: .deferredCanceled)
            #expect(delivered == [.authorization(Self.reduced), .deferredUpdatesFinished(finish)])
        }
    }

    @Test func `A region is not tested against a reduced location`() async {
        let (manager, sink) = client(bench, Self.reduced)
        await bench.run {
            manager.startMonitoring(for: Region(identifier: "land", center: .sample, radius: 100_000))
            await bench.start(manager)
            for quarter in 0..<5 {
                bench.receiver.say(.sample(900 * Double(quarter)))
                await sink.locations(atLeast: quarter + 1)
                bench.clock.advance(by: ReducedAccuracy.interval)
            }
            #expect(await manager.state(ofRegion: "land") == .unknown)
            manager.authorize(.everything)
            for second in 4000..<4010 { bench.receiver.say(.sample(Double(second))) }
            await bench.hub.wait { $0.state(ofRegion: "land", of: manager) == .inside }
            let before = sink.events.value.prefix { $0 != .authorization(.everything) }
            #expect(!before.contains { if case .region = $0 { true } else { false } })
        }
    }
}

extension ArraySlice<LocationEvent> {
    fileprivate var locations: [Location] { Array(self).locations }
}
