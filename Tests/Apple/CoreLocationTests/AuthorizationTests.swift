import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Synchronization
import Testing

@testable import CoreLocation

/// What the daemon says of a program's authorization while it is connected, and what the program asks it for.
@Suite("Authorization of a program", .timeLimit(.minutes(15)))
@MainActor
struct AuthorizationTests {
    private let bench = Bench()

    private var daemon: ScriptedDaemon { bench.daemon }

    /// A manager of a program about which something is decided already.
    private func manager(
        _ status: AuthorizationStatus, _ accuracy: AccuracyAuthorization = .fullAccuracy
    ) async -> (CLLocationManager, RecordingDelegate) {
        daemon.decide(status, accuracy)
        let (manager, delegate) = bench.manager()
        await daemon.session(0).deliver(.connected)
        #expect(await delegate.next()?.hasPrefix("authorization") == true)
        return (manager, delegate)
    }

    @Test
    func `A decision is told to each manager once, before what becomes of it, whichever session hears of it first`()
        async
    {
        let (manager, delegate) = await bench.connected()
        let (idle, other) = bench.manager()
        #expect(await other.next() == "authorization 3")
        manager.startUpdatingLocation()
        let own = await daemon.session(1)
        own.deliver(.connected)

        daemon.change { $0.authorization = .success((.denied, .fullAccuracy)) }
        own.deliver(.authorization(Authorization(.denied)), .failure(LocationFailure(.denied)))
        #expect(await delegate.next() == "authorization 2")
        #expect(await delegate.next() == "error 1")
        #expect(await other.next() == "authorization 2")
        await daemon.session(0).deliver(.authorization(Authorization(.denied)))

        daemon.decide(.authorizedWhenInUse)
        own.deliver(Bench.location(1))
        #expect(await delegate.next() == "authorization 4")
        #expect(await delegate.next() == "locations 1.0")
        #expect(await other.next() == "authorization 4")

        daemon.decide(.authorizedWhenInUse, .reducedAccuracy)
        own.deliver(Bench.location(2, at: 1))
        #expect(await delegate.next() == "authorization 4 reduced")
        #expect(await delegate.next() == "locations 2.0")
        #expect(await other.next() == "authorization 4 reduced")
        #expect(delegate.all.count == 7 && other.all.count == 4)
        withExtendedLifetime(idle) {}
    }

    /// Callbacks of which the first waits until another session of the program is about to continue.
    private final class OvertakenCallbacks: CallbackContext {
        let notes = Watched<[String]>([])
        private let hub: ClientHub

        init(hub: ClientHub) { self.hub = hub }

        func perform(_ work: @escaping @Sendable () -> Void) {
            notes.change { $0.append("told") }
            guard notes.value.count == 1 else { return }
            let begun = DispatchSemaphore(value: 0)
            Task { [hub, notes] in
                begun.signal()
                await hub.learnAuthorizationFirst()
                notes.change { $0.append("consequence") }
            }
            begun.wait()
        }
    }

    @Test func `Nothing overtakes the authorization on its way to several managers`() async {
        for _ in 0..<10 {
            let bench = Bench()
            let callbacks = OvertakenCallbacks(hub: bench.hub)
            let managers = (0..<10).map { _ in CLLocationManager(hub: bench.hub, context: callbacks) }
            bench.hub.authorizationDidChange(to: ClientAuthorization(status: .denied, accuracy: .fullAccuracy))
            let notes = await callbacks.notes.wait { $0.contains("consequence") }
            // Each is told the status, and then decides about beacons again.
            #expect(notes.firstIndex(of: "consequence") == 2 * managers.count)
        }
    }

    @Test(arguments: [LocdClientError.Code.disconnected, .timedOut])
    func `A daemon that closes the connection or hangs has not refused, though it never answered the program`(
        _ code: LocdClientError.Code
    ) async {
        let busy = LocdClientError(code, socketPath: "/nowhere")
        daemon.change { ($0.refusal, $0.authorization) = (busy, .failure(busy)) }
        let (manager, delegate) = bench.manager()
        #expect(manager.authorizationStatus == .notDetermined)
        let hub = await daemon.session(0)
        hub.deliver(.disconnected(busy, retryingAfter: .seconds(1)))
        manager.startUpdatingLocation()
        let own = await daemon.session(1)
        own.deliver(.disconnected(busy, retryingAfter: .seconds(1)))
        #expect(await delegate.next() == "error 0")
        #expect(Diagnosis(busy, wasReached: false) == .unavailable)
        daemon.change { ($0.refusal, $0.authorization) = (nil, .success((.authorizedAlways, .fullAccuracy))) }
        hub.deliver(.connected)
        #expect(await delegate.next() == "authorization 3")
        own.deliver(.connected)
        own.deliver(Bench.location(1))
        #expect(await delegate.next() == "locations 1.0")
    }

    @Test func `The authorization comes before the locations, though the first question about it failed`() async {
        let busy = LocdClientError(.disconnected, socketPath: "/nowhere")
        daemon.change { $0.authorization = .failure(busy) }
        let (manager, delegate) = bench.manager()
        manager.startUpdatingLocation()
        let own = await daemon.session(1)
        own.deliver(.connected)
        await daemon.called("authorization")
        daemon.change { $0.authorization = .success((.authorizedAlways, .fullAccuracy)) }
        own.deliver(Bench.location(1))
        #expect(await delegate.next() == "authorization 3")
        #expect(await delegate.next() == "locations 1.0")
    }

    @Test
    func `Making a manager asks for nothing; a request is answered when it is, and holds up nothing else`() async {
        let (manager, delegate) = await manager(.notDetermined)
        #expect(!daemon.calls.contains("regions"), "where nobody has decided, that is to ask")
        daemon.change { $0.isAnswered = false }
        manager.requestAlwaysAuthorization()
        await daemon.called("ask always")
        manager.startMonitoring(for: Bench.circle("home"))
        #expect(await delegate.next() == "monitoring home")
        daemon.change { state in
            state.authorization = .success((.authorizedAlways, .fullAccuracy))
            state.isAnswered = true
        }
        #expect(await delegate.next() == "authorization 3")

        let asked = daemon.calls.count { $0 == "authorization" }
        manager.requestWhenInUseAuthorization()
        await daemon.called("ask whenInUse")
        await daemon.called("authorization", times: asked + 1)
        daemon.decide(.denied)
        #expect(await delegate.next() == "authorization 2", "what changes nothing is not told")
    }

    @Test func `Nobody is asked before the session is open: an answer for this use would end at once`() async {
        daemon.decide(.notDetermined)
        let (manager, delegate) = bench.manager()
        manager.requestWhenInUseAuthorization()
        manager.startMonitoring(for: Bench.circle("home"))
        let answer = Task { await code(of: manager) }
        await eventually { bench.hub.state.withLock { $0.openings.count == 3 } }
        #expect(daemon.calls.allSatisfy { $0.hasPrefix("authorization") })
        await daemon.session(0).deliver(.connected)
        await daemon.called("ask whenInUse")
        #expect(await answer.value == nil)
        #expect(await delegate.next() == "authorization 0")
        #expect(await delegate.next() == "monitoring home")

        // A daemon that is away keeps nobody waiting.
        let other = Bench()
        let (second, _) = other.manager()
        second.requestAlwaysAuthorization()
        await other.daemon.session(0).lose()
        await other.daemon.called("ask always")
    }

    @Test func `Regions and visits that were asked for before somebody decided begin when they may`() async {
        let (manager, delegate) = await manager(.notDetermined)
        daemon.change { $0.refusal = ScriptedDaemon.refused(.notDetermined) }
        manager.startMonitoringVisits()
        manager.startMonitoring(for: Bench.circle("home"))
        #expect(await delegate.next() == "failed home 4")
        #expect(!daemon.calls.contains("start monitoringVisits"))
        daemon.change { $0.refusal = nil }
        daemon.decide(.authorizedWhenInUse)
        #expect(await delegate.next() == "authorization 4")
        await daemon.called("add home", times: 2)
        await daemon.called("start monitoringVisits")
    }

    @Test func `The question for a state asks nobody for permission: nothing is monitored yet`() async {
        let (manager, delegate) = await manager(.notDetermined)
        manager.requestState(for: Bench.circle("home"))
        #expect(await delegate.next() == "state home 0")
        #expect(!daemon.calls.contains("state home"))
    }

    @Test
    func `The question for a state counts a permission that was given to the region before it, before it is heard of`()
        async
    {
        let (manager, delegate) = await manager(.notDetermined)
        daemon.change { state in
            state.authorization = .success((.authorizedWhenInUse, .fullAccuracy))
            state.states["home"] = .outside
        }
        manager.requestState(for: Bench.circle("home"))
        #expect(await delegate.next() == "authorization 4")
        #expect(await delegate.next() == "state home 2")
    }

    @Test func `Asked for exact locations, somebody answered or nobody was asked; what was answered is told before`()
        async throws
    {
        let (manager, delegate) = await manager(.authorizedWhenInUse, .reducedAccuracy)
        daemon.change { $0.isAnswered = false }
        let answer = Task { await code(of: manager) }
        await daemon.called("ask fullAccuracy route")
        daemon.change { state in
            state.authorization = .success((.authorizedWhenInUse, .fullAccuracy))
            state.isAnswered = true
        }
        #expect(await answer.value == nil)
        #expect(delegate.all == ["authorization 4 reduced", "authorization 4"])

        daemon.change { $0.decline = LocdClientError(.refused(.promptDeclined), socketPath: "/nowhere") }
        #expect(await code(of: manager) == .promptDeclined)
        #expect(await Self.thrownCode(in: bench.hub) == .promptDeclined)
    }

    private nonisolated static func thrownCode(in hub: ClientHub) async -> CLError.Code? {
        let manager = ClientHub.$current.withValue(hub) { CLLocationManager() }
        do {
            try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "route")
            return nil
        } catch {
            return (error as? CLError)?.code
        }
    }

    private func code(of manager: CLLocationManager) async -> CLError.Code? {
        await withCheckedContinuation { continuation in
            manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "route") { error in
                continuation.resume(returning: (error as? CLError)?.code)
            }
        }
    }

    @Test
    func `Services are off where the administrator switched them off for all, and not where one program is denied`()
        async
    {
        let (manager, delegate) = await manager(.denied)
        // On a busy machine half a second may not do for an answer: then it says what it knew.
        await eventually { bench.make { CLLocationManager.locationServicesEnabled() } }
        // The program's own status stays the same, so its sessions are told nothing.
        daemon.change { $0.areServicesEnabled = false }
        await eventually { !bench.make { CLLocationManager.locationServicesEnabled() } }
        daemon.change { $0.areServicesEnabled = true }
        daemon.decide(.authorizedAlways)
        #expect(await delegate.next() == "authorization 3", "the status was denied before and after")
        await eventually { bench.make { CLLocationManager.locationServicesEnabled() } }
        withExtendedLifetime(manager) {}
    }

    @Test func `Live updates ask, and say what is in the way while it is`() async throws {
        daemon.decide(.notDetermined)
        let updates = bench.make { CLLocationUpdate.liveUpdates() }
        let script = Task { [daemon] in
            let session = await daemon.session(0)
            session.deliver(.connected)
            await daemon.called("ask whenInUse")
            await daemon.called("authorization", times: 2)
            daemon.decide(.denied)
            session.deliver(.failure(LocationFailure(.denied)))
            await daemon.called("authorization", times: 3)
            daemon.change { $0.areServicesEnabled = false }
            daemon.decide(.denied)
            await daemon.called("authorization", times: 4)
            daemon.change { $0.areServicesEnabled = true }
            daemon.decide(.authorizedWhenInUse, .reducedAccuracy)
            session.deliver(Bench.location(1))
        }
        var delivered: [CLLocationUpdate] = []
        for try await update in updates {
            delivered.append(update)
            if update.location != nil { break }
        }
        await script.value
        #expect(delivered.map(\.authorizationRequestInProgress) == [true, false, false, false])
        #expect(delivered.map(\.authorizationDenied) == [false, true, true, false])
        #expect(delivered.map(\.authorizationDeniedGlobally) == [false, false, true, false])
        #expect(delivered.map(\.accuracyLimited) == [false, false, false, true])
    }

    @Test func `A service session asks for what it needs, and says of each decision what is missing, until its end`()
        async throws
    {
        daemon.decide(.notDetermined)
        daemon.change { $0.isAnswered = false }
        let session = bench.make { CLServiceSession(authorization: .always, fullAccuracyPurposeKey: "route") }
        await daemon.session(0).deliver(.connected)
        await daemon.called("ask always")
        var diagnostics = session.diagnostics.makeAsyncIterator()
        var delivered = try #require(try await diagnostics.next())
        #expect(delivered.authorizationRequestInProgress)
        daemon.decide(.authorizedWhenInUse, .reducedAccuracy)
        delivered = try #require(try await diagnostics.next())
        #expect(
            delivered.authorizationRequestInProgress && !delivered.alwaysAuthorizationDenied
                && !delivered.fullAccuracyDenied, "while somebody is asked nothing is denied")
        daemon.change { $0.isAnswered = true }
        await daemon.called("ask fullAccuracy route")
        delivered = try #require(try await diagnostics.next())
        #expect(
            delivered.alwaysAuthorizationDenied && delivered.fullAccuracyDenied && !delivered.authorizationDenied
                && !delivered.authorizationRequestInProgress)
        daemon.decide(.denied)
        delivered = try #require(try await diagnostics.next())
        #expect(
            delivered.authorizationDenied && !delivered.authorizationDeniedGlobally && !delivered.fullAccuracyDenied)
        daemon.decide(.authorizedAlways)
        delivered = try #require(try await diagnostics.next())
        #expect(!delivered.authorizationDenied && !delivered.alwaysAuthorizationDenied && !delivered.fullAccuracyDenied)
        session.invalidate()
        while try await diagnostics.next() != nil {}
    }

    @Test func `A service session keeps a session of the program open, and asks again when the daemon returns`() async {
        daemon.decide(.authorizedWhenInUse, .reducedAccuracy)
        daemon.change { $0.isAnswered = false }
        let session = bench.make { CLServiceSession(authorization: .whenInUse, fullAccuracyPurposeKey: "route") }
        let hub = await daemon.session(0)
        do {
            let (manager, delegate) = bench.manager()
            hub.deliver(.connected)
            #expect(await delegate.next() == "authorization 4 reduced")
            withExtendedLifetime(manager) {}
        }
        await daemon.called("ask whenInUse")
        // Granted for this use, which ends with the daemon.
        daemon.change { ($0.authorization, $0.isAnswered) = (.success((.authorizedWhenInUse, .fullAccuracy)), true) }
        await daemon.called("ask fullAccuracy route")
        #expect(!daemon.calls.contains("end"))
        daemon.change { ($0.authorization, $0.isAnswered) = (.success((.notDetermined, .fullAccuracy)), false) }
        hub.deliver(.connected)
        await daemon.called("ask whenInUse", times: 2)
        // Now somebody says no to full accuracy: that is not asked again.
        daemon.change { state in
            (state.authorization, state.isAnswered) = (.success((.authorizedWhenInUse, .reducedAccuracy)), true)
        }
        await daemon.called("ask fullAccuracy route", times: 2)
        await eventually {
            bench.hub.state.withLock { $0.serviceSessions.values.allSatisfy { $0.fullAccuracyPurposeKey == nil } }
        }
        hub.deliver(.connected)
        await daemon.called("ask whenInUse", times: 3)
        session.invalidate()
        await daemon.called("end")
        #expect(daemon.calls.count { $0 == "ask fullAccuracy route" } == 2)
    }

    @Test func `If a service session is required, nobody is asked before there is one; one without needs is enough`()
        async throws
    {
        bench.hub.state.withLock { $0.requiresServiceSession = true }
        daemon.decide(.notDetermined)
        var updates = bench.make { CLLocationUpdate.liveUpdates() }.makeAsyncIterator()
        let script = Task { [daemon] in await daemon.session(0).deliver(.connected) }
        var update = try await updates.next()
        #expect(update?.serviceSessionRequired == true && update?.authorizationRequestInProgress == false)
        await script.value
        let session = bench.make { CLServiceSession(authorization: .none) }
        daemon.decide(.authorizedWhenInUse)
        await daemon.session(0).deliver(Bench.location(1))
        update = try await updates.next()
        #expect(update?.location?.coordinate.latitude == 1)
        #expect(!daemon.calls.contains { $0.hasPrefix("ask") })
        withExtendedLifetime(session) {}
    }

    @Test
    func `A condition that is added before the session of its monitor is open asks nobody; the session does`() async {
        daemon.decide(.notDetermined)
        let monitor = await ClientHub.$current.withValue(bench.hub) { await CLMonitor("places") }
        let condition = CLMonitor.CircularGeographicCondition(
            center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 100)
        await monitor.add(condition, identifier: "home")
        await daemon.called("authorization")
        await daemon.session(0).deliver(.connected)
        await daemon.called("ask whenInUse")
        #expect(!daemon.calls.contains("add home"))
        daemon.decide(.authorizedWhenInUse)
        await daemon.called("add home")
        withExtendedLifetime(monitor) {}
    }

    @Test func `A monitor says of each decision that it does not watch, and watches again when it may`() async throws {
        let monitor = await ClientHub.$current.withValue(bench.hub) { await CLMonitor("places") }
        let session = await daemon.session(0)
        session.deliver(.connected)
        daemon.change { $0.states["home"] = .inside }
        let condition = CLMonitor.CircularGeographicCondition(
            center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 100)
        await monitor.add(condition, identifier: "home")
        var events = await monitor.events.makeAsyncIterator()
        var event = try #require(try await events.next())
        #expect(event.state == .satisfied && !event.accuracyLimited)
        daemon.decide(.denied)
        event = try #require(try await events.next())
        #expect(event.state == .unmonitored && event.authorizationDenied && !event.authorizationDeniedGlobally)
        await monitor.add(condition, identifier: "office")
        event = try #require(try await events.next())
        #expect(event.identifier == "office" && event.state == .unmonitored && event.authorizationDenied)
        await monitor.remove("office")
        daemon.decide(.authorizedWhenInUse, .reducedAccuracy)
        event = try #require(try await events.next())
        #expect(event.state == .unmonitored && event.accuracyLimited && !event.authorizationDenied)
        daemon.decide(.authorizedWhenInUse)
        event = try #require(try await events.next())
        #expect(event.identifier == "home" && event.state == .satisfied && !event.accuracyLimited)
    }
}
