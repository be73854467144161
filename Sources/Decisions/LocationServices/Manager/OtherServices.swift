internal import LocationModel
internal import Motion

/// Core Location's services of one client other than standard updates, as one pure state machine.
///
/// They see every location that passed the gate, never only those that a filter of the client lets through. A leap of
/// the position is no change of the place until it is believed.
struct OtherServices: ~Copyable, Sendable {
    /// The maximum number of regions that a client with a limit may register.
    static let maximumRegistered = 1000

    /// What may be disclosed to the client: regions and headings require full accuracy.
    var disclosure = Disclosure.everything
    /// Whether incoming locations are exact: regions are checked against exact ones only.
    var hasExactLocations: Bool { disclosure == .everything && !settings.reducesAccuracy }
    var settings: ManagerSettings
    var memory: ServiceState
    var latest: Location?

    var notice = OutageNotice()
    var request: RequestLocation?
    var significant: SignificantChange?
    var visits: Visits?
    /// What only headings see: a leap is no arrival, no departure, no crossing, no drive and no answer.
    var leaps = QualityFilter(maximumSpeed: LeapDetector.highestSpeed)
    var heading: HeadingUpdates?
    var activity: MotionActivityUpdates?
    var regions: RegionMonitoring?
    var beacons: BeaconServices?

    init(settings: ManagerSettings, resuming state: ServiceState?) {
        self.settings = settings
        memory = state ?? ServiceState()
        latest = state?.latest
        if let state = memory.leaps { leaps.resume(state) }
        memory.leaps = nil
    }

    /// The state of an earlier run's standard updates, used once: later starts begin without it.
    mutating func takeUpdates() -> StandardUpdates.State? {
        defer { memory.updates = nil }
        return memory.updates
    }

    /// The state kept across restarts.
    var state: ServiceState {
        var state = memory
        state.latest = latest
        state.leaps = leaps.state
        if let visits { state.visits = visits.state }
        if let regions { state.regions = regions.state }
        if let beacons { state.beacons = beacons.state }
        if let significant { state.significantChange = significant.state }
        if let activity { state.activity = activity.state }
        return state
    }

    func state(ofRegion identifier: String) -> RegionState {
        guard hasExactLocations else { return .unknown }
        return beacons?.state(of: identifier) ?? regions?.state(of: identifier) ?? .unknown
    }

    /// The instant at which ``tick(at:into:)`` is due.
    var deadline: Duration? { request?.deadline }

    /// The most demanding accuracy that the regions around the position require.
    var regionsAccuracy: DesiredAccuracy? { regions?.desiredAccuracy }

    /// Adds what each of them needs from the receiver. Mutating only to avoid a copy of the value, which is 5 kB.
    mutating func addDemands(to demands: inout CombinedDemand) {
        // It waits for a location now, however coarse: the next look may be hours away.
        let asked = settings.desiredAccuracy
        if request != nil { demands.add(Demand(desiredAccuracy: asked.isCoarse ? .hundredMeters : asked)) }
        if significant != nil { demands.add(Demand(desiredAccuracy: .kilometer)) }
        // During a visit an occasional location is enough to see that it continues.
        if visits != nil {
            demands.add(Demand(desiredAccuracy: .hundredMeters, isPaused: visits?.current != nil))
        }
        let needsHeading = heading != nil && disclosure == .everything
        if needsHeading || activity != nil {
            demands.add(Demand(desiredAccuracy: .hundredMeters, needsHeading: needsHeading))
        }
        if let count = regions?.count, count > 0, hasExactLocations {
            // A region that asks for less lowers the demand of its own boundary, too.
            let asked = regionsAccuracy ?? .nearestTenMeters
            demands.add(
                Demand(desiredAccuracy: asked.isMoreDemanding(than: .nearestTenMeters) ? .nearestTenMeters : asked))
        }
    }

    private var hasDemand: Bool {
        mutating get {
            var demands = CombinedDemand()
            addDemands(to: &demands)
            return demands.demand != nil
        }
    }

    mutating func apply(_ new: ManagerSettings) {
        settings = new
        heading?.headingFilter = new.headingFilter
        // Not through the optional chain: in a non-copyable type Swift 6.3 leaks the old value then.
        if var services = beacons {
            services.ranged = new.rangedBeacons
            beacons = services
        }
    }

    /// The disclosure to the client changed: what was derived under the previous one is forgotten, so that none of it
    /// is delivered now, and running services restart. The sides of regions stay: only clients with full accuracy
    /// receive them. What waits for a confirmation does not: the receiver's time may go back unseen.
    mutating func disclose(_ new: Disclosure) {
        disclosure = new
        latest = nil
        (memory.visits, memory.significantChange, memory.activity, memory.updates) = (nil, nil, nil, nil)
        leaps = QualityFilter(maximumSpeed: LeapDetector.highestSpeed)
        if request != nil { request = request?.restarted(desiredAccuracy: settings.desiredAccuracy) }
        if significant != nil { significant = SignificantChange(resuming: nil) }
        if visits != nil { startVisits() }
        regions?.timeReset()
        if heading != nil { heading = HeadingUpdates(headingFilter: settings.headingFilter) }
        if activity != nil { activity = MotionActivityUpdates(resuming: nil) }
        notice = OutageNotice()
    }

    /// Whether anything runs that reveals the position.
    var tellsPlaces: Bool { request != nil || significant != nil || visits != nil }

    mutating func endRequest() { request = nil }

    /// Standard updates started or stopped: either ends a request, silently. A new start is notified of an outage
    /// again.
    mutating func updatesChanged() {
        request = nil
        notice = OutageNotice()
    }

    /// The receiver's outage began, changed its cause, or (`nil`) ended: a client whose updates run is notified.
    mutating func outage(_ outage: Outage?, isUpdating: Bool, into events: inout [LocationEvent]) {
        guard notice.receive(outage?.cause), isUpdating else { return }
        events.append(.failure(LocationFailure(.locationUnknown, timestamp: latest?.timestamp)))
    }

    /// Takes the next location that passed the gate, and what is known of motion. `isDelivered` says that the client
    /// has it from standard updates.
    mutating func receive(
        _ location: Location, _ evidence: MotionState?, timeReset: TimeReset?, isDelivered: Bool, isUpdating: Bool,
        into events: inout [LocationEvent]
    ) {
        // The hub delivers the latest location again to a client that restarts.
        guard timeReset != nil || location != latest else { return }
        if let timeReset { reset(timeReset, isUpdating: isUpdating, into: &events) }
        guard location.integrity != .notTrusted else {
            // Only who asks for one, and may have it, gets it.
            _ = leaps.giveUpDoubtful()
            if settings.deliversUntrusted, let outcome = request?.receive(location) { finish(outcome, into: &events) }
            return
        }
        latest = location
        if leaps.refusal(of: location, age: nil) == nil {
            if let outcome = request?.receive(location) { finish(outcome, into: &events) }
            believe(location, isDelivered: isDelivered, into: &events)
            if let activity = activity?.receive(location, evidence) { events.append(.activity(activity)) }
        }
        if let heading = heading?.receive(location) { events.append(.heading(heading)) }
    }

    /// The receiver's time went back.
    private mutating func reset(_ reset: TimeReset, isUpdating: Bool, into events: inout [LocationEvent]) {
        if !isUpdating, hasDemand { events.append(.timeReset(reset)) }
        significant?.timeReset(reset)
        visits?.timeReset(reset)
        leaps.timeReset()
        regions?.timeReset()
        activity?.timeReset()
    }

    /// Takes a location that is no leap, or that is believed now.
    private mutating func believe(_ location: Location, isDelivered: Bool, into events: inout [LocationEvent]) {
        if significant?.receive(location) == true, !isDelivered { events.append(.location(location)) }
        if visits != nil {
            // They see what was in doubt, too: a stay began there.
            for before in leaps.release?.locations ?? [] { visit(before, because: location, into: &events) }
            visit(location, because: location, into: &events)
        }
        guard hasExactLocations, regions != nil else { return }
        var found: [RegionEvent] = []
        regions?.receive(location, into: &found)
        events += found.map(LocationEvent.region)
        for event in found { memory.delivered = DeliveredEvent(.region(event)) ?? memory.delivered }
    }

    private mutating func visit(_ location: Location, because cause: Location, into events: inout [LocationEvent]) {
        guard var visit = visits?.receive(location) else { return }
        visit.timestamp = cause.timestamp
        events.append(.visit(visit))
        memory.delivered = DeliveredEvent(.visit(visit)) ?? memory.delivered
    }

    mutating func receive(_ raw: Heading, into events: inout [LocationEvent]) {
        if let heading = heading?.receive(raw) { events.append(.heading(heading)) }
    }

    /// Takes what the hub knows of beacons.
    mutating func receive(_ report: BeaconReport, into events: inout [LocationEvent]) {
        guard hasExactLocations else { return }
        switch report {
        case .presence(let presence):
            var found: [RegionEvent] = []
            beacons?.receive(presence, into: &found)
            events += found.map(LocationEvent.region)
            for event in found { memory.delivered = DeliveredEvent(.region(event)) ?? memory.delivered }
        case .ranged(let ranged):
            if beacons?.isRanging(ranged.constraint) == true { events.append(.beacons(ranged)) }
        case .rangingFailed(let constraint, let time):
            guard beacons?.isRanging(constraint) == true else { return }
            events.append(.failure(LocationFailure(.rangingUnavailable, timestamp: time, beacons: constraint)))
        }
    }

    mutating func tick(at now: Duration, into events: inout [LocationEvent]) {
        if let outcome = request?.tick(at: now) { finish(outcome, into: &events) }
    }

    private mutating func finish(_ outcome: RequestLocation.Outcome, into events: inout [LocationEvent]) {
        request = nil
        switch outcome {
        case .location(let location): events.append(.location(location))
        case .locationUnknown: events.append(.failure(LocationFailure(.locationUnknown, timestamp: latest?.timestamp)))
        }
    }
}

/// Decides when a client is notified that there is no location: once an outage, as in Core Location, which keeps
/// trying.
///
/// If the receiver was released on purpose, that is not a failure, nor is the search at the beginning of a look. A look
/// that found nothing is one.
struct OutageNotice: Sendable {
    private enum State {
        case none
        /// Whether the receiver was released, and whether it was looked at since.
        case resting(hasLooked: Bool)
        case reported
    }

    private var state = State.none

    /// Takes the cause of the outage that began, or changed; `nil` if it ended. Returns whether to notify the client.
    mutating func receive(_ cause: OutageCause?) -> Bool {
        switch (state, cause) {
        case (_, nil): state = .none
        case (.reported, _): break
        case (.none, .released), (.resting(hasLooked: false), .released): state = .resting(hasLooked: false)
        case (.resting, .noFix), (.resting, .silent), (.resting, .rejected): state = .resting(hasLooked: true)
        default:
            state = .reported
            return true
        }
        return false
    }
}
