import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import CoreLocation

@Suite("CLLocationManager", .timeLimit(.minutes(15)))
@MainActor
struct CLLocationManagerTests {
    private let bench = Bench()

    private var daemon: ScriptedDaemon { bench.daemon }

    @Test func `After it was made its delegate is told what the program may have, once`() async {
        let (manager, delegate) = await bench.connected()
        #expect(manager.authorizationStatus == .authorizedAlways)
        #expect(manager.accuracyAuthorization == .fullAccuracy)
        // Another connection says the same: that is no change.
        await daemon.session(0).deliver(.connected)
        await daemon.called("authorization", times: 2)
        let (second, other) = bench.manager()
        #expect(await other.next() == "authorization 3")
        #expect(delegate.all == ["authorization 3"])
        withExtendedLifetime((manager, second)) {}
    }

    @Test func `It is told that before anything else, whichever answer or failure is there first`() async {
        let region = Bench.circle("home")
        let (manager, delegate) = bench.manager()
        _ = await daemon.session(0)
        manager.startMonitoring(for: region)
        #expect(await delegate.next() == "authorization 3")
        #expect(await delegate.next() == "monitoring home")
        let absent = Bench()
        absent.daemon.change { state in
            state.refusal = ScriptedDaemon.absent
            state.authorization = .failure(ScriptedDaemon.absent)
        }
        let (other, delivered) = absent.manager()
        _ = await absent.daemon.session(0)
        other.startUpdatingLocation()
        await absent.daemon.session(1).lose()
        #expect(await delivered.next() == "authorization 2")
        #expect(await delivered.next() == "error 1")
    }

    @Test func `A delegate that is set later is told what the program may have too, the first of them`() async {
        let manager = bench.make { CLLocationManager() }
        await daemon.session(0).deliver(.connected)
        // What was for the main queue before this is done.
        for await known in bench.hub.authorizations() where known.isAuthorized { break }
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        let (first, second) = (RecordingDelegate(), RecordingDelegate())
        manager.delegate = first
        #expect(await first.next() == "authorization 3")
        manager.delegate = second
        daemon.decide(.denied)
        #expect(await second.next() == "authorization 2")
        #expect(first.all.count == 1)
    }

    @Test func `Locations go to the manager that asked, and batches stay together`() async {
        let (manager, delegate) = await bench.connected()
        let (idle, other) = bench.manager()
        #expect(await other.next() == "authorization 3")
        manager.distanceFilter = 25
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.startUpdatingLocation()
        let session = await daemon.session(1)
        #expect(session.services == [.updatingLocation])
        #expect(session.settings.distanceFilter == 25)
        #expect(session.settings.desiredAccuracy == "hundredMeters")
        #expect(manager.location == nil)
        let known = Bench.place(9)
        daemon.change { $0.latest = known }
        #expect(idle.location?.coordinate.latitude == 9, "the daemon knows one, and nothing else came")
        idle.desiredAccuracy = kCLLocationAccuracyReduced
        #expect(idle.location == nil)
        session.deliver(.connected)
        session.deliver(Bench.location(1), Bench.location(2, at: 1))
        #expect(await delegate.next() == "locations 1.0 2.0")
        #expect(manager.location?.coordinate.latitude == 2)
        #expect(manager.location == delegate.locations.last, "locations are equal where they are one object")
        #expect(idle.location == delegate.locations.last, "the program knows it")
        #expect(daemon.calls.count { $0 == "latest" } == 2)
        #expect(other.all == ["authorization 3"])
    }

    @Test func `A daemon that hangs is waited for once, by all properties, until it answers`() async {
        let hanging = LocdClientError(.timedOut, socketPath: "/nowhere")
        daemon.change { ($0.isAuthorizationAnswered, $0.refusal) = (false, hanging) }
        let (manager, delegate) = bench.manager()
        for _ in 0..<3 {
            #expect(manager.location == nil)
            #expect(manager.authorizationStatus == .notDetermined)
            #expect(manager.monitoredRegions.isEmpty)
        }
        #expect(daemon.calls.count { ["latest", "authorization now"].contains($0) } == 1)
        let known = Bench.place(9)
        daemon.change { ($0.isAuthorizationAnswered, $0.refusal, $0.latest) = (true, nil, known) }
        #expect(await delegate.next() == "authorization 3")
        #expect(manager.location?.coordinate.latitude == 9)
    }

    @Test func `A property that is set to the value that it has sends nothing to the daemon`() async {
        let (manager, _) = await bench.connected()
        manager.startUpdatingLocation()
        await daemon.session(1).deliver(.connected)
        for filter in [kCLDistanceFilterNone, 30, 30, 50] {
            manager.desiredAccuracy = kCLLocationAccuracyBest
            manager.activityType = .other
            manager.distanceFilter = filter
        }
        await daemon.called("configure 50.0")
        #expect(daemon.calls.filter { $0.hasPrefix("configure") } == ["configure 30.0", "configure 50.0"])
    }

    @Test
    func
        `Started twice it brings nothing new; stopped and started it begins anew, and what the first brought is nobody's`()
        async
    {
        let (manager, delegate) = await bench.connected()
        manager.startUpdatingLocation()
        manager.startUpdatingLocation()
        let first = await daemon.session(1)
        first.deliver(Bench.location(1))
        #expect(await delegate.next() == "locations 1.0")
        manager.stopUpdatingLocation()
        manager.startUpdatingLocation()
        let second = await daemon.session(2)
        first.deliver(Bench.location(5))
        second.deliver(Bench.location(2))
        #expect(await delegate.next() == "locations 2.0")
        #expect(daemon.state.sessions.count == 3)
    }

    @Test func `Services of one manager share its session; it ends with the last`() async {
        let (manager, delegate) = await bench.connected()
        manager.startMonitoringSignificantLocationChanges()
        let session = await daemon.session(1)
        manager.startUpdatingLocation()
        await daemon.called("start updatingLocation")
        manager.distanceFilter = 50
        await daemon.called("configure 50.0")
        manager.stopUpdatingLocation()
        await daemon.called("stop updatingLocation")
        session.deliver(Bench.location(3))
        #expect(await delegate.next() == "locations 3.0")
        manager.stopMonitoringSignificantLocationChanges()
        await daemon.called("end")
    }

    @Test func `A session is open when the start returns`() async {
        let (manager, _) = await bench.connected()
        manager.startUpdatingLocation()
        #expect(daemon.state.sessions.count == 2)
    }

    @Test func `A request brings one location, or why there is none`() async {
        let (manager, delegate) = await bench.connected()
        manager.desiredAccuracy = 25
        manager.requestLocation()
        manager.requestLocation()
        await daemon.answer(.success(Bench.place(7)))
        #expect(await delegate.next() == "locations 7.0")
        #expect(daemon.calls.filter { $0.hasPrefix("location") } == ["location 25.0"])

        manager.requestLocation()
        await daemon.answer(.failure(LocdClientError(.refused(.locationUnknown), socketPath: "")))
        #expect(await delegate.next() == "error 0")
    }

    @Test func `Stopping or starting updates cancels a request silently, and updates that run forbid one`() async {
        let (manager, delegate) = await bench.connected()
        manager.requestLocation()
        await daemon.until { $0.locations.count == 1 }
        manager.stopUpdatingLocation()
        await daemon.answer(.success(Bench.place(7)))
        manager.startUpdatingLocation()
        manager.requestLocation()
        await daemon.session(1).deliver(Bench.location(8))
        #expect(await delegate.next() == "locations 8.0")
        #expect(daemon.calls.count { $0.hasPrefix("location") } == 1)
    }

    @Test func `Regions and visits are told to all managers, once each, whichever session brings them`() async {
        let (manager, delegate) = await bench.connected()
        let (second, other) = bench.manager()
        #expect(await other.next() == "authorization 3")
        second.startMonitoring(for: Bench.circle("home"))
        #expect(await other.next() == "monitoring home")
        manager.startUpdatingLocation()
        let own = await daemon.session(1)
        let hub = await daemon.session(0)
        // Two threads bring the same events at the same time: the order stays.
        for crossing in 0..<100 {
            let event = Bench.crossing("home", crossing % 2 == 0 ? .inside : .outside, at: Double(crossing))
            hub.deliver(event)
            own.deliver(event)
        }
        for delivered in [delegate, other] {
            for crossing in 0..<100 {
                #expect(await delivered.next() == (crossing % 2 == 0 ? "state home 1" : "state home 2"))
                #expect(await delivered.next() == (crossing % 2 == 0 ? "enter home" : "exit home"))
            }
        }
        #expect((delegate.regions.first as? CLCircularRegion)?.radius == 100)
        hub.deliver(.visit(Bench.visit(47)))
        #expect(await delegate.next() == "visit 47.0")
        #expect(await other.next() == "visit 47.0")
    }

    @Test
    func `What live updates or Core Motion receive before there is a manager is for the first one`() async throws {
        var motion = ProgramClient(hub: bench.hub).updates(of: [.activityUpdates], settings: SessionSettings())
            .makeAsyncIterator()
        await daemon.session(0).deliver(Bench.crossing("home", .outside))
        _ = await motion.next()
        var updates = bench.make { CLLocationUpdate.liveUpdates() }.makeAsyncIterator()
        let script = Task { [daemon] in
            let session = await daemon.session(1)
            session.deliver(.connected)
            session.deliver(Bench.crossing("home", .inside, at: 1), Bench.location(1))
        }
        _ = try await updates.next()
        await script.value
        let (manager, delegate) = bench.manager()
        await daemon.session(2).deliver(.connected)
        #expect(await delegate.next() == "authorization 3")
        for word in ["state home 2", "exit home", "state home 1", "enter home"] {
            #expect(await delegate.next() == word)
        }
        withExtendedLifetime(manager) {}
    }

    @Test func `Being inside from the beginning is a state and no entry`() async {
        let (manager, delegate) = await bench.connected()
        let event = RegionEvent(timestamp: Bench.time(0), identifier: "home", state: .inside, cause: .determined)
        await daemon.session(0).deliver(.region(event), Bench.crossing("home", .outside, at: 9))
        #expect(await delegate.next() == "state home 1")
        #expect(await delegate.next() == "state home 2")
        withExtendedLifetime(manager) {}
    }

    @Test func `Regions are the program's, and the state of one can be asked for`() async {
        daemon.change { state in
            state.regions["old"] = Region(
                identifier: "old", center: Coordinate(latitude: 1, longitude: 1), radius: 50)
            state.states["old"] = .inside
        }
        let (manager, delegate) = await bench.connected()
        #expect(manager.monitoredRegions.map(\.identifier) == ["old"])
        guard let region = manager.monitoredRegions.first else { return }
        manager.requestState(for: region)
        #expect(await delegate.next() == "state old 1")
        manager.stopMonitoring(for: region)
        await daemon.called("remove old")
        #expect(manager.monitoredRegions.isEmpty)
    }

    @Test func `The administrator's regions are not the program's, and leave it all of its twenty`() async {
        let center = Coordinate(latitude: 1, longitude: 1)
        daemon.change { state in
            state.administered = (1...20).map { Region(identifier: "\($0)", center: center, radius: 50) }
        }
        let home = Bench.circle("1")
        let (manager, delegate) = await bench.connected()
        #expect(manager.monitoredRegions.isEmpty)
        manager.startMonitoring(for: home)
        #expect(await delegate.next() == "monitoring 1")
        // Connected anew, it asks for the regions.
        let asked = daemon.calls.count { $0 == "regions" } + 1
        await daemon.session(0).deliver(.connected)
        await daemon.called("regions", times: asked)
        await daemon.session(0).deliver(Bench.crossing("1", .inside))
        #expect(await delegate.next() == "state 1 1")
        #expect(await delegate.next() == "enter 1")
        #expect((delegate.regions.first as? CLCircularRegion)?.radius == 100, "the program's, not the administrator's")
        #expect(manager.monitoredRegions.count == 1)
    }

    @Test func `The state of a region that is not determined yet is told when it is, once`() async {
        let region = Bench.circle("home")
        let (manager, delegate) = await bench.monitoring(region)
        manager.requestState(for: region)
        manager.requestState(for: region)
        await daemon.called("state home", times: 2)
        await daemon.until { $0.sleepers == 1 }
        daemon.passTime()
        await daemon.called("state home", times: 3)
        await daemon.until { $0.sleepers == 1 }
        daemon.change { $0.states["home"] = .outside }
        daemon.passTime()
        #expect(await delegate.next() == "state home 2")
        #expect(await delegate.next() == "state home 2")
        // Nobody asks any more; a region that is not monitored is unknown at once.
        await daemon.until { $0.sleepers == 0 }
        manager.requestState(for: Bench.circle("elsewhere"))
        #expect(await delegate.next() == "state elsewhere 0")
    }

    @Test(.timeLimit(.minutes(15)))
    func `A list of regions that is older than a region does not take it away`() async {
        let (manager, delegate) = await bench.connected()
        daemon.change { $0.areRegionsAnswered = false }
        let asked = daemon.calls.count { $0 == "regions" } + 1
        // Connected anew, it asks for the regions.
        await daemon.session(0).deliver(.connected)
        await daemon.called("regions", times: asked)
        let region = Bench.circle("home")
        manager.startMonitoring(for: region)
        #expect(await delegate.next() == "monitoring home")
        daemon.change { $0.areRegionsAnswered = true }
        await daemon.called("regions", times: asked + 1)
        await daemon.session(0).deliver(Bench.crossing("home", .inside))
        #expect(await delegate.next() == "state home 1")
        #expect(await delegate.next() == "enter home")
        #expect(manager.monitoredRegions == [region])
    }

    @Test func `A list of regions that is late is taken up when it comes, and states of them are answered`() async {
        daemon.change { state in
            state.regions["old"] = Region(
                identifier: "old", center: Coordinate(latitude: 1, longitude: 1), radius: 50)
            state.areRegionsAnswered = false
        }
        let (manager, delegate) = bench.manager()
        #expect(manager.monitoredRegions.isEmpty)
        #expect(await delegate.next() == "authorization 3")
        manager.requestState(for: Bench.circle("old"))
        await daemon.until { $0.sleepers == 1 }
        daemon.change { ($0.areRegionsAnswered, $0.states["old"]) = (true, .inside) }
        #expect(manager.monitoredRegions.map(\.identifier) == ["old"])
        daemon.passTime()
        #expect(await delegate.next() == "state old 1")
    }

    @Test func `Who asked for a state is told by the event that brings it, and not again`() async {
        let region = Bench.circle("home")
        let (manager, delegate) = await bench.monitoring(region)
        manager.requestState(for: region)
        await daemon.until { $0.sleepers == 1 }
        let event = RegionEvent(timestamp: Bench.time(0), identifier: "home", state: .inside, cause: .determined)
        await daemon.session(0).deliver(.region(event))
        #expect(await delegate.next() == "state home 1")
        daemon.change { $0.states["home"] = .inside }
        daemon.passTime()
        await daemon.until { $0.sleepers == 0 }
        await daemon.session(0).deliver(Bench.crossing("home", .outside, at: 9))
        #expect(await delegate.next() == "state home 2")
    }

    @Test func `Events of a region follow the report that it is monitored, with its circle`() async {
        let (manager, delegate) = await bench.monitoring(Bench.circle("work"))
        daemon.change { $0.isStartAnswered = false }
        manager.startMonitoring(for: Bench.circle("home"))
        await daemon.session(0).deliver(Bench.crossing("home", .inside), Bench.crossing("work", .inside))
        #expect(await delegate.next() == "state work 1")
        #expect(await delegate.next() == "enter work")
        daemon.change { $0.isStartAnswered = true }
        #expect(await delegate.next() == "monitoring home")
        #expect(await delegate.next() == "state home 1")
        #expect(await delegate.next() == "enter home")
        #expect(delegate.regions.last is CLCircularRegion)
    }

    @Test func `A request for a state that fails leaves the others waiting`() async {
        let region = Bench.circle("home")
        let (manager, delegate) = await bench.monitoring(region)
        manager.requestState(for: region)
        await daemon.until { $0.sleepers == 1 }
        daemon.change { $0.refusal = ScriptedDaemon.absent }
        manager.requestState(for: region)
        #expect(await delegate.next() == "state home 0")
        daemon.change { ($0.refusal, $0.states["home"]) = (nil, .outside) }
        daemon.passTime()
        #expect(await delegate.next() == "state home 2")
    }

    @Test func `An event that comes before the answer about the state of a region is newer`() async {
        let region = Bench.circle("home")
        let (manager, delegate) = await bench.monitoring(region)
        daemon.change { ($0.states["home"], $0.isStateAnswered) = (.inside, false) }
        manager.requestState(for: region)
        await daemon.called("state home")
        await daemon.session(0).deliver(Bench.crossing("home", .outside))
        #expect(await delegate.next() == "state home 2")
        #expect(await delegate.next() == "exit home")
        daemon.change { $0.isStateAnswered = true }
        await withCheckedContinuation { done in bench.hub.enqueue(.mark { done.resume() }) }
        await daemon.session(0).deliver(Bench.crossing("home", .inside, at: 9))
        #expect(await delegate.next() == "state home 1")
        #expect(await delegate.next() == "enter home")
    }

    @Test func `Of a region that was stopped nothing is told, though the daemon does not know that yet`() async {
        let home = Bench.circle("home")
        let (manager, delegate) = await bench.monitoring(home)
        manager.startMonitoring(for: Bench.circle("yard"))
        #expect(await delegate.next() == "monitoring yard")
        // Another command holds up the stop.
        daemon.change { $0.isStartAnswered = false }
        manager.startMonitoring(for: Bench.circle("work"))
        manager.stopMonitoring(for: home)
        await daemon.session(0).deliver(Bench.crossing("home", .outside), Bench.crossing("yard", .inside, at: 1))
        #expect(await delegate.next() == "state yard 1")
        daemon.change { $0.isStartAnswered = true }
        await daemon.called("remove home")
    }

    @Test(.timeLimit(.minutes(15)))
    func `Threads that set the delegate and what is ranged while callbacks run lose nothing`() async {
        daemon.change { $0.isRangingAvailable = true }
        let (manager, delegate) = await bench.connected()
        manager.startUpdatingHeading()
        let session = await daemon.session(1)
        let (held, uuid) = (Transferred((manager, delegate)), UUID())
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask {
                    let (manager, delegate) = held.value
                    for _ in 0..<50 {
                        manager.delegate = nil
                        manager.delegate = delegate
                        _ = manager.heading
                    }
                    manager.startRangingBeacons(
                        satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: CLBeaconMajorValue(thread)))
                }
            }
            for degrees in 0..<50 {
                session.deliver(.heading(Heading(timestamp: Bench.time(Double(degrees)), magneticHeading: 5)))
            }
        }
        #expect(manager.rangedBeaconConstraints.count == 4)
        let wanted = (UInt16(0)..<4).map { "\(BeaconConstraint(uuid: BeaconUUID(uuid), major: $0))" }.sorted()
        await daemon.called("range \(wanted.joined(separator: " "))")
    }

    @Test func `Two threads undo nothing of each other's settings`() {
        let engine = bench.make { CLLocationManager() }.engine
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for value in 1...2000 {
                if thread == 0 {
                    engine.configure { $0.distanceFilter = Double(value) }
                    #expect(engine.configuration.distanceFilter == Double(value))
                } else {
                    engine.configure { $0.headingFilter = Double(value) }
                    #expect(engine.configuration.headingFilter == Double(value))
                }
            }
        }
    }

    @Test func `The regions of the program follow what is asked for at once`() async {
        let (manager, delegate) = await bench.connected()
        let home = Bench.circle("home")
        manager.startMonitoring(for: home)
        #expect(manager.monitoredRegions == [home])
        manager.stopMonitoring(for: home)
        #expect(manager.monitoredRegions.isEmpty)
        manager.startMonitoring(for: home)
        #expect(manager.monitoredRegions == [home])
        #expect(await delegate.next() == "monitoring home")
        #expect(await delegate.next() == "monitoring home")
        #expect(manager.monitoredRegions == [home])
        // What fails is not among them.
        daemon.change {
            $0.refusal = LocdClientError(
                .refused(.invalidRegion(identifier: "work", detail: "")), socketPath: "/nowhere")
        }
        daemon.change { $0.isStartAnswered = false }
        manager.startMonitoring(for: Bench.circle("work"))
        #expect(manager.monitoredRegions.count == 2)
        daemon.change { $0.isStartAnswered = true }
        #expect(await delegate.next() == "failed work 5")
        #expect(manager.monitoredRegions == [home])
    }

    @Test(arguments: [ScriptedDaemon.absent, ScriptedDaemon.refused(.denied)])
    func
        `A region that is stopped while the daemon is away, or gives no leave, is not monitored, and the daemon told so later`(
            _ refusal: LocdClientError
        ) async
    {
        let (manager, delegate) = await bench.connected()
        for identifier in ["home", "work"] {
            manager.startMonitoring(for: Bench.circle(identifier))
            #expect(await delegate.next() == "monitoring \(identifier)")
        }
        let hub = await daemon.session(0)
        daemon.change { $0.refusal = refusal }
        hub.lose()
        for region in manager.monitoredRegions.sorted(by: { $0.identifier < $1.identifier }) {
            manager.stopMonitoring(for: region)
        }
        await daemon.called("remove work")
        // This one is wanted after all.
        manager.startMonitoring(for: Bench.circle("work", radius: 70))
        #expect(await delegate.next()?.hasPrefix("failed work") == true)
        daemon.change { state in
            state.refusal = nil
            // It watches the region until it has heard that.
            state.isStopAnswered = false
        }
        hub.deliver(.connected)
        hub.deliver(Bench.crossing("home", .inside), Bench.crossing("work", .inside))
        #expect(await delegate.next() == "state work 1", "of the one that was stopped nothing is told")
        #expect(manager.monitoredRegions.map(\.identifier) == ["work"])
        daemon.change { $0.isStopAnswered = true }
        let wanted = Region(identifier: "work", center: Coordinate(latitude: 1, longitude: 1), radius: 70)
        await daemon.until { $0.regions == ["work": wanted] }
        #expect(manager.monitoredRegions.map(\.identifier) == ["work"])
        #expect(daemon.calls.count { $0 == "remove work" } == 1)
    }

    @Test
    func `What cannot be monitored fails: the twenty-first, beacons; a radius that is too large becomes the largest`()
        async
    {
        let (manager, delegate) = await bench.connected()
        for number in 1...20 {
            manager.startMonitoring(for: Bench.circle("\(number)"))
            #expect(await delegate.next() == "monitoring \(number)")
        }
        manager.startMonitoring(for: Bench.circle("21"))
        #expect(await delegate.next() == "failed 21 5")
        manager.startMonitoring(for: Bench.circle("20", radius: 50))
        #expect(await delegate.next() == "monitoring 20")
        let large = manager.maximumRegionMonitoringDistance * 2
        manager.startMonitoring(for: Bench.circle("20", radius: large))
        #expect(await delegate.next() == "monitoring 20")
        #expect(
            daemon.state.regions["20"]?.shape
                == .circle(center: Coordinate(latitude: 1, longitude: 1), radius: large / 2))
        manager.startMonitoring(for: CLBeaconRegion(uuid: UUID(), identifier: "beacons"))
        #expect(await delegate.next() == "failed beacons 5")
        manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
        #expect(await delegate.next() == "ranging 16")
        #expect(!CLLocationManager.isRangingAvailable())
        #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
        #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    }

    @Test func `Beacons are monitored and ranged by a daemon that listens to them`() async throws {
        daemon.change { $0.isRangingAvailable = true }
        let (manager, delegate) = await bench.connected()
        let uuid = try #require(UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"))
        #expect(bench.hub.isRangingAvailable)
        manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, major: 1, identifier: "shop"))
        #expect(await delegate.next() == "monitoring shop")
        let group = BeaconConstraint(uuid: BeaconUUID(uuid), major: 1)
        #expect(daemon.state.regions["shop"]?.shape == .beacons(group))
        let known = manager.monitoredRegions.first as? CLBeaconRegion
        #expect(known?.uuid == uuid && known?.major == 1 && known?.minor == nil)

        let before = daemon.state.sessions.count
        manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 1))
        let session = await daemon.session(before)
        #expect(session.services == [.rangingBeacons])
        #expect(session.settings.rangedBeacons == ["\(uuid.uuidString):1"])
        let identity = BeaconIdentity(uuid: BeaconUUID(uuid), major: 1, minor: 7)
        let near = RangedBeacon(identity, proximity: .near, accuracy: 1.5, rssi: -60, timestamp: .sample(0))
        session.deliver(.connected)
        session.deliver(
            .beacons(
                RangedBeacons(
                    timestamp: .sample(1), constraint: group,
                    beacons: [near, RangedBeacon(identity, timestamp: .sample(0))])),
            .beacons(RangedBeacons(timestamp: .sample(2), constraint: group, beacons: [])))
        #expect(await delegate.next() == "ranged 1 [1:7 2 1.5 -60, 1:7 0 -1.0 0]")
        #expect(await delegate.next() == "ranged 1 []")
        session.deliver(.failure(LocationFailure(.rangingUnavailable, timestamp: .sample(3), beacons: group)))
        #expect(await delegate.next() == "ranging 16")
        // Another one is added to the same session, and the last one that stops ends it.
        manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 2))
        await daemon.called("range \(uuid.uuidString):1 \(uuid.uuidString):2")
        manager.stopRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 1))
        manager.stopRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 2))
        await daemon.called("end")
    }

    @Test
    func `A daemon that returns without beacons ends ranging and nothing else; one that returns with them begins it`()
        async
    {
        daemon.change { $0.isRangingAvailable = true }
        let (manager, delegate) = await bench.connected()
        manager.startUpdatingLocation()
        manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
        await daemon.called("start rangingBeacons")
        daemon.change { $0.isRangingAvailable = false }
        let hub = await daemon.session(0)
        hub.deliver(.connected)
        #expect(await delegate.next() == "ranging 16")
        await daemon.called("stop rangingBeacons")
        await daemon.session(1).deliver(Bench.location(1))
        #expect(await delegate.next() == "locations 1.0")
        daemon.change { $0.isRangingAvailable = true }
        hub.deliver(.connected)
        await daemon.called("start rangingBeacons", times: 2)
        withExtendedLifetime(manager) {}
    }

    @Test func `A beacon region takes the place of one with its identifier in ranging too`() async {
        daemon.change { $0.isRangingAvailable = true }
        let (manager, _) = await bench.connected()
        let (uuid, before) = (UUID(), daemon.state.sessions.count)
        (manager as any Deferring).range(CLBeaconRegion(uuid: uuid, major: 1, identifier: "shop"))
        #expect(await daemon.session(before).settings.rangedBeacons == ["\(uuid.uuidString):1"])
        (manager as any Deferring).range(CLBeaconRegion(uuid: uuid, major: 2, identifier: "shop"))
        await daemon.called("range \(uuid.uuidString):2")
        withExtendedLifetime(manager) {}
    }

    @Test func `Ranging fails once for a program with reduced accuracy`() async {
        daemon.change { $0.isRangingAvailable = true }
        let (manager, delegate) = await bench.connected()
        daemon.decide(.authorizedAlways, .reducedAccuracy)
        #expect(await delegate.next() == "authorization 3 reduced")
        manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
        #expect(await delegate.next() == "ranging 1")
    }

    @Test
    func `A daemon that was never there is services that are off; when it appears, what was started goes on`() async {
        daemon.change { state in
            state.refusal = ScriptedDaemon.absent
            state.authorization = .failure(ScriptedDaemon.absent)
        }
        let (manager, delegate) = bench.manager()
        let hub = await daemon.session(0)
        hub.lose()
        #expect(await delegate.next() == "authorization 2")
        #expect(!bench.make { CLLocationManager.locationServicesEnabled() })
        manager.startUpdatingLocation()
        let own = await daemon.session(1)
        own.lose()
        own.lose()
        #expect(await delegate.next() == "error 1")
        manager.startMonitoring(for: Bench.circle("early"))
        #expect(await delegate.next() == "failed early 6")
        daemon.change { state in
            state.refusal = nil
            state.authorization = .success((.authorizedAlways, .fullAccuracy))
        }
        hub.deliver(.connected)
        #expect(await delegate.next() == "authorization 3")
        await daemon.called("add early", times: 2)
        own.deliver(.connected)
        own.deliver(Bench.location(1))
        #expect(await delegate.next() == "locations 1.0")
        #expect(bench.make { CLLocationManager.locationServicesEnabled() })
    }

    @Test func `A daemon that restarts is a location that is unknown, once, and no change of authorization`() async {
        let (manager, delegate) = await bench.connected()
        manager.startUpdatingLocation()
        let (hub, own) = (await daemon.session(0), await daemon.session(1))
        own.deliver(.connected)
        hub.lose()
        own.lose()
        own.lose()
        #expect(await delegate.next() == "error 0")
        #expect(manager.authorizationStatus == .authorizedAlways)
        own.deliver(.connected)
        own.deliver(Bench.location(4))
        #expect(await delegate.next() == "locations 4.0")
        own.lose()
        #expect(await delegate.next() == "error 0", "another outage is told again")
    }

    @Test func `A program that may not have locations is told so, and goes on when it may`() async {
        let (manager, delegate) = bench.manager()
        await daemon.session(0).refuse(ScriptedDaemon.refused(.denied))
        #expect(await delegate.next() == "authorization 2")
        manager.startUpdatingLocation()
        await daemon.session(1).refuse(ScriptedDaemon.refused(.denied))
        #expect(await delegate.next() == "error 1")
        // Both rest, and try again.
        await daemon.until { $0.sleepers == 2 }
        daemon.passTime()
        await daemon.until { $0.sessions.count == 4 }
        for number in 2...3 { await daemon.session(number).deliver(.connected) }
        #expect(await delegate.next() == "authorization 3")
        for number in 2...3 {
            let session = await daemon.session(number)
            if session.services == [.updatingLocation] { session.deliver(Bench.location(6)) }
        }
        #expect(await delegate.next() == "locations 6.0")
    }

    @Test
    func `After the time of the receiver went back, or the daemon returned, an earlier time is no older location`()
        async
    {
        let (manager, delegate) = await bench.connected()
        let (idle, _) = bench.manager()
        manager.startUpdatingLocation()
        let session = await daemon.session(1)
        session.deliver(Bench.location(1, at: 9000))
        #expect(await delegate.next() == "locations 1.0")
        session.deliver(
            .timeReset(TimeReset(timestamp: Bench.time(50), previous: Bench.time(9000))), Bench.location(2, at: 50))
        #expect(await delegate.next() == "locations 2.0")
        #expect(idle.location?.coordinate.latitude == 2)
        let asked = daemon.calls.count { $0 == "authorization" } + 1
        await daemon.session(0).deliver(.connected)
        await daemon.called("authorization", times: asked)
        session.deliver(Bench.location(3, at: 5))
        #expect(await delegate.next() == "locations 3.0")
        #expect(idle.location?.coordinate.latitude == 3)
        session.deliver(Bench.location(4, at: 4))
        #expect(await delegate.next() == "locations 4.0")
        #expect(idle.location?.coordinate.latitude == 3, "one of another session that came late")
    }

    @Test func `An automatic pause ends updates until they are started again`() async {
        let (manager, delegate) = await bench.connected()
        manager.startUpdatingLocation()
        await daemon.session(1).deliver(.pause(Pause(timestamp: Bench.time(0), coordinate: nil, cause: .stationary)))
        #expect(await delegate.next() == "pause")
        manager.startUpdatingLocation()
        await daemon.session(2).deliver(Bench.location(1))
        #expect(await delegate.next() == "resume")
        #expect(await delegate.next() == "locations 1.0")
        await daemon.session(2).deliver(Bench.location(2))
        #expect(await delegate.next() == "locations 2.0")
    }

    @Test func `The purpose of a request is that of the property list`() {
        let plist = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
            <key>NSLocationWhenInUseUsageDescription</key><string>To show the way.</string>
            <key>NSLocationAlwaysAndWhenInUseUsageDescription</key><string>To warn at the yard.</string>
            <key>NSLocationTemporaryUsageDescriptionDictionary</key><dict><key>turn</key><string>Turns.</string></dict>
            </dict></plist>
            """
        let own = UsageDescriptions(Data(plist.utf8))
        #expect(own.sentence(for: .whenInUse) == "To show the way.")
        #expect(own.sentence(for: .always) == "To warn at the yard.")
        #expect(own.sentence(forKey: "turn") == "Turns." && own.sentence(forKey: "other") == nil)
        let longer = UsageDescriptions(nil, else: ["NSLocationUsageDescription": String(repeating: "ü", count: 400)])
        #expect(longer.sentence(for: .whenInUse)?.utf8.count == 512)
        #expect(UsageDescriptions(Data("no list".utf8)).sentence(for: .always) == nil)
    }

    @Test
    func `While there was no manager nobody heard what was decided: one that is made then is told what holds now`()
        async
    {
        do { _ = await bench.connected() }
        await daemon.called("end")
        daemon.change { $0.authorization = .success((.denied, .fullAccuracy)) }
        do {
            let (manager, delegate) = bench.manager()
            await daemon.session(1).deliver(.connected)
            #expect(await delegate.next() == "authorization 2")
            withExtendedLifetime(manager) {}
        }
        await daemon.called("end", times: 2)
        // Where the daemon is away it stays at what was known.
        let (manager, delegate) = bench.manager()
        await daemon.session(2).lose()
        #expect(await delegate.next() == "authorization 2")
        withExtendedLifetime(manager) {}
    }

    @Test func `A deferral of no number is one without an end`() async {
        let (manager, _) = await bench.connected()
        manager.startUpdatingLocation()
        await daemon.session(1).deliver(.connected)
        manager.engine.allowDeferredUpdates(untilTraveled: .nan, timeout: .nan)
        await daemon.called("defer 1000000000.0")
    }

    @Test func `A deferral ends with its batch, and cannot be had without updates`() async {
        let (manager, delegate) = await bench.connected()
        (manager as any Deferring).deferUpdates()
        #expect(await delegate.next() == "deferred 12")
        manager.startUpdatingLocation()
        let session = await daemon.session(1)
        (manager as any Deferring).deferUpdates()
        await daemon.called("defer 500.0")
        session.deliver(
            .deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: Bench.time(9))), Bench.location(1),
            Bench.location(2))
        #expect(await delegate.next() == "deferred -1")
        #expect(await delegate.next() == "locations 1.0 2.0")
    }

    @Test func `Headings are available if the daemon says so, to everybody, and while it restarts`() async {
        daemon.change { $0.authorization = .failure(ScriptedDaemon.absent) }
        #expect(!bench.make { CLLocationManager.headingAvailable() })
        daemon.change { $0.authorization = .success((.denied, .fullAccuracy)) }
        #expect(!bench.make { CLLocationManager.headingAvailable() })
        daemon.change { $0.hasHeadings = true }
        // On a busy machine half a second may not do for an answer.
        await eventually { bench.make { CLLocationManager.headingAvailable() } }
        daemon.change { $0.authorization = .failure(ScriptedDaemon.absent) }
        #expect(bench.make { CLLocationManager.headingAvailable() })
    }

    @Test func `Headings come where the receiver says them`() async {
        let (manager, delegate) = await bench.connected()
        manager.headingFilter = kCLHeadingFilterNone
        #expect(manager.heading == nil)
        manager.startUpdatingHeading()
        let session = await daemon.session(1)
        #expect(session.settings.headingFilter == 0)
        session.deliver(.heading(Heading(timestamp: Bench.time(0), magneticHeading: 12, trueHeading: 14)))
        #expect(await delegate.next() == "heading 12.0")
        #expect(manager.heading?.trueHeading == 14 && manager.heading?.headingAccuracy == 180)
        // Of a source that knows its accuracy, and of one beside iron, about which the delegate is asked once.
        var heading = Heading(timestamp: Bench.time(1), magneticHeading: 13, trueHeading: 15)
        heading.headingAccuracy = 0.5
        session.deliver(.heading(heading))
        #expect(await delegate.next() == "heading 13.0")
        #expect(manager.heading?.headingAccuracy == 0.5 && manager.heading?.x == 0)
        heading.headingAccuracy = nil
        (heading.field, heading.isDisturbed) = (MagneticVector(x: 60, y: -70, z: 80), true)
        for degrees in [14.0, 15] {
            heading.magneticHeading = degrees
            session.deliver(.heading(heading))
        }
        #expect(await delegate.next() == "calibration")
        #expect(await delegate.next() == "heading 14.0")
        #expect(await delegate.next() == "heading 15.0")
        #expect(manager.heading.map { [$0.headingAccuracy, $0.x, $0.y, $0.z] } == [-1, 60, -70, 80])
    }

    @Test func `Visits are started for the program, and stopped`() async {
        let (manager, _) = await bench.connected()
        manager.startMonitoringVisits()
        await daemon.called("start monitoringVisits")
        manager.stopMonitoringVisits()
        await daemon.called("stop monitoringVisits")
    }

    @Test func `Neither a delegate nor a manager is kept alive, and with the last manager the sessions end`() async {
        weak var weakManager: CLLocationManager?
        weak var weakDelegate: RecordingDelegate?
        do {
            let (manager, delegate) = await bench.connected()
            manager.startUpdatingLocation()
            await daemon.session(1).deliver(Bench.location(1))
            #expect(await delegate.next() == "locations 1.0")
            weakManager = manager
            weakDelegate = delegate
        }
        await daemon.called("end", times: 2)
        #expect(weakManager == nil)
        #expect(weakDelegate == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -5, 0, 1e300, CLLocationDistanceMax])
    func `Values that the daemon does not take are held within its ranges`(_ value: Double) throws {
        var configuration = ManagerConfiguration()
        configuration.distanceFilter = value
        configuration.desiredAccuracy = value
        configuration.headingFilter = value
        try configuration.sessionSettings.validate()
    }
}

/// Calls what is deprecated.
private protocol Deferring {
    func deferUpdates()
    func range(_ region: CLBeaconRegion)
}

extension CLLocationManager: Deferring {
    @available(*, deprecated)
    func deferUpdates() { allowDeferredLocationUpdates(untilTraveled: 500, timeout: 60) }

    @available(*, deprecated)
    func range(_ region: CLBeaconRegion) { startRangingBeacons(in: region) }
}
