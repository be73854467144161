import LocationModel
import LocdClient
import LocdProtocol
import Synchronization
import Testing

@testable import CoreLocation

/// What a client is told whose thread is behind what the daemon brings.
@Suite("CLLocationManager of a busy client", .timeLimit(.minutes(15)))
@MainActor
struct BusyClientTests {
    private let bench = Bench()
    private let callbacks = HeldCallbacks()

    private var daemon: ScriptedDaemon { bench.daemon }

    private static let pause = LocationEvent.pause(
        Pause(timestamp: Bench.time(0), coordinate: nil, cause: .stationary))

    /// What a manager runs on, with the callbacks held.
    private func engine(of manager: CLLocationManager) -> ManagerEngine {
        let reference = ManagerReference(context: callbacks)
        reference.refer(to: manager)
        return ManagerEngine(hub: bench.hub, manager: reference)
    }

    @Test func `A reader that ends leaves open what the next one has opened`() async throws {
        let daemon = ScriptedDaemon()
        let session = PersistentSession(daemon: daemon, label: "x")
        let first = session.read { _ in }
        let second = session.read { _ in }
        await daemon.session(0).refuse(LocdClientError(.cancelled, socketPath: "/nowhere"))
        await first.value
        try await session.start(.monitoringVisits)
        #expect(daemon.calls.contains("start monitoringVisits"))
        second.cancel()
        await second.value
    }

    @Test func `An automatic pause comes behind the locations before it, and takes none of them away`() async {
        let (manager, delegate) = await bench.connected()
        let engine = engine(of: manager)
        engine.start(.updatingLocation)
        let session = await daemon.session(1)
        session.deliver(Bench.location(1))
        session.deliver(Bench.location(2), Self.pause)
        await callbacks.run(3)
        #expect(delegate.all.dropFirst() == ["locations 1.0", "locations 2.0", "pause"])
        engine.start(.updatingLocation)
        await daemon.session(2).deliver(Bench.location(3))
        await callbacks.run(2)
        #expect(delegate.all.last == "locations 3.0", "it ended the updates, so that they could be started again")
        #expect(delegate.all.suffix(2) == ["resume", "locations 3.0"])
    }

    private final class Comparison: NSObject, CLLocationManagerDelegate {
        var isSame: [Bool] = []
        func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            isSame.append(manager.location === locations.last)
        }
    }

    @Test func `The manager's location is the one that is being delivered, though the next one has arrived`() async {
        let manager = CLLocationManager(hub: bench.hub, context: callbacks)
        let delegate = Comparison()
        manager.delegate = delegate
        await daemon.session(0).deliver(.connected)
        await callbacks.run(1)
        manager.startUpdatingLocation()
        let session = await daemon.session(1)
        session.deliver(Bench.location(1))
        session.deliver(Bench.location(2))
        while delegate.isSame.count < 2 { await callbacks.run(1) }
        #expect(delegate.isSame == [true, true])
    }

    @Test
    func `A pause of updates that the client stopped is not told, and does not end those that it started since`() async
    {
        let (manager, delegate) = await bench.connected()
        let engine = engine(of: manager)
        // With headings beside them, both updates are of one session.
        for hasHeadings in [false, true] {
            if hasHeadings { engine.start(.updatingHeading) }
            engine.start(.updatingLocation)
            let session = await daemon.session(1 + (hasHeadings ? 2 : 0))
            session.deliver(Self.pause)
            await callbacks.until(1)
            engine.stop(.updatingLocation)
            engine.start(.updatingLocation)
            await callbacks.run(1)
            await daemon.session(hasHeadings ? 3 : 2).deliver(Bench.location(3))
            await callbacks.run(1)
            #expect(delegate.all.dropFirst() == ["locations 3.0"] + (hasHeadings ? ["locations 3.0"] : []))
            engine.end()
        }
    }

    @Test
    func `A batch goes on after an await as if the client had not stopped, only for what is the program's`() async {
        let (manager, delegate) = await bench.connected()
        manager.startUpdatingLocation()
        let first = await daemon.session(1)
        let asked = daemon.calls.count { $0 == "authorization" }
        daemon.change { $0.isAuthorizationAnswered = false }
        first.deliver(
            .authorization(Authorization(.authorizedAlways, accuracy: .fullAccuracy)), Self.pause, Bench.location(1),
            Bench.crossing("home", .inside))
        await daemon.called("authorization", times: asked + 1)
        manager.stopUpdatingLocation()
        manager.startUpdatingLocation()
        let second = await daemon.session(2)
        daemon.change { $0.isAuthorizationAnswered = true }
        #expect(await delegate.next() == "state home 1")
        #expect(await delegate.next() == "enter home")
        second.deliver(Bench.location(4))
        #expect(await delegate.next() == "locations 4.0")
    }

    @Test
    func `Of a request that was cancelled nothing is told, though its answer was there; the next is answered`() async {
        let (manager, delegate) = await bench.connected()
        let engine = engine(of: manager)
        for answer in [Result.success(Bench.place(7)), .failure(ScriptedDaemon.absent)] {
            engine.requestLocation()
            await daemon.answer(answer)
            await callbacks.until(1)
            engine.stop(.updatingLocation)
            engine.requestLocation()
            await callbacks.run(1)
            #expect(delegate.all.dropFirst().allSatisfy { $0 == "locations 8.0" })
            await daemon.answer(.success(Bench.place(8)))
            await callbacks.run(1)
            #expect(delegate.all.last == "locations 8.0")
        }
    }

    @Test func `A failure of updates that the client stopped is not told`() async {
        let (manager, delegate) = await bench.connected()
        let engine = engine(of: manager)
        engine.start(.updatingLocation)
        await daemon.session(1).refuse(LocdClientError(.refused(.locationUnknown), socketPath: "/nowhere"))
        await callbacks.until(1)
        engine.stop(.updatingLocation)
        await callbacks.run(1)
        #expect(delegate.all == ["authorization 3"])
    }

    @Test func `What comes for a manager that is gone when it is its turn is for the next one, in order`() async {
        do {
            let manager = CLLocationManager(hub: bench.hub, context: callbacks)
            let session = await daemon.session(0)
            session.deliver(.connected)
            session.deliver(.visit(Bench.visit(1)), .visit(Bench.visit(2)))
            // Behind the authorization and the return of the daemon.
            await callbacks.until(5)
            withExtendedLifetime(manager) {}
        }
        await callbacks.run(5)
        let (manager, delegate) = bench.manager()
        await daemon.session(1).deliver(.connected)
        for word in ["authorization 3", "visit 1.0", "visit 2.0"] { #expect(await delegate.next() == word) }
        withExtendedLifetime(manager) {}
    }

    @Test
    func `What waits for a manager that is gone comes back when the question that keeps its reference is answered`()
        async
    {
        daemon.change {
            $0.regions["home"] = Region(
                identifier: "home", center: Coordinate(latitude: 1, longitude: 1), radius: 100)
        }
        do {
            let manager = CLLocationManager(hub: bench.hub, context: HeldCallbacks())
            await daemon.session(0).deliver(.connected)
            for await known in bench.hub.authorizations() where known.isAuthorized { break }
            manager.requestState(for: Bench.circle("home"))
            await withCheckedContinuation { done in bench.hub.perform(.mark { done.resume() }) }
            #expect(bench.hub.state.withLock(\.openInquiries.count) == 1)
            bench.hub.deliver([.visit(Bench.visit(1))])
            withExtendedLifetime(manager) {}
        }
        bench.hub.deliver([Bench.crossing("home", .inside)])
        let (manager, delegate) = bench.manager()
        await daemon.session(1).deliver(.connected)
        for word in ["authorization 3", "visit 1.0", "state home 1", "enter home"] {
            #expect(await delegate.next() == word)
        }
        withExtendedLifetime(manager) {}
    }

    private struct DroppedCallbacks: CallbackContext {
        func perform(_ work: @escaping @Sendable () -> Void) {}
    }

    @Test func `What the thread of a manager drops is not told again and again`() async {
        let manager = CLLocationManager(hub: bench.hub, context: DroppedCallbacks())
        await daemon.session(0).deliver(.connected)
        for await known in bench.hub.authorizations() where known.isAuthorized { break }
        bench.hub.deliver([.visit(Bench.visit(1))])
        #expect(bench.hub.state.withLock { $0.returned.isEmpty && $0.waiting.isEmpty })
        withExtendedLifetime(manager) {}
    }

    @Test func `Visits that a manager starts right before it is released are monitored`() async {
        bench.make { CLLocationManager() }.startMonitoringVisits()
        await daemon.session(0).deliver(.connected)
        await daemon.called("start monitoringVisits")
        await daemon.called("end")
    }

    @Test func `What was asked of managers that are gone at once is done, in order`() async {
        for number in 1...20 {
            let region = Bench.circle("\(number)")
            bench.make { CLLocationManager() }.stopMonitoring(for: region)
        }
        await daemon.called("remove 20")
        #expect(daemon.calls.filter { $0.hasPrefix("remove") } == (1...20).map { "remove \($0)" })
    }
}
