import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// What departs from a client's settings, as the client and the receiver meet it.
@Suite(.timeLimit(.minutes(15))) struct LocationManagerSettingsTests {
    private let bench = HubBench()

    private static func drive(_ seconds: ClosedRange<Int>) -> [Fix] {
        seconds.map { .sample(Double($0), north: Double($0) * 10, speed: 10) }
    }

    @Test func `A raised accuracy holds the receiver and is restored`() async {
        let bench = HubBench(lookInterval: .seconds(300))
        let (manager, sink) = bench.client { $0.desiredAccuracy = .kilometer }
        await bench.run(starting: manager) {
            for fix in Self.drive(0...2) { bench.receiver.say(fix) }
            // A look is over with three locations.
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
            manager.raiseAccuracy(to: .best, seconds: 30)
            await bench.receiver.calls.wait { $0 == [.start, .stop, .start] }
            for fix in Self.drive(10...39) { bench.receiver.say(fix) }
            await sink.locations(atLeast: 33)
            #expect(bench.receiver.calls.value == [.start, .stop, .start])
            #expect(await manager.status.settingsInForce?.reason == .raised)
            for fix in Self.drive(40...41) { bench.receiver.say(fix) }
            await bench.receiver.calls.wait { $0 == [.start, .stop, .start, .stop] }
            #expect(await manager.status.settingsInForce == nil)
        }
    }

    @Test func `A region that asks for it raises the accuracy while inside`() async {
        let (manager, sink) = bench.client { $0.desiredAccuracy = .kilometer }
        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.desiredAccuracy = .nearestTenMeters
        // No event is told: the accuracy follows the state.
        (home.notifyOnEntry, home.notifyOnExit) = (false, false)
        await bench.run(starting: manager) {
            manager.startMonitoring(for: home)
            for second in 0...30 {
                bench.receiver.say(.sample(Double(second), north: 300 - Double(second) * 10, speed: 10))
            }
            await sink.locations(atLeast: 31)
            #expect(await manager.status.settingsInForce?.desiredAccuracy == .nearestTenMeters)
            for second in 31...60 {
                bench.receiver.say(.sample(Double(second), north: 300 - Double(second) * 10, speed: 10))
            }
            await sink.locations(atLeast: 61)
            #expect(await manager.status.settingsInForce == nil)
            #expect(sink.events.value.count == 61)
        }
    }

    @Test func `Asleep it tells significant changes only and awake it goes on from the last delivered`() async {
        let (manager, sink) = bench.client { $0.distanceFilter = 45 }
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            manager.sleep()
            await manager.wait { $0.settingsInForce?.reason == .sleep }
            for fix in Self.drive(1...400) { bench.receiver.say(fix) }
            await bench.accepted(atLeast: 401)
            await sink.locations(atLeast: 2)
            await bench.hub.wait { $0.history(of: manager).last?.lastTimestamp == .sample(400) }
            // 500 m were reached after 50 s, the five minutes after 300.
            #expect(sink.locations.map(\.timestamp) == [.sample(0), .sample(300)])
            manager.wake()
            await manager.wait { $0.settingsInForce == nil }
            for fix in Self.drive(401...406) { bench.receiver.say(fix) }
            await sink.locations(atLeast: 4)
        }
        // Nothing of the night comes late, nothing twice, and the filter holds again.
        #expect(sink.events.value == sink.locations.map { .location($0) })
        #expect(sink.locations.map(\.timestamp) == [.sample(0), .sample(300), .sample(401), .sample(406)])
    }

    @Test func `Sleep outlives a stop and a restart`() async {
        let (manager, _) = bench.client()
        await bench.run {
            manager.sleep()
            await bench.start(manager)
            #expect(await manager.status.settingsInForce?.reason == .sleep)
            manager.stopUpdatingLocation()
            await bench.receiver.calls.wait { $0.last == .stop }
            await bench.start(manager)
            #expect(await manager.status.settingsInForce?.reason == .sleep)
        }
        let next = HubBench()
        let (second, _) = next.client(resuming: await manager.serviceState)
        await next.run(starting: second) {
            #expect(await second.status.settingsInForce?.reason == .sleep)
        }
    }

    @Test func `The adaptive preset follows a drive`() async {
        let (manager, sink) = bench.client { $0.preset = .adaptive }
        await bench.run(starting: manager) {
            for fix in Self.drive(0...200) { bench.receiver.say(fix) }
            await bench.hub.wait { $0.history(of: manager).last?.lastTimestamp == .sample(200) }
            #expect(await manager.status.settingsInForce?.activity == .automotive)
            // First every location, then one in sixty metres.
            let late = sink.locations.filter { $0.timestamp > .sample(120) }
            #expect((12...14).contains(late.count))
        }
    }

    @Test func `A replay applies the preset too`() {
        func delivered(_ preset: SettingsPreset) -> Int {
            var replay = Replay(settings: .unfiltered { $0.preset = preset })
            var events: [LocationEvent] = []
            for fix in Self.drive(0...700) { replay.receive(.fix(fix), into: &events) }
            return events.locations.count
        }
        #expect(delivered(.configured) == 701)
        #expect(delivered(.significantChanges) == 3)
        #expect((100...250).contains(delivered(.adaptive)))
    }

    @Test func `A lost receiver is reported once per outage`() async {
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            bench.receiver.say([.link(ReceiverLink(.absent(.unplugged)))])
            bench.receiver.say([.link(ReceiverLink(.absent(.noDevice)))])
            bench.receiver.say([.link(ReceiverLink(.open)), .fix(Fix(mode: .none)), .fix(.sample(9))])
            await sink.locations(atLeast: 2)
            bench.receiver.say([.link(ReceiverLink(.absent(.unplugged)))])
            await sink.events.wait { $0.failures.count == 2 }
        }
        let failures = sink.events.value.failures
        #expect(failures == [0, 9].map { LocationFailure(.locationUnknown, timestamp: .sample($0)) })
    }
}

extension [LocationEvent] {
    /// The failures among the events.
    fileprivate var failures: [LocationFailure] {
        compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }
}
