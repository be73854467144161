import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct LocationManagerTests {
    private let bench = HubBench()

    @Test func `Before it is started nothing is delivered`() async {
        let (stopped, idle) = bench.client()
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            #expect(await !stopped.status.isUpdating)
        }
        #expect(idle.events.value.isEmpty)
    }

    @Test func `Started twice it yields nothing new`() async {
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            manager.startUpdatingLocation()
            bench.receiver.say(.sample(1))
            #expect(await sink.locations(atLeast: 2) == [.sample(0), .sample(1)])
            #expect(await manager.status.delivered == 2)
        }
    }

    @Test func `A pause lets go of the receiver under power saving`() async {
        let bench = HubBench(lookInterval: .seconds(60))
        let (manager, sink) = bench.client { $0.pausesLocationUpdatesAutomatically = true }
        await bench.run(starting: manager) {
            for second in 0...300 { bench.receiver.say(.sample(Double(second))) }
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
            #expect(await manager.status.pauseCause == .stationary)
            manager.apply(.unfiltered())
            await bench.receiver.calls.wait { $0 == [.start, .stop, .start] }
            let resume = Resume(timestamp: .sample(300), coordinate: .sample, cause: .requested)
            let events = await sink.events.wait { $0.last == .resume(resume) }
            #expect(events.contains { if case .pause = $0 { true } else { false } })
        }
    }

    @Test func `A future that was corrected while stopped makes nothing too old`() async {
        let (manager, sink) = bench.client { $0.maximumAge = 60 }
        let (other, otherSink) = bench.client()
        await bench.run(starting: manager, other) {
            bench.receiver.say(.sample(3e9))
            await sink.locations(atLeast: 1)
            manager.stopUpdatingLocation()
            await bench.hub.wait { $0.status.managers <= 1 }
            for second in 0..<5 { bench.receiver.say(.sample(Double(second))) }
            await otherSink.locations(atLeast: 4)
            manager.startUpdatingLocation()
            #expect(await sink.locations(atLeast: 2).last == .sample(4))
        }
    }

    @Test func `A restart gets the latest location once`() async {
        let (manager, sink) = bench.client()
        let other = bench.client().manager
        await bench.run(starting: manager, other) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            manager.stopUpdatingLocation()
            bench.receiver.say(.sample(1))
            await bench.hub.wait { $0.status.accepted >= 2 }
            manager.startUpdatingLocation()
            await sink.locations(atLeast: 2)
            bench.receiver.say(.sample(2))
            #expect(await sink.locations(atLeast: 3) == [.sample(0), .sample(1), .sample(2)])
        }
    }
}
