import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

/// What starting, starting twice, stopping and starting again mean to each service, and what it needs meanwhile.
@Suite(.timeLimit(.minutes(15))) struct ServiceLifecycleTests {
    private let bench = HubBench()

    @Test func `A second request does nothing while one is open`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.requestLocation(timeout: .seconds(3))
            manager.requestLocation(timeout: .seconds(1000))
            await bench.receiver.calls.wait { $0 == [.start] }
            await bench.clock.sleepers(atLeast: 2)
            // It is the first one's time that is over.
            bench.clock.advance(by: .seconds(3))
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
        }
        #expect(sink.events.value == [.failure(LocationFailure(.locationUnknown))])
    }

    @Test func `Starting updates cancels a request`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.requestLocation(timeout: .seconds(3))
            manager.startUpdatingLocation()
            await manager.wait { $0.isUpdating }
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            bench.clock.advance(by: .seconds(4))
            bench.receiver.say(.sample(4))
            await sink.locations(atLeast: 2)
        }
        #expect(sink.events.value == [.location(.sample(0)), .location(.sample(4))])
    }

    @Test func `Stopping and starting ends a pause`() async {
        let (manager, sink) = bench.client { $0.pausesLocationUpdatesAutomatically = true }
        await bench.run(starting: manager) {
            for second in 0...310 { bench.receiver.say(.sample(Double(second))) }
            await manager.wait { $0.held[.paused, default: 0] == 11 }
            manager.stopUpdatingLocation()
            await bench.receiver.calls.wait { $0.last == .stop }
            await bench.start(manager)
            bench.receiver.say(.sample(320))
            await sink.events.wait { $0.last == .location(.sample(320)) }
            #expect(await manager.status.pauseCause == nil)
        }
    }

    @Test func `Significant changes begin anew with the latest and a second start tells nothing`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startMonitoringSignificantLocationChanges()
            await bench.receiver.calls.wait { $0 == [.start] }
            bench.receiver.say(.sample(0))
            await sink.locations(atLeast: 1)
            manager.startMonitoringSignificantLocationChanges()
            bench.receiver.say(.sample(1, north: 100))
            await bench.accepted(atLeast: 2)
            manager.stopMonitoringSignificantLocationChanges()
            await bench.receiver.calls.wait { $0.last == .stop }
            manager.startMonitoringSignificantLocationChanges()
            await sink.locations(atLeast: 2)
        }
        #expect(sink.locations == [.sample(0), .sample(1, north: 100)])
    }

    @Test func `After a stop the next heading is delivered without a turn`() async {
        let (manager, sink) = bench.client()
        /// A heading, and a location behind it that says when it was dealt with.
        func say(_ second: Double) async {
            bench.receiver.say([
                .heading(Heading(timestamp: .sample(second), magneticHeading: 90)), .fix(.sample(second)),
            ])
            await sink.events.wait { events in
                if case .location(let location)? = events.last { location.timestamp == .sample(second) } else { false }
            }
        }
        await bench.run(starting: manager) {
            manager.startUpdatingHeading()
            await say(0)
            manager.startUpdatingHeading()
            await say(1)
            manager.stopUpdatingHeading()
            manager.startUpdatingHeading()
            await say(2)
        }
        let headings = sink.events.value.compactMap {
            if case .heading(let heading) = $0 { heading.timestamp } else { nil }
        }
        #expect(headings == [.sample(0), .sample(2)])
    }

    @Test func `Stopping cancels a deferral and what was kept comes`() async {
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            manager.allowDeferredLocationUpdates(untilTraveled: 1e6, timeout: .infinity)
            for second in 0..<4 { bench.receiver.say(.sample(Double(second))) }
            await bench.judged(4, by: [manager])
            #expect(sink.events.value.isEmpty)
            manager.stopUpdatingLocation()
            await sink.events.wait { !$0.isEmpty }
        }
        let finish = DeferredUpdatesFinish(timestamp: .sample(3), error: .deferredCanceled)
        #expect(
            sink.events.value == [.deferredUpdatesFinished(finish)] + (0..<4).map { .location(.sample(Double($0))) })
    }

    @Test func `A deferral must be asked for again`() async {
        let (manager, sink) = bench.client()
        await bench.run {
            manager.startUpdatingLocation()
            manager.allowDeferredLocationUpdates(untilTraveled: 15, timeout: .infinity)
            await bench.receiver.calls.wait { $0 == [.start] }
            for second in 0...2 { bench.receiver.say(.sample(Double(second), north: Double(second) * 10)) }
            await sink.locations(atLeast: 3)
            bench.receiver.say(.sample(3, north: 30))
            await sink.locations(atLeast: 4)
        }
        // One finish before its batch, none before what came afterwards.
        #expect(sink.events.value.count == 5)
    }

    @Test func `In the background the demand is the background's accuracy`() async {
        let bench = HubBench(lookInterval: .seconds(60))
        let (manager, _) = bench.client { $0.backgroundAccuracy = .kilometer }
        await bench.run(starting: manager) {
            manager.enterBackground()
            // A kilometre is content with looks.
            await bench.receiver.calls.wait { $0 == [.start, .stop] }
            manager.enterForeground()
            await bench.receiver.calls.wait { $0 == [.start, .stop, .start] }
        }
    }

    @Test func `Each service says what it needs of the receiver`() {
        func demand(_ commands: ServiceCommand...) -> Demand? {
            var services = OtherServices(settings: .unfiltered(), resuming: nil)
            var events: [LocationEvent] = []
            for command in commands { services.handle(command, isUpdating: false, at: .live(.zero), into: &events) }
            return Self.demand(of: &services)
        }
        let home = Region(identifier: "home", center: .sample, radius: 100)
        #expect(demand() == nil)
        #expect(demand(.requestLocation(timeout: .seconds(1))) == Demand(desiredAccuracy: .best))
        #expect(demand(.startSignificantChanges) == Demand(desiredAccuracy: .kilometer))
        #expect(demand(.startVisits) == Demand(desiredAccuracy: .hundredMeters))
        #expect(demand(.startHeading) == Demand(desiredAccuracy: .hundredMeters, needsHeading: true))
        #expect(demand(.startActivity) == Demand(desiredAccuracy: .hundredMeters))
        #expect(demand(.startMonitoring([home])) == Demand(desiredAccuracy: .nearestTenMeters))
        #expect(demand(.startMonitoring([home]), .stopMonitoring("home")) == nil)
        #expect(demand(.startVisits, .stopVisits, .startHeading, .stopHeading) == nil)
    }

    @Test(arguments: [DesiredAccuracy.kilometer, .threeKilometers, .reduced])
    func `A request is not content with a look`(accuracy: DesiredAccuracy) {
        var services = OtherServices(settings: .unfiltered { $0.desiredAccuracy = accuracy }, resuming: nil)
        var events: [LocationEvent] = []
        services.handle(
            .requestLocation(timeout: .seconds(10)), isUpdating: false, at: .live(.zero), into: &events)
        #expect(Self.demand(of: &services) == Demand(desiredAccuracy: .hundredMeters))
        // It ends within the radius that it asked for.
        services.receive(
            .sample(0, accuracy: 900), nil, timeReset: nil, isDelivered: false, isUpdating: false, into: &events)
        #expect(events == [.location(.sample(0, accuracy: 900))])
        #expect(Self.demand(of: &services) == nil)
    }

    @Test func `During a visit looks are enough`() {
        var services = OtherServices(settings: .unfiltered(), resuming: nil)
        var events: [LocationEvent] = []
        services.handle(.startVisits, isUpdating: false, at: .live(.zero), into: &events)
        for second in 0...301 {
            services.receive(
                .sample(Double(second)), nil, timeReset: nil, isDelivered: false, isUpdating: false, into: &events)
        }
        #expect(Self.demand(of: &services)?.isContentWithLooks == true)
    }

    private static func demand(of services: inout OtherServices) -> Demand? {
        var demands = CombinedDemand()
        services.addDemands(to: &demands)
        return demands.demand
    }
}
