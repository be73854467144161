public import LocationModel
internal import Motion

/// Core Location's manager for one client as a pure state machine: commands and reports go in, events come out.
///
/// ``LocationHub`` runs it live and ``Replay`` offline, so that they cannot differ. A report of the hub goes through
/// these stages, each a type of its own:
///
/// 1. ``AgeMeter``: how old is the location?
/// 2. ``StandardUpdates``: the client's filters, automatic pause, gaps.
/// 3. ``Deferral``: the client may let the events of standard updates wait.
/// 4. ``OtherServices``: regions, visits, significant changes, a single request, headings, activities.
/// 5. ``BackgroundStage``: a client in the background gets nothing until its return.
///
/// The events of all stages are collected in ``events``, in order.
struct ManagerCore: ~Copyable, Sendable {
    /// The consequences of an input.
    struct Outcome {
        /// The events that the client gets now.
        var events: [LocationEvent]
        /// The demand on the receiver from now on; `nil` for none, as for an unauthorized client.
        var demand: Demand?
        /// The beacons that it asks for from now on; see ``ManagerCore/beaconDemand``.
        var beaconDemand = BeaconDemand()
        /// When ``ManagerInput/tick`` is due.
        var deadline: Duration?
    }

    var authorization: Authorization
    /// How often updates were started, or everything restarted because the authorization changed: a client that
    /// restarts has received nothing.
    var starts = 0
    var ages = AgeMeter()
    var updates: StandardUpdates?
    var deferral = Deferral()
    var services: OtherServices
    /// What the recorder knows of motion, for a client that collects no evidence, or less of it.
    var recorderEvidence: MotionState?
    var background = BackgroundStage()

    var settings: ManagerSettings
    /// The basis of the settings in force while no updates run that know it.
    var advice: SettingsAdvisor.State
    /// The accuracy that the regions require, as the updates know it.
    var regionsAccuracy: DesiredAccuracy?
    var stateSince: Duration
    /// Whether the updates were paused at the last check.
    var wasPaused = false
    var past: FixHistory

    /// The client's events of the present input.
    var events: [LocationEvent] = []
    /// Events of standard updates, before the deferral.
    var fromUpdates: [LocationEvent] = []

    /// `state` is that of an earlier run; `remembering`, the maximum number of outcomes in ``history``.
    init(
        settings: ManagerSettings, resuming state: ServiceState?, authorization: Authorization = .everything,
        remembering limit: Int = FixHistory.limit, at moment: Moment
    ) {
        past = FixHistory(limit: limit)
        self.settings = settings
        self.authorization = authorization
        services = OtherServices(settings: settings, resuming: state)
        services.disclosure = authorization.disclosure
        advice = state?.advice ?? SettingsAdvisor.State()
        regionsAccuracy = advice.regions
        stateSince = moment.instant ?? .zero
        services.apply(settingsAllowed)
    }

    /// The state to save for the next run.
    func state(at moment: Moment) -> ServiceState {
        var state = services.state
        if let updates { state.updates = updates.state(at: moment.instant) }
        state.advice = updates?.advice ?? advice
        return state
    }

    func state(ofRegion identifier: String) -> RegionState { services.state(ofRegion: identifier) }

    var status: LocationManager.Status {
        var status = LocationManager.Status(since: stateSince)
        status.waitingInBackground = background.waiting
        status.droppedInBackground = background.dropped
        if let updates {
            status.isUpdating = true
            status.pauseCause = updates.pauseCause
            status.delivered = updates.delivered
            status.held = updates.held
            status.motion = updates.currentMotion
            status.settingsInForce = updates.settingsInForce
        }
        return status
    }

    /// The results of the latest locations.
    var history: [FixOutcome] { past.outcomes }

    /// When ``ManagerInput/tick`` is due. Mutating as ``currentDemand()``.
    private mutating func currentDeadline() -> Duration? {
        earlier(services.deadline, deferral.deadline)
    }

    /// The demand on the receiver; `nil` for none, as for an unauthorized client. Mutating only to avoid a copy of the
    /// value, which is 10 kB.
    private mutating func currentDemand() -> Demand? {
        guard authorization.disclosure != .nothing else { return nil }
        var demands = CombinedDemand()
        services.addDemands(to: &demands)
        if let demand = updates?.demand { demands.add(demand) }
        var demand = demands.demand
        // In the background nobody watches: a higher demand is limited to the background's accuracy.
        if background.isActive, let wanted = demand?.desiredAccuracy,
            wanted.isMoreDemanding(than: settings.backgroundAccuracy)
        {
            demand?.desiredAccuracy = settings.backgroundAccuracy
        }
        return demand
    }

    /// The beacons that the client asks for: none if it is not authorized for exact places, of which a beacon is one.
    var beaconDemand: BeaconDemand {
        services.hasExactLocations ? services.beacons?.demand ?? BeaconDemand() : BeaconDemand()
    }

    /// The same as ``handle(_:at:)``, with everything that the hub needs to know after it.
    mutating func outcome(of input: ManagerInput, at moment: Moment) -> Outcome {
        let events = handle(input, at: moment)
        return Outcome(events: events, demand: currentDemand(), beaconDemand: beaconDemand, deadline: currentDeadline())
    }

    /// Carries out a client's command, or takes a report of the hub. Returns the events that the client gets now: none
    /// in the background, and on its return all that waited, as one batch.
    mutating func handle(_ input: ManagerInput, at moment: Moment) -> [LocationEvent] {
        events = []
        perform(input, at: moment)
        defer { events = [] }
        switch input {
        case .service(.enterBackground): background.enter()
        case .service(.enterForeground): return background.leave() + events
        default: break
        }
        return background.pass(events)
    }
}

/// The first stage of ``ManagerCore``: the age of a location when it is handled.
struct AgeMeter: Sendable {
    /// The newest time of the locations so far.
    private(set) var newest: Timestamp?

    /// Seconds since the arrival and behind the newest time; `nil` in a replay, where ages do not exist.
    mutating func age(
        of location: Location, timeReset: TimeReset?, arrival: Duration?, at moment: Moment
    ) -> Double? {
        guard let arrival, case .live(let now) = moment else { return nil }
        if timeReset != nil { newest = nil }
        let newest = max(newest ?? location.timestamp, location.timestamp)
        self.newest = newest
        return (now - arrival).seconds + newest.seconds(since: location.timestamp)
    }

    mutating func forget() {
        newest = nil
    }
}

/// The last stage of ``ManagerCore``: events for a client in the background wait for its return.
struct BackgroundStage: Sendable {
    private var queue: BackgroundQueue?
    /// The number of events that were dropped during earlier stays in the background.
    private var droppedBefore = 0

    /// Whether the client is in the background.
    var isActive: Bool { queue != nil }
    /// The number of waiting events; `nil` in the foreground.
    var waiting: Int? { queue?.count }
    /// The number of events that were dropped because too many waited.
    var dropped: Int { droppedBefore + (queue?.dropped ?? 0) }

    /// The client went to the background.
    mutating func enter() {
        queue = queue ?? BackgroundQueue()
    }

    /// The client is back: returns all waiting events.
    mutating func leave() -> [LocationEvent] {
        guard var left = queue else { return [] }
        queue = nil
        droppedBefore += left.dropped
        return left.takeAll()
    }

    /// The events that the client gets now.
    mutating func pass(_ events: [LocationEvent]) -> [LocationEvent] {
        guard queue != nil else { return events }
        queue?.append(events)
        return []
    }

    /// Drops the waiting events: they were meant for another authorization.
    mutating func giveUp() {
        queue?.giveUp()
    }
}

/// Events that wait for a client in the background: bounded, counted, and delivered as one batch when it returns.
public struct BackgroundQueue: Sendable {
    /// The default maximum of waiting events; the oldest are dropped first.
    public static let limit = 1000

    /// How many events were dropped to stay within the limit.
    public private(set) var dropped = 0
    private let limit: Int
    private var events: [LocationEvent] = []
    /// The index of the oldest event, so that dropping it rarely moves the others.
    private var first = 0

    /// An empty queue.
    public init(limit: Int = Self.limit) {
        self.limit = max(limit, 1)
    }

    /// How many events wait.
    public var count: Int { events.count - first }

    /// Appends events, in order.
    public mutating func append(_ new: [LocationEvent]) {
        events += new
        let surplus = max(count - limit, 0)
        first += surplus
        dropped += surplus
        if first > limit {
            events.removeFirst(first)
            first = 0
        }
    }

    /// Drops all waiting events, and counts them.
    public mutating func giveUp() {
        dropped += count
        _ = takeAll()
    }

    /// Removes and returns all waiting events, in order.
    public mutating func takeAll() -> [LocationEvent] {
        defer {
            events.removeAll()
            first = 0
        }
        return Array(events[first...])
    }
}
