import LocationModel
import LocationServices
import LocdProtocol
import Synchronization

/// The regions and visits of one client, monitored whether it is connected or not. Undelivered events wait, bounded.
final class ClientMonitor: Sendable {
    /// The maximum number of regions of a client; the nearest of them are monitored.
    static let maximumRegions = 1000
    /// The maximum number of points of all its regions together.
    static let maximumPoints = 20_000
    /// The maximum number of events that wait for a client; beyond it the oldest are dropped.
    static let maximumWaiting = 1000

    private struct State {
        var regions: [String: Region]
        /// When regions with an end are removed, by identifier.
        var ends: [String: Timestamp]
        /// Regions whose events others receive, too.
        var shared: Set<String>
        var monitorsVisits: Bool
        /// Whether the client is started for significant changes.
        var monitorsChanges: Bool
        /// When the latest change happened that it does not know of.
        var missedChange: Timestamp?
        var waiting: [LocationEvent]
        var dropped: Int
        var authorization: Authorization
        /// Whether a decision or a rule of the policy gave it, since the client is away.
        var isDecided: Bool

        @discardableResult
        mutating func forget(_ identifier: String) -> Region? {
            ends[identifier] = nil
            shared.remove(identifier)
            return regions.removeValue(forKey: identifier)
        }
    }

    /// The client that the regions belong to.
    let client: ClientIdentity
    let manager: LocationManager
    private let sink: MonitorSink
    private let state: Mutex<State>

    /// A monitor that continues from a record, whether its client is connected or not. `onEvents` is called when there
    /// are events to take; see ``takeEvents()``; it must return at once.
    init(_ record: ClientRecord, isThere: Bool, hub: LocationHub, onEvents: @escaping @Sendable () -> Void) {
        client = record.client
        sink = MonitorSink(onEvents: onEvents)
        manager = LocationManager(
            settings: ManagerSettings(), hub: hub, sink: sink, resuming: record.services, remembering: 0,
            authorization: Self.inForce(record.authorization ?? .everything, isThere: isThere))
        // They were checked when they were added.
        let regions = record.regions.compactMap { try? $0.region() }
        state = Mutex(
            State(
                regions: Dictionary(regions.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 }),
                ends: record.ends ?? [:], shared: Set(record.shared ?? []),
                monitorsVisits: record.monitorsVisits, monitorsChanges: record.monitorsChanges ?? false,
                missedChange: record.missedChange, waiting: record.waiting.compactMap(\.event),
                dropped: record.dropped, authorization: record.authorization ?? .everything,
                isDecided: record.isDecided ?? false))
        if !regions.isEmpty { manager.startMonitoring(for: regions) }
        if record.monitorsVisits { manager.startMonitoringVisits() }
        if record.monitorsChanges == true { manager.startMonitoringSignificantLocationChanges() }
    }

    /// A client with authorization when in use gets nothing while it is away: its regions and visits are suspended.
    private static func inForce(_ authorization: Authorization, isThere: Bool) -> Authorization {
        isThere || authorization.status == .authorizedAlways ? authorization : Authorization(.notDetermined)
    }

    /// The authorization while the client is away. `decided` is what a decision or a rule says now: `nil` ends what an
    /// earlier one gave. What a process has as a member of a group stays; `isLimited` reduces its accuracy.
    func authorize(whileAway decided: Authorization?, isLimited: Bool = false) {
        var last = state.withLock { state in
            defer { state.isDecided = decided != nil }
            return state.isDecided ? Authorization(.notDetermined) : state.authorization
        }
        if isLimited { last.accuracy = .reducedAccuracy }
        authorize(decided ?? last, isThere: false)
    }

    /// Takes the authorization of a client that is connected.
    func authorize(_ authorization: Authorization) {
        state.withLock { $0.isDecided = false }
        authorize(authorization, isThere: true)
    }

    /// Drops what waits for the client and what it missed if it may no longer receive that.
    private func authorize(_ authorization: Authorization, isThere: Bool) {
        state.withLock { state in
            defer { state.authorization = authorization }
            guard authorization.disclosure < state.authorization.disclosure else { return }
            state.dropped += state.waiting.count
            state.waiting.removeAll()
            state.missedChange = nil
        }
        manager.authorize(Self.inForce(authorization, isThere: isThere))
    }

    /// Whether there is anything to monitor or to deliver.
    var isNeeded: Bool {
        state.withLock { !$0.regions.isEmpty || $0.monitorsVisits || $0.monitorsChanges || !$0.waiting.isEmpty }
    }

    var counts: (regions: Int, waiting: Int) { state.withLock { ($0.regions.count, $0.waiting.count) } }

    var monitorsVisits: Bool { state.withLock(\.monitorsVisits) }

    var regions: [Region] { state.withLock { $0.regions.values.sorted { $0.identifier < $1.identifier } } }

    func hasRegion(_ identifier: String) -> Bool { state.withLock { $0.regions[identifier] != nil } }

    /// Whether others receive the events of a region, too.
    func isShared(_ identifier: String) -> Bool { state.withLock { $0.shared.contains(identifier) } }

    /// When a region ends; `nil` if it lasts until it is removed.
    func end(ofRegion identifier: String) -> Timestamp? { state.withLock { $0.ends[identifier] } }

    /// Removes the regions whose time is over, and returns their identifiers. Their waiting events stay.
    func endRegions(at now: Timestamp) -> Set<String> {
        let over = state.withLock { state in
            let over = state.ends.filter { $0.value <= now }.map(\.key)
            for identifier in over {
                state.forget(identifier)
            }
            return over
        }
        for identifier in over { manager.stopMonitoring(for: identifier) }
        return Set(over)
    }

    /// The number of points of its regions, except the one with this name, which may be replaced.
    func pointCount(without identifier: String? = nil) -> Int {
        state.withLock { state in
            state.regions.values.reduce(0) { $0 + ($1.identifier == identifier ? 0 : $1.shape.pointCount) }
        }
    }

    /// Adds a region, or replaces the one with the same identifier. `end`: when it is removed automatically.
    /// `isShared`: whether others receive its events, too.
    func add(_ region: Region, until end: Timestamp? = nil, isShared: Bool = false) throws(VarlinkError) {
        let isTaken = state.withLock { state in
            guard state.regions.count < Self.maximumRegions || state.regions[region.identifier] != nil else {
                return false
            }
            state.regions[region.identifier] = region
            state.ends[region.identifier] = end
            if isShared { state.shared.insert(region.identifier) } else { state.shared.remove(region.identifier) }
            return true
        }
        guard isTaken else { throw .regionLimit(maximum: Self.maximumRegions) }
        manager.startMonitoring(for: region)
    }

    /// Removes a region, and its waiting events.
    func remove(_ identifier: String) throws(VarlinkError) {
        let removed = state.withLock { state in
            state.waiting.removeAll {
                if case .region(let event) = $0 { event.identifier == identifier } else { false }
            }
            return state.forget(identifier)
        }
        guard removed != nil else { throw .noSuchRegion(identifier) }
        manager.stopMonitoring(for: identifier)
    }

    /// Starts or stops visits; false if that changes nothing.
    func monitorVisits(_ isWanted: Bool) -> Bool {
        let isNew = state.withLock { state in
            defer { state.monitorsVisits = isWanted }
            return state.monitorsVisits != isWanted
        }
        guard isNew else { return false }
        if isWanted { manager.startMonitoringVisits() } else { manager.stopMonitoringVisits() }
        return true
    }

    /// Whether the client is started for significant changes.
    var monitorsChanges: Bool { state.withLock(\.monitorsChanges) }

    /// Whether the client is to be started for significant changes from now on; false if that changes nothing.
    func monitorChanges(_ isWanted: Bool) -> Bool {
        let isNew = state.withLock { state in
            defer { state.monitorsChanges = isWanted }
            if !isWanted { state.missedChange = nil }
            return state.monitorsChanges != isWanted
        }
        guard isNew else { return false }
        if isWanted {
            manager.startMonitoringSignificantLocationChanges()
        } else {
            manager.stopMonitoringSignificantLocationChanges()
        }
        return true
    }

    /// A significant change while the client is away; `nil`: it is back, and asks for the latest location itself.
    func missChange(at timestamp: Timestamp?) {
        state.withLock { $0.missedChange = $0.authorization.disclosure == .nothing ? nil : timestamp }
    }

    /// Why the client is to be started; `nil` if nothing waits.
    var wakeReason: WakeReason? {
        state.withLock { state in
            state.waiting.first.map { WakeReason($0) }
                ?? state.missedChange.map { WakeReason(.significantChange, at: $0) }
        }
    }

    /// The authorization that a client needs to receive these events.
    func disclosure(of event: LocationEvent) -> Disclosure {
        event.disclosure(by: state.withLock(\.authorization))
    }

    /// Stores what cannot be delivered to the client now; but not what was under way when it was denied.
    func keep(_ event: LocationEvent) {
        state.withLock { state in
            guard state.authorization.disclosure != .nothing else {
                state.dropped += 1
                return
            }
            if state.waiting.count == Self.maximumWaiting {
                state.waiting.removeFirst()
                state.dropped += 1
            }
            state.waiting.append(event)
        }
    }

    /// Takes the waiting events that a session may receive.
    func takeWaiting(for session: Session) -> [LocationEvent] {
        state.withLock { state in
            let authorization = state.authorization
            let isDelivered = { session.takes($0, disclosing: $0.disclosure(by: authorization)) }
            defer { state.waiting.removeAll(where: isDelivered) }
            return state.waiting.filter(isDelivered)
        }
    }

    /// Takes the events of its regions and visits, and the changes for which the client is started.
    func takeEvents() -> [LocationEvent] { sink.takeEvents() }

    /// The part of its state that is stored, with the manager's as it was when its last event was taken.
    func record(_ services: ServiceState) -> ClientRecord {
        let state = state.withLock { $0 }
        var record = ClientRecord(client: client, authorization: state.authorization)
        record.services = services
        record.regions = state.regions.values.sorted { $0.identifier < $1.identifier }.map(ReportedRegion.init)
        record.ends = state.ends.isEmpty ? nil : state.ends
        record.shared = state.shared.isEmpty ? nil : state.shared.sorted()
        record.monitorsVisits = state.monitorsVisits
        record.monitorsChanges = state.monitorsChanges ? true : nil
        record.missedChange = state.missedChange
        record.isDecided = state.isDecided ? true : nil
        record.waiting = state.waiting.map(ReportedEvent.init)
        record.dropped = state.dropped
        return record
    }
}

extension LocationEvent {
    /// The accuracy that a client needs to receive this event: every crossing of a region is exact.
    fileprivate func disclosure(by authorization: Authorization) -> Disclosure {
        if case .region = self { .everything } else { max(.reduced, authorization.disclosure) }
    }
}

/// Keeps the events of a client's regions and visits until ``ClientMonitors`` takes them.
private final class MonitorSink: LocationSink {
    private let events = Mutex<[LocationEvent]>([])
    private let onEvents: @Sendable () -> Void

    init(onEvents: @escaping @Sendable () -> Void) {
        self.onEvents = onEvents
    }

    func receive(_ new: [LocationEvent]) {
        // Its other services never run. A location is a significant change.
        let kept = new.filter { event in
            switch event {
            case .visit, .region, .location: true
            default: false
            }
        }
        guard !kept.isEmpty else { return }
        events.withLock { $0 += kept }
        onEvents()
    }

    func takeEvents() -> [LocationEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
