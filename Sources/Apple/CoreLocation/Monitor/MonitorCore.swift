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
    }

    /// What the file has, and who may write it.
    private struct Stored: Sendable {
        var records = MonitorRecords()
        /// Which addition each condition is: events of an earlier one do not count.
        var versions: [String: Int] = [:]
        var isPersistent = true
        /// Whether the stored conditions are known. If not, they and their regions stay as they are.
        var isFileRead = true
        /// The file is the next monitor's then.
        var isClosed = false

        func isCurrent(_ event: CLMonitor.Event) -> Bool { event.version == versions[event.identifier] ?? 0 }
    }

    /// Conditions of one monitor.
    static let maximumConditions = 20

    let name: String
    nonisolated let hub: ClientHub
    private let label: String
    private let file: URL
    /// Locked, and not the actor's: a loop that ends says at once that it has handled its last event.
    private nonisolated let stored = Mutex(Stored())
    /// What was last delivered for each condition, handled or not.
    private var reported: [String: CLMonitor.Event.State] = [:]
    /// Conditions whose state the daemon has not reported since they were added.
    private var undetermined: Set<String> = []
    /// Conditions that the daemon has not taken yet: what it says is about those that they replaced.
    private var untaken: Set<String> = []
    /// How often a condition was added.
    private var additions = 0
    /// Whether the session is open, or cannot be opened now.
    private var wasOpened = false
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

    var identifiers: [String] { entries.keys.sorted() }

    private nonisolated var entries: [String: MonitorRecords.Entry] { stored.withLock(\.records.entries) }

    /// Reads the stored conditions, and begins to listen.
    func load() {
        let entries = stored.withLock { stored in
            do {
                stored.records = try MonitorRecords(from: file)
            } catch {
                (stored.isFileRead, stored.isPersistent) = (false, false)
            }
            return stored.records.entries
        }
        reported = entries.mapValues(\.state)
        undetermined = Set(entries.keys)
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
        stored.withLock { $0.isClosed = true }
        let work = work.withLock(\.self)
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
            // Its condition may have been replaced or removed since.
            if stored.withLock({ $0.isCurrent(event) }) { return event }
        }
        return nil
    }

    /// Notes that an event was handled: it is the last one of its condition from now on.
    nonisolated func didHandle(_ event: CLMonitor.Event) {
        store { stored in
            guard stored.records.entries[event.identifier] != nil, stored.isCurrent(event) else { return false }
            stored.records.entries[event.identifier]?.state = event.state
            stored.records.entries[event.identifier]?.date = event.date
            return true
        }
    }

    func record(for identifier: String) -> CLMonitor.Record? {
        guard let entry = entries[identifier], let condition = entry.condition else { return nil }
        return CLMonitor.Record(
            condition: condition,
            lastEvent: CLMonitor.Event(identifier: identifier, state: entry.state, date: entry.date))
    }

    func add(_ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State) {
        var entry = MonitorRecords.Entry(state: state, date: Date())
        entry.circle = condition as? CLMonitor.CircularGeographicCondition
        entry.beacon = condition as? CLMonitor.BeaconIdentityCondition
        let known = entries
        guard known[identifier] != nil || known.count < Self.maximumConditions else {
            return report(.unmonitored, of: identifier) { $0.conditionLimitExceeded = true }
        }
        guard entry.condition != nil else {
            return report(.unmonitored, of: identifier) { $0.conditionUnsupported = true }
        }
        let wasWatched = region(identifier) != nil
        additions += 1
        reported[identifier] = state
        untaken.insert(identifier)
        store { stored in
            stored.records.entries[identifier] = entry
            stored.versions[identifier] = additions
            return true
        }
        guard region(identifier) != nil else {
            if wasWatched { perform(.unwatch(identifier: identifier)) }
            return report(.unmonitored, of: identifier) { $0.conditionUnsupported = true }
        }
        undetermined.insert(identifier)
        if let authorization { return report(authorization, of: identifier) }
        perform(.watch(identifier: identifier))
    }

    func remove(_ identifier: String) {
        guard entries[identifier] != nil else { return }
        reported[identifier] = nil
        undetermined.remove(identifier)
        store { stored in
            stored.records.entries[identifier] = nil
            stored.versions[identifier] = nil
            return true
        }
        perform(.unwatch(identifier: identifier))
    }

    private func carryOut(_ command: Command) async {
        switch command {
        case .watch(let identifier):
            // The daemon would ask somebody, and an answer for this use would end at once. The session asks, once open.
            if !wasOpened, (try? await hub.daemon.authorization(of: label))?.status == .notDetermined { return }
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
        wasOpened = true
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
        let isFileRead = stored.withLock(\.isFileRead)
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
            report(.unmonitored, of: region.identifier) { event in
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
        guard state != .unknown, entries[identifier] != nil, !untaken.contains(identifier) else { return }
        undetermined.remove(identifier)
        let new: CLMonitor.Event.State = state == .inside ? .satisfied : .unsatisfied
        guard reported[identifier] != new else { return }
        // One beacon is no narrower than itself.
        let isWildcard = entries[identifier]?.beacon?.minor == nil
        report(new, of: identifier, at: date, as: isWildcard ? beacon.map { .init($0) } : nil)
    }

    /// Reports for each condition that it is not monitored, and why; once while that lasts.
    private func diagnose(_ diagnosis: Diagnosis) {
        guard diagnosis != .unavailable, diagnosis != authorization else { return }
        authorization = diagnosis
        for identifier in identifiers {
            undetermined.insert(identifier)
            report(diagnosis, of: identifier)
        }
    }

    private func report(_ diagnosis: Diagnosis, of identifier: String) {
        report(.unmonitored, of: identifier) { event in
            event.authorizationDenied = diagnosis == .denied || diagnosis == .servicesOff
            event.authorizationDeniedGlobally = diagnosis == .servicesOff
            event.authorizationRestricted = diagnosis == .restricted
            event.authorizationRequestInProgress = diagnosis == .undecided
        }
    }

    private func report(
        _ state: CLMonitor.Event.State, of identifier: String, at date: Date = Date(),
        as refinement: CLMonitor.BeaconIdentityCondition? = nil, _ change: (inout CLMonitor.Event) -> Void = { _ in }
    ) {
        reported[identifier] = state
        var event = CLMonitor.Event(identifier: identifier, state: state, date: date, refinement: refinement)
        (event.version, event.persistenceUnavailable) = stored.withLock {
            ($0.versions[identifier] ?? 0, !$0.isPersistent)
        }
        event.accuracyLimited = hub.state.withLock(\.authorization)?.accuracy == .reducedAccuracy
        change(&event)
        events.append(event)
    }

    /// The region of a condition that the daemon can watch.
    private func region(_ identifier: String) -> Region? {
        guard let entry = entries[identifier] else { return nil }
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

    /// Changes what is stored, and writes it, if the change says that there is one.
    private nonisolated func store(_ change: (inout Stored) -> Bool) {
        stored.withLock { stored in
            guard change(&stored), !stored.isClosed, stored.isFileRead else { return }
            stored.isPersistent = (try? stored.records.write(to: file)) != nil
        }
    }
}
