import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct LocationHubTests {
    private let bench = HubBench()

    @Test func `The receiver is held while a manager needs it`() async {
        let manager = bench.client().manager
        await bench.run {
            #expect(bench.receiver.calls.value.isEmpty)
            await bench.start(manager)
            manager.stopUpdatingLocation()
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
            manager.startUpdatingLocation()
            await bench.receiver.calls.wait { $0 == [.start, .stop, .start] }
        }
        #expect(bench.receiver.calls.value == [.start, .stop, .start, .stop])
    }

    @Test func `The last of several managers lets go`() async {
        let first = bench.client().manager
        let (second, sink) = bench.client()
        await bench.run(starting: first, second) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            first.stopUpdatingLocation()
            bench.receiver.say(.sample(1))
            await sink.locations(atLeast: 2)
            #expect(bench.receiver.calls.value == [.start])
            second.stopUpdatingLocation()
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
        }
    }

    @Test func `Each manager has its own filters`() async {
        let filters: [Double?] = [nil, 10, 500]
        let clients = filters.map { filter in bench.client { $0.distanceFilter = filter } }
        let (managers, sinks) = (clients.map(\.manager), clients.map(\.sink))
        await bench.run(starting: managers[0], managers[1], managers[2]) {
            for second in 0...100 { bench.receiver.say(.sample(Double(second), north: Double(second) * 5.001)) }
            await sinks[0].locations(atLeast: 101)
            await sinks[1].locations(atLeast: 51)
            await sinks[2].locations(atLeast: 2)
        }
        #expect(sinks.map(\.locations.count) == [101, 51, 2])
    }

    @Test func `Cancellation lets go of the receiver and leaves no alarm`() async {
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
        }
        #expect(bench.receiver.calls.value == [.start, .stop])
        await bench.clock.noSleepers()
    }

    @Test func `A manager that leaves after the hub ended sets no alarm`() async {
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
        }
        manager.finish()
        await manager.settle()
        #expect(await bench.hub.status.managers == 0)
        await bench.clock.noSleepers()
        #expect(bench.receiver.calls.value == [.start, .stop])
    }

    @Test(arguments: [true, false]) func `A manager that is ended or forgotten lets go`(_ isEnded: Bool) async {
        var manager: LocationManager? = LocationManager(
            settings: .unfiltered(), hub: bench.hub, sink: RecordingSink())
        await bench.run {
            manager?.startUpdatingLocation()
            await bench.receiver.calls.wait { $0 == [.start] }
            if isEnded { manager?.finish() } else { manager = nil }
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
        }
    }

    @Test func `Every fix is counted`() async {
        let bench = HubBench(resumingAfter: .sample(-1))
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            var high = Fix.sample(1, north: 1)
            high.altitude = -704
            bench.receiver.say(
                .sample(-1), .sample(0, north: 1), Fix(mode: .none), high, .sample(1, north: 1), .sample(2, north: 2))
            bench.receiver.say([.sky(SkyView(satellites: [Satellite(identifier: 7, isUsed: true)]))])
            await sink.locations(atLeast: 3)
            await bench.hub.wait { $0.status.sky != nil }
            let status = await bench.hub.status
            #expect(status.accepted == 3 && status.rejected == [.duplicate: 2, .noFix: 1])
            #expect(status.altitudesRejected == 1 && status.sky?.used == 1)
            #expect(status.latest?.location.timestamp == .sample(2) && status.latest?.arrival == .zero)
            #expect(status.source == "scripted:" && status.managers == 1)
        }
    }
}
