import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// What a manager has started, and the session that serves it: its own, with its own filters, while something runs.
final class ManagerEngine: Sendable {
    private enum Command: Sendable {
        case start(SessionService)
        case stop(SessionService)
        case configure(SessionSettings)
        case allowDeferral(distance: Double, seconds: Double)
        case endDeferral
    }

    /// A session, and what belongs to it.
    private struct Run: Sendable {
        let session: PersistentSession
        let commands: AsyncStream<Command>.Continuation
        let work: [Task<Void, Never>]

        func end() {
            commands.finish()
            for task in work { task.cancel() }
        }
    }

    private struct State: Sendable {
        var configuration = ManagerConfiguration()
        var services: Set<SessionService> = []
        var run: Run?
        /// Counts the runs: what one brings after its end is nobody's.
        var generation = 0
        var request: Task<Void, Never>?
        var isDeferring = false
        /// The failure that holds; it is told once.
        var failure: CLError.Code?
        var latest: CLLocation?
    }

    private let hub: ClientHub
    private let manager: ManagerReference
    private let state = Mutex(State())

    init(hub: ClientHub, manager: ManagerReference) {
        self.hub = hub
        self.manager = manager
    }

    /// What it is configured as. A change is in force at once.
    var configuration: ManagerConfiguration {
        get { state.withLock(\.configuration) }
        set {
            state.withLock { state in
                state.configuration = newValue
                _ = state.run?.commands.yield(.configure(newValue.sessionSettings))
            }
        }
    }

    /// The latest location that this manager, or else this program, was told.
    var latest: CLLocation? {
        state.withLock(\.latest) ?? hub.state.withLock(\.latest)
    }

    /// Starts a service. What runs already brings nothing new.
    func start(_ service: SessionService) {
        if service == .updatingLocation { cancelRequest() }
        state.withLock { state in
            guard state.services.insert(service).inserted else { return }
            if let run = state.run {
                run.commands.yield(.start(service))
            } else {
                state.failure = nil
                state.generation += 1
                state.run = open(state)
            }
        }
    }

    /// Stops a service; the session ends with the last.
    func stop(_ service: SessionService) {
        if service == .updatingLocation { cancelRequest() }
        let ended = state.withLock { state -> Run? in
            guard state.services.remove(service) != nil else { return nil }
            if service == .updatingLocation { state.isDeferring = false }
            guard state.services.isEmpty else {
                state.run?.commands.yield(.stop(service))
                return nil
            }
            defer { state.run = nil }
            state.generation += 1
            return state.run
        }
        ended?.end()
    }

    /// Stops everything.
    func end() {
        cancelRequest()
        let ended = state.withLock { state in
            defer { state.run = nil }
            state.services = []
            state.generation += 1
            return state.run
        }
        ended?.end()
    }

    /// Keeps locations in the daemon until they are so many metres or seconds; told to have failed where updates do not run.
    func allowDeferredUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval) {
        cancelRequest()
        let isRunning = state.withLock { state in
            guard state.services.contains(.updatingLocation), let run = state.run else { return false }
            // The daemon's limits are a year's drive and a year.
            run.commands.yield(.allowDeferral(distance: min(distance, 1e9), seconds: min(timeout, 31_536_000)))
            return true
        }
        if !isRunning { finishDeferral(CLError(.deferredNotUpdatingLocation)) }
    }

    /// Ends a deferral.
    func disallowDeferredUpdates() {
        state.withLock { _ = $0.run?.commands.yield(.endDeferral) }
    }

    /// Asks for one location, where neither updates nor another request run.
    func requestLocation() {
        state.withLock { state in
            guard !state.services.contains(.updatingLocation), state.request == nil else { return }
            let accuracy = DesiredAccuracy(core: state.configuration.desiredAccuracy)
            state.request = Task { [weak self, hub] in
                let result: Result<Location, LocdClientError>
                do throws(LocdClientError) {
                    // Apple does not say how long; ten seconds is what is told of it, and the daemon's default.
                    result = .success(
                        try await hub.daemon.location(
                            label: hub.label, desiredAccuracy: accuracy, timeout: .seconds(10)))
                } catch {
                    result = .failure(error)
                }
                if !Task.isCancelled { self?.finishRequest(result) }
            }
        }
    }

    /// What the program may have changed. That it has less, its session tells what runs.
    func authorizationDidChange(to authorization: ClientAuthorization) {
        if authorization.isAuthorized { tryAgain() }
    }

    /// The daemon may serve it again.
    func tryAgain() {
        state.withLock(\.run)?.session.tryAgain()
    }

    private func cancelRequest() {
        let request = state.withLock { state in
            defer { state.request = nil }
            return state.request
        }
        request?.cancel()
    }

    private func finishRequest(_ result: Result<Location, LocdClientError>) {
        state.withLock { $0.request = nil }
        switch result {
        case .success(let location): deliver([location])
        case .failure(let error):
            let failure = CLError(code(of: error), because: error)
            manager.withDelegate { $1.locationManager($0, didFailWithError: failure) }
        }
    }

    private func open(_ state: State) -> Run {
        let session = PersistentSession(
            daemon: hub.daemon, label: hub.label, services: state.services,
            settings: state.configuration.sessionSettings)
        let (commands, queue) = AsyncStream.makeStream(of: Command.self)
        let generation = state.generation
        return Run(
            session: session, commands: queue,
            work: [
                Task { [weak self] in
                    var iterator = session.makeAsyncIterator()
                    while let element = await iterator.next() { await self?.take(element, of: generation) }
                },
                Task { [weak self] in
                    for await command in commands { await self?.carryOut(command, in: session) }
                },
            ])
    }

    private func carryOut(_ command: Command, in session: PersistentSession) async {
        do throws(LocdClientError) {
            switch command {
            case .start(let service): try await session.start(service)
            case .stop(let service): try await session.stop(service)
            case .configure(let settings): try await session.configure(settings)
            case .allowDeferral(let distance, let seconds):
                try await session.allowDeferredLocationUpdates(untilTraveled: distance, timeout: .seconds(seconds))
            case .endDeferral: try await session.disallowDeferredLocationUpdates()
            }
        } catch {
            // What was set is kept for the next session; a deferral is not.
            if case .allowDeferral = command { finishDeferral(CLError(.deferredFailed, because: error)) }
        }
    }

    private func take(_ element: PersistentSession.Element, of generation: Int) async {
        guard state.withLock({ $0.generation == generation }) else { return }
        switch element {
        case .update(.connected):
            state.withLock { $0.failure = nil }
            // What it may have is told before what becomes of that.
            await hub.learnAuthorization()
        case .update(.disconnected(let error, _)), .refused(let error):
            fail(code(of: error), because: error)
        case .update(.events(let events)): await take(events, of: generation)
        case .update(.missed): break
        }
    }

    /// A batch, in order; locations that follow each other are told at once.
    private func take(_ events: [LocationEvent], of generation: Int) async {
        var locations: [Location] = []
        for event in events {
            if case .location(let location) = event {
                locations.append(location)
                continue
            }
            deliver(locations, of: generation)
            locations = []
            if event.isOfAuthorization { await hub.learnAuthorization() } else { take(event) }
        }
        deliver(locations, of: generation)
        hub.tell(events)
    }

    private func take(_ event: LocationEvent) {
        switch event {
        case .pause(let event) where event.cause == .stationary: pause()
        case .resume: manager.withDelegate { $1.locationManagerDidResumeLocationUpdates($0) }
        case .heading(let heading):
            hub.noteHeading()
            let heading = CLHeading(heading)
            manager.withManager { manager in
                manager.latestHeading = heading
                manager.delegate?.locationManager(manager, didUpdateHeading: heading)
            }
        case .deferredUpdatesFinished(let finish): finishDeferral(finish.error.map { CLError($0) })
        case .failure(let failure) where failure.region == nil:
            let error = CLError(failure.error)
            manager.withDelegate { $1.locationManager($0, didFailWithError: error) }
        default: break
        }
    }

    /// Nothing moves: updates are over until the client starts them again, as Core Location has it.
    private func pause() {
        stop(.updatingLocation)
        manager.withDelegate { $1.locationManagerDidPauseLocationUpdates($0) }
    }

    private func deliver(_ locations: [Location], of generation: Int? = nil) {
        let locations = locations.map { CLLocation($0) }
        guard let last = locations.last else { return }
        hub.note(last)
        state.withLock { $0.latest = last }
        manager.withManager { [weak self] manager in
            // The client may have stopped since.
            if let generation, self?.state.withLock({ $0.generation == generation }) != true { return }
            manager.deliver(locations)
        }
    }

    private func finishDeferral(_ error: CLError?) {
        manager.withDelegate { $1.locationManager($0, didFinishDeferredUpdatesWithError: error) }
    }

    /// Tells a failure of the services that bring locations, once while it lasts.
    private func fail(_ code: CLError.Code, because error: LocdClientError? = nil) {
        let isNew = state.withLock { state in
            guard state.services.contains(where: { $0 != .updatingHeading }), state.failure != code else {
                return false
            }
            state.failure = code
            return true
        }
        guard isNew else { return }
        let failure = error.map { CLError(code, because: $0) } ?? CLError(code)
        manager.withDelegate { $1.locationManager($0, didFailWithError: failure) }
    }

    /// A daemon that never answered is location services that are off; one that did comes back.
    private func code(of error: LocdClientError) -> CLError.Code {
        if let status = error.refusedStatus { return status == .notDetermined ? .locationUnknown : .denied }
        return error.isUnreachable && !hub.state.withLock(\.wasReached) ? .denied : .locationUnknown
    }
}
