import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

/// The stages of a manager, each for itself.
@Suite struct ManagerStagesTests {
    /// What waits to be confirmed does not wait for the time that it was then.
    @Test func `A region is left though the time went back while the client was denied`() {
        var manager = ManagerCore(settings: ManagerSettings(), resuming: nil, at: .replay)
        func receive(_ seconds: Double, north: Double) -> [LocationEvent] {
            manager.handle(
                .reports([.location(.sample(seconds, north: north), timeReset: nil, arrival: nil)]), at: .replay)
        }
        let region = Region(identifier: "home", shape: .circle(center: .sample, radius: 100))
        _ = manager.handle(.service(.startMonitoring([region])), at: .replay)
        for second in 0..<60 { _ = receive(1e8 + Double(second), north: 0) }
        #expect(receive(1e8 + 60, north: 150).isEmpty)
        _ = manager.handle(.authorize(Authorization(.denied)), at: .replay)
        _ = manager.handle(.authorize(.everything), at: .replay)
        let events = (0..<60).flatMap { receive(Double($0), north: 150) }
        #expect(events.contains { if case .region(let event) = $0 { event.state == .outside } else { false } })
    }

    @Test func `An age is the wait plus the lag behind the newest`() {
        var ages = AgeMeter()
        func age(_ seconds: Double, _ reset: TimeReset? = nil) -> Double? {
            ages.age(of: .sample(seconds), timeReset: reset, arrival: .seconds(10), at: .live(.seconds(12)))
        }
        #expect(age(100) == 2 && age(97) == 5 && age(101) == 2)
        #expect(age(50, TimeReset(timestamp: .sample(50), previous: .sample(101))) == 2)
        ages.forget()
        #expect(age(20) == 2)
    }

    @Test func `In a replay nothing has an age`() {
        var ages = AgeMeter()
        #expect(ages.age(of: .sample(100), timeReset: nil, arrival: nil, at: .replay) == nil)
        #expect(ages.newest == nil)
    }

    @Test func `Without a deferral events pass in order`() {
        var deferral = Deferral()
        var events: [LocationEvent] = []
        for second in 0..<3 {
            var new = [LocationEvent.location(.sample(Double(second)))]
            deferral.pass(&new, into: &events)
            #expect(new.isEmpty)
        }
        #expect(events.locations == [.sample(0), .sample(1), .sample(2)])
        #expect(!deferral.isRunning && deferral.deadline == nil)
    }

    @Test func `A deferral keeps events until its time, and what follows passes`() {
        var deferral = Deferral()
        deferral.begin(untilTraveled: .infinity, timeout: 10, at: .live(.seconds(5)))
        #expect(deferral.deadline == .seconds(15))
        var events: [LocationEvent] = []
        var new = [0.0, 10, 11].map { LocationEvent.location(.sample($0)) }
        deferral.pass(&new, into: &events)
        #expect(!deferral.isRunning && new.isEmpty)
        #expect(events.first == .deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: .sample(10))))
        #expect(events.locations == [.sample(0), .sample(10), .sample(11)])
    }

    @Test func `A pause ends a deferral, and comes after the locations`() {
        var deferral = Deferral()
        deferral.begin(untilTraveled: .infinity, timeout: .infinity, at: .live(.zero))
        var events: [LocationEvent] = []
        let pause = LocationEvent.pause(Pause(timestamp: .sample(1), coordinate: .sample, cause: .stationary))
        var new = [.location(.sample(0)), pause]
        deferral.pass(&new, into: &events)
        #expect(!deferral.isRunning)
        let finish = DeferredUpdatesFinish(timestamp: .sample(0))
        #expect(events == [.deferredUpdatesFinished(finish), .location(.sample(0)), pause])
    }

    @Test func `A deferral that is given up forgets what it kept`() {
        var deferral = Deferral()
        deferral.begin(untilTraveled: .infinity, timeout: 10, at: .live(.zero))
        var events: [LocationEvent] = []
        var new = [LocationEvent.location(.sample(0))]
        deferral.pass(&new, into: &events)
        deferral.giveUp(into: &events)
        #expect(events == [.deferredUpdatesFinished(DeferredUpdatesFinish(error: .deferredCanceled))])
        deferral.giveUp(into: &events)
        deferral.tick(at: .seconds(20), into: &events)
        #expect(events.count == 1)
    }

    @Test func `Background events arrive as one batch`() {
        var stage = BackgroundStage()
        let events = (0..<4).map { LocationEvent.location(.sample(Double($0))) }
        #expect(stage.pass([events[0]]) == [events[0]] && stage.waiting == nil)
        stage.enter()
        #expect(stage.pass([events[1]]).isEmpty && stage.pass([events[2]]).isEmpty)
        #expect(stage.isActive && stage.waiting == 2)
        #expect(stage.leave() == [events[1], events[2]])
        #expect(stage.pass([events[3]]) == [events[3]] && stage.dropped == 0)
        stage.enter()
        _ = stage.pass(events)
        stage.giveUp()
        #expect(stage.leave().isEmpty && stage.dropped == 4)
    }
}
