import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// The implementation of a ``CLMonitor``.
///
/// It uses states and not crossings: whenever the daemon reports the state of a region, it is compared with the last
/// reported one, and a difference is an event. So the first determination is reported, a wrong assumption is corrected,
/// and no event is lost or repeated after a restart of either side.
actor MonitorCore {
    /// Commands for the daemon, in order.
    private enum Command: Sendable {
        case watch(identifier: String)
        case unwatch(identifier: String)
    }

    /// Its other tasks.
    private struct Work: Sendable {
        var listening: Task<Void, Never>?
        /// Requests the states of regions until all are known.
        var looking: Task<Void, Never>?
        /// The file is the next monitor's then.
        var isClosed = false
    }

    /// Conditions of one monitor.
    static let maximumConditions = 20

    let name: String
    nonisolated let hub: ClientHub
    private let label: String
    private let file: URL
    private var records = MonitorRecords()
    /// What was last delivered for each condition, handled or not.
    private var reported: [String: CLMonitor.Event.State] = [:]
    /// Conditions whose state the daemon has not reported since they were added.
    private var undetermined: Set<String> = []
    /// Conditions that the daemon has not taken yet: what it says is about those that they replaced.
    private var untaken: Set<String> = []
    /// How often a condition was added, and which of these each one is: events of an earlier one do not count.
    private var additions = 0
    private var versions: [String: Int] = [:]
    private var isPersistent = true
    /// Whether the stored conditions are known. If not, they and their regions stay as they are.
    private var isFileRead = true
    /// Why nothing is monitored.
    private var authorization: Diagnosis?
    private nonisolated let work = Mutex(Work())
    private nonisolated let commands: AsyncStream<(Command, PendingCall)>.Continuation
    private let commandQueue: AsyncStream<(Command, PendingCall)>
    private nonisolated let events = MonitorEventQueue()

    init(name: String, hub: ClientHub) {
        self.name = name
        self.hub = hub
        label = ClientIdentity.label(of: hub.label, part: name)
        file = MonitorRecords.file(of: name, program: hub.label, in: hub.stateDirectory)
        (commandQueue, commands) = AsyncStream.makeStream(of: (Command, PendingCall).self)
    }

    var identifiers: [String] { records.entries.keys.sorted() }

    /// Reads the stored conditions, and begins to listen.
    func load() {
        do {
            records = try MonitorRecords(from: file)
        } catch {
            (isFileRead, isPersistent) = (false, false)
        }
        reported = records.entries.mapValues(\.state)
        undetermined = Set(records.entries.keys)
        let session = PersistentSession(daemon: hub.daemon, label: label)
        work.withLock { work in
            work.listening = session.read { [weak self] in await self?.take($0) }
        }
        // It ends when everything is done that was requested before the monitor was closed.
        Task {
            for await (command, call) in commandQueue {
                await carryOut(command)
                withExtendedLifetime(call) {}
            }
        }
    }

    private func perform(_ command: Command) {
        commands.yield((command, PendingCall(of: hub.daemon)))
    }

    /// Ends it; another monitor with the name may be opened then.
    nonisolated func close() {
        let work = work.withLock { work in
            work.isClosed = true
            return work
        }
        work.listening?.cancel()
        work.looking?.cancel()
        commands.finish()
        // Before the events end: a reader that saw the end may open it again.
        hub.closeMonitor(name)
        events.finish()
    }

    /// The next event; each goes to one loop.
    nonisolated func nextEvent() async -> CLMonitor.Event? {
        while let event = await events.next() {
            if await isCurrent(event) { return event }
        }
        return nil
    }

    /// Whether the condition of an event was neither replaced nor removed since.
    private func isCurrent(_ event: CLMonitor.Event) -> Bool {
        event.version == versions[event.identifier] ?? 0
    }

    /// Notes that an event was handled: it is the last one of its condition from now on.
    func didHandle(_ event: CLMonitor.Event) {
        guard records.entries[event.identifier] != nil, isCurrent(event) else { return }
        records.entries[event.identifier]?.state = event.state
        records.entries[event.identifier]?.date = event.date
        save()
    }

    func record(for identifier: String) -> CLMonitor.Record? {
        guard let entry = records.entries[identifier], let condition = entry.condition else { return nil }
        return CLMonitor.Record(
            condition: condition,
            lastEvent: CLMonitor.Event(identifier: identifier, state: entry.state, date: entry.date))
    }

    func add(_ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State) {
        var entry = MonitorRecords.Entry(state: state, date: Date())
        entry.circle = condition as? CLMonitor.CircularGeographicCondition
        entry.beacon = condition as? CLMonitor.BeaconIdentityCondition
        guard records.entries[identifier] != nil || records.entries.count < Self.maximumConditions else {
            return tell(.unmonitored, of: identifier) { $0.conditionLimitExceeded = true }
        }
        guard entry.condition != nil else {
            return tell(.unmonitored, of: identifier) { $0.conditionUnsupported = true }
        }
        let wasWatched = region(identifier) != nil
        records.entries[identifier] = entry
        additions += 1
        versions[identifier] = additions
        reported[identifier] = state
        untaken.insert(identifier)
        save()
        guard region(identifier) != nil else {
            if wasWatched { perform(.unwatch(identifier: identifier)) }
            return tell(.unmonitored, of: identifier) { $0.conditionUnsupported = true }
        }
        undetermined.insert(identifier)
        if let authorization { return tell(authorization, of: identifier) }
        perform(.watch(identifier: identifier))
    }

    func remove(_ identifier: String) {
        guard records.entries.removeValue(forKey: identifier) != nil else { return }
        versions[identifier] = nil
        reported[identifier] = nil
        undetermined.remove(identifier)
        save()
        perform(.unwatch(identifier: identifier))
    }

    private func carryOut(_ command: Command) async {
        switch command {
        case .watch(let identifier):
            guard authorization == nil, let region = region(identifier) else { return }
            await watch(region)
            await determine()
        case .unwatch(let identifier):
            // It may have been added again since.
            guard region(identifier) == nil else { return }
            // If the daemon is away, it receives this on its return.
            try? await hub.daemon.stopMonitoring(for: identifier, label: label)
        }
    }

    private func take(_ element: PersistentSession.Element) async {
        switch element {
        case .update(.connected):
            await followAuthorization()
        case .update(.events(let events)):
            if events.contains(where: \.isOfAuthorization) { await followAuthorization() }
            for case .region(let event) in events {
                observe(event.state, of: event.identifier, at: Date(event.timestamp), event.beacon)
            }
        case .update(.missed): break
        case .update(.disconnected(let error, _)), .refused(let error):
            let wasReached = hub.state.withLock(\.wasReached)
            diagnose(Diagnosis(error, wasReached: wasReached))
        }
    }

    /// Monitors, or reports why not. If the authorization is not determined, a monitor requests it.
    private func followAuthorization() async {
        await hub.learnAuthorization()
        guard var known = hub.state.withLock(\.authorization) else { return }
        known.lacksServiceSession = false
        if let diagnosis = Diagnosis(known) ?? (known.accuracy == .reducedAccuracy ? .reduced : nil) {
            if diagnosis == .undecided { hub.requestAuthorization(.whenInUse) }
            return diagnose(diagnosis)
        }
        authorization = nil
        await agree()
        await determine()
    }

    /// Makes the daemon monitor these conditions, and no others.
    private func agree() async {
        guard let known = try? await hub.daemon.regions(label: label).own else { return }
        for identifier in known.keys where isFileRead && region(identifier) == nil {
            try? await hub.daemon.stopMonitoring(for: identifier, label: label)
        }
        for identifier in identifiers {
            guard let region = region(identifier) else { continue }
            if known[identifier] == region { didTake(region) } else { await watch(region) }
        }
    }

    private func watch(_ region: Region) async {
        do {
            try await hub.daemon.startMonitoring(for: region, label: label)
            didTake(region)
        } catch {
            // It has it, and its answer is late.
            if error.code == .timedOut { didTake(region) }
            // If the daemon is away or refuses the program, the session reports it.
            guard !error.isUnreachable, error.refusedStatus == nil, !error.isOfAccuracy else { return }
            undetermined.remove(region.identifier)
            tell(.unmonitored, of: region.identifier) { event in
                if case .refused(.regionLimit) = error.code {
                    event.conditionLimitExceeded = true
                } else {
                    event.conditionUnsupported = true
                }
            }
        }
    }

    private func didTake(_ region: Region) {
        if self.region(region.identifier) == region { untaken.remove(region.identifier) }
    }

    /// Requests the states of regions until the daemon knows them: it does not report an initial outside unasked.
    private func determine() async {
        await look()
        guard authorization == nil, !undetermined.isEmpty else { return }
        work.withLock { work in
            guard work.looking == nil else { return }
            work.looking = Task { [weak self, hub] in
                var pause = Duration.seconds(1)
                while await self?.isDetermined() == false {
                    guard (try? await hub.daemon.sleep(for: pause)) != nil else { return }
                    pause = min(pause * 2, .seconds(60))
                    await self?.look()
                }
            }
        }
    }

    /// Whether all states are known; then the requests end.
    private func isDetermined() -> Bool {
        guard undetermined.isEmpty else { return false }
        work.withLock { $0.looking = nil }
        return true
    }

    private func look() async {
        guard authorization == nil else { return }
        for identifier in undetermined.subtracting(untaken).sorted() {
            let asked = region(identifier)
            // Meanwhile an event may have said it, or the condition was replaced.
            guard let state = try? await hub.daemon.state(ofRegion: identifier, label: label),
                undetermined.contains(identifier), region(identifier) == asked
            else { continue }
            observe(state, of: identifier, at: Date())
        }
    }

    private func observe(
        _ state: RegionState, of identifier: String, at date: Date, _ beacon: BeaconIdentity? = nil
    ) {
        guard state != .unknown, records.entries[identifier] != nil, !untaken.contains(identifier) else { return }
        undetermined.remove(identifier)
        let new: CLMonitor.Event.State = state == .inside ? .satisfied : .unsatisfied
        guard reported[identifier] != new else { return }
        // One beacon is no narrower than itself.
        let isWildcard = records.entries[identifier]?.beacon?.minor == nil
        tell(new, of: identifier, at: date, as: isWildcard ? beacon.map { .init($0) } : nil)
    }

    /// Reports for each condition that it is not monitored, and why; once while that lasts.
    private func diagnose(_ diagnosis: Diagnosis) {
        guard diagnosis != .unavailable, diagnosis != authorization else { return }
        authorization = diagnosis
        for identifier in identifiers {
            undetermined.insert(identifier)
            tell(diagnosis, of: identifier)
        }
    }

    private func tell(_ diagnosis: Diagnosis, of identifier: String) {
        tell(.unmonitored, of: identifier) { event in
            event.authorizationDenied = diagnosis == .denied || diagnosis == .servicesOff
            event.authorizationDeniedGlobally = diagnosis == .servicesOff
            event.authorizationRestricted = diagnosis == .restricted
            event.authorizationRequestInProgress = diagnosis == .undecided
        }
    }

    private func tell(
        _ state: CLMonitor.Event.State, of identifier: String, at date: Date = Date(),
        as refinement: CLMonitor.BeaconIdentityCondition? = nil, _ change: (inout CLMonitor.Event) -> Void = { _ in }
    ) {
        reported[identifier] = state
        var event = CLMonitor.Event(identifier: identifier, state: state, date: date, refinement: refinement)
        event.version = versions[identifier] ?? 0
        event.persistenceUnavailable = !isPersistent
        event.accuracyLimited = hub.state.withLock(\.authorization)?.accuracy == .reducedAccuracy
        change(&event)
        events.append(event)
    }

    /// The region of a condition that the daemon can watch.
    private func region(_ identifier: String) -> Region? {
        guard let entry = records.entries[identifier] else { return nil }
        let region: Region
        if let circle = entry.circle {
            region = Region(identifier: identifier, center: circle.center.coordinate, radius: circle.radius)
        } else if let beacon = entry.beacon {
            region = Region(identifier: identifier, shape: .beacons(BeaconConstraint(beacon)))
        } else {
            return nil
        }
        return region.isMonitorable ? region : nil
    }

    private func save() {
        work.withLock { work in
            if !work.isClosed, isFileRead { isPersistent = (try? records.write(to: file)) != nil }
        }
    }
}
