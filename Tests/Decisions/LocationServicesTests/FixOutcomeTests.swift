import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// Each reason comes with the figures that decided.
@Suite struct FixOutcomeTests {
    private func outcome(
        _ configure: (inout ManagerSettings) -> Void, after earlier: [Location] = [], _ location: Location,
        age: Double? = nil
    ) -> (reason: RejectionReason?, measured: Double?, limit: Double?) {
        var updates = StandardUpdates(settings: .unfiltered(configure))
        var events: [LocationEvent] = []
        for location in earlier { updates.receive(location, into: &events) }
        let reason = updates.receive(location, age: age, into: &events)
        let figures = updates.figures(of: location, heldBack: reason, age: age)
        return (reason, figures.measured.map { ($0 * 100).rounded() / 100 }, figures.limit)
    }

    @Test func `A delivered location has no reason and its accuracy`() {
        #expect(outcome({ _ in }, .sample(0, accuracy: 4)) == (nil, 4, nil))
    }

    @Test func `Distance accuracy age speed and interval`() {
        #expect(
            outcome({ $0.distanceFilter = 10 }, after: [.sample(0)], .sample(1, north: 4.2))
                == (.distanceFilter, 4.2, 10))
        #expect(
            outcome({ $0.maximumHorizontalAccuracy = 100 }, .sample(0, accuracy: 140)) == (.inaccurate, 140, 100))
        #expect(outcome({ $0.maximumAge = 60 }, .sample(0), age: 75) == (.tooOld, 75, 60))
        #expect(
            outcome({ $0.maximumSpeed = 100 }, after: [.sample(0)], .sample(2, north: 1000)) == (.tooFast, 500, 100))
        #expect(
            outcome({ $0.minimumInterval = 5 }, after: [.sample(0)], .sample(3, north: 40)) == (.minimumInterval, 3, 5))
    }

    @Test func `Drift and a pause tell how far it is from the place that is held`() {
        let parked = (0...300).map { Location.sample(Double($0)) }
        let held = outcome(
            { $0.holdsPositionWhenStationary = true }, after: Array(parked.prefix(100)), .sample(100, north: 7))
        #expect(held.0 == .stationary && abs((held.1 ?? 0) - 7) < 0.5 && held.2 == 45)
        #expect(
            outcome({ $0.pausesLocationUpdatesAutomatically = true }, after: parked, .sample(301, north: 12))
                == (.paused, 12, 50))
    }

    @Test func `The manager keeps what it held back, and the hub what its gate refused`() async throws {
        let bench = HubBench()
        let (manager, sink) = bench.client { $0.distanceFilter = 10 }
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            bench.receiver.say(.sample(1, north: 4))
            bench.receiver.say(Fix(mode: .none))
            bench.receiver.say(.sample(0.5, north: 6))
            bench.receiver.say(.sample(2, north: 20))
            await sink.locations(atLeast: 2)
        }
        let kept = await manager.history
        #expect(kept.map(\.kind) == [.delivered, .withheld(.distanceFilter), .delivered])
        #expect(kept.map(\.firstTimestamp) == [.sample(0), .sample(1), .sample(2)])
        #expect(abs((kept[1].figures.measured ?? 0) - 4) < 0.01)
        let refused = await bench.hub.history.filter { if case .rejected = $0.kind { true } else { false } }
        #expect(refused.map(\.kind) == [.rejected(.noFix), .rejected(.timeBackwards)])
        #expect(refused.last?.figures.measured == 0.5)
    }

    @Test func `An outage is kept with its length`() async throws {
        let bench = HubBench()
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            bench.receiver.say([.link(ReceiverLink(.absent(.unplugged)))])
            await bench.hub.wait { $0.status.condition.state == .absent }
            bench.clock.advance(by: .seconds(40))
            let lasting = await bench.hub.history.last
            #expect(lasting?.kind == .outage(.unplugged))
            #expect(lasting.map { $0.lastArrival - $0.firstArrival } == .seconds(40))
            bench.clock.advance(by: .seconds(2))
            bench.receiver.say(.sample(42, north: 30))
            await sink.locations(atLeast: 2)
            bench.clock.advance(by: .seconds(100))
            // By now the receiver is silent, which may be kept already.
            let over = await bench.hub.history.last { $0.kind == .outage(.unplugged) }
            #expect(over.map { $0.lastArrival - $0.firstArrival } == .seconds(42))
        }
    }
}
