public import LocationModel

/// The hub as a pure state machine: reports of the receiver go in, actions come out.
///
/// ``LocationHub`` runs it live and ``Replay`` offline, so that they cannot differ. Every event goes through the same
/// stages:
///
/// 1. ``judge(_:at:)``: the gate turns a fix into a location, or refuses it with a reason.
/// 2. ``observe(_:judged:at:into:)``: the monitor follows the receiver's condition; live only, because it needs a
/// clock.
/// 3. ``report(_:judged:at:into:)``: what is new for every manager is counted and becomes a ``HubReport``.
/// 4. ``conclude(_:since:)``: each client gets what it is authorized for, and the receiver is held or released; live
/// only.
struct HubCore: Sendable {
    var gate: FixGate
    /// Whether the position is to be trusted.
    var integrity = Integrity()
    /// The system's time, if the network sets it; `nil` while it does not, and in a replay.
    var networkTime: @Sendable () -> Timestamp? = { nil }
    /// By how much the system has slewed the monotonic clock, to set its time without a step.
    var slewed: @Sendable () -> Duration = { .zero }
    var monitor: ReceiverMonitor
    var duty: DutyCycle
    var clients: [ClientID: Client] = [:]
    /// The private regions, hidden from all clients.
    var zones: PrivacyZones
    /// When the locations lay in private regions.
    var stays = PrivateStays()
    /// The location with reduced accuracy, which is the same for all clients without full accuracy.
    var reduced = ReducedAccuracy()
    /// Its report, if the present batch produced a new one.
    var reducedReport: HubReport?
    /// The latest time before the receiver's went back, until the next location with reduced accuracy tells of that.
    private var timeBeforeReset: Timestamp?
    /// The latest location that passed the gate, and the instant of its arrival.
    var latest: (location: Location, arrival: Duration)?
    /// Where the machine was when an earlier run ended.
    private let lastPlace: Coordinate?
    /// Where the machine is, or was when an earlier run ended; `nil` if no location is known.
    var place: Coordinate? { latest?.location.coordinate ?? lastPlace }
    /// The private region there.
    var zone: PrivacyZone? { place.flatMap(zones.zone(at:)) }
    var receiverTime: ReceiverTime? { latest.map { ReceiverTime($0) } }
    /// Which headings count.
    var headings = HeadingPrecedence()
    /// The latest heading since the last location.
    var bow: Heading?
    /// Whether any client needs headings.
    var needsHeading = false
    private var wasHeadingNeeded = false
    /// The known presences of the beacons that clients ask for.
    var presences: [BeaconConstraint: KnownPresence] = [:]
    /// The beacons that cannot be ranged now.
    var rangingFailures: Set<BeaconConstraint> = []
    /// The beacons that clients ask for.
    var beaconDemand = BeaconDemand()
    private var isHeld = false
    private var past = FixHistory()

    /// The latest sky view, while the receiver reports.
    private(set) var sky: SkyView?
    /// Fixes that passed the gate.
    private(set) var accepted = 0
    /// Fixes that the gate refused, by reason.
    private(set) var rejected: [RejectionReason: Int] = [:]

    /// A hub without any input; see the initializer of ``LocationHub``.
    init(
        staleAfter: Duration, lookInterval: Duration? = nil, resuming gate: FixGate.State? = nil,
        resumingAfter last: Location? = nil, hiding zones: PrivacyZones = PrivacyZones(), at moment: Moment
    ) {
        self.gate = FixGate(resuming: gate, resumingAfter: last)
        self.zones = zones
        lastPlace = last?.coordinate
        monitor = ReceiverMonitor(staleAfter: staleAfter, at: moment.instant ?? .zero)
        duty = DutyCycle(interval: lookInterval)
        // The recorder may measure from a place in a region, which an earlier run recorded.
        if last != nil, !zones.isEmpty { stays.forget(until: nil) }
    }

    /// The receiver's state, with its start and cause.
    var condition: ReceiverCondition { monitor.condition }

    /// The latest fixes that the gate refused, and the latest outages of the receiver; see ``LocationHub/history``.
    mutating func history(at now: Duration) -> [FixOutcome] {
        if let outage = monitor.outage { past.end(outage, at: now) }
        return past.outcomes
    }

    // MARK: - Input

    /// Takes reports of the receiver that arrived in one batch.
    mutating func receive(_ events: [ReceiverEvent], at now: Duration) -> Actions {
        let before = condition
        var reports: [HubReport] = []
        reports.reserveCapacity(events.count)
        for event in events { receive(event, at: .live(now), into: &reports) }
        return conclude(reports, since: before)
    }

    /// Takes one report of the receiver, and appends the reports for every manager.
    mutating func receive(_ event: ReceiverEvent, at moment: Moment, into reports: inout [HubReport]) {
        var verdict: FixGate.Verdict?
        var change: IntegrityChange?
        switch event {
        case .fix(let fix): (verdict, change) = judge(fix, at: moment)
        case .sky(let view): change = integrity.receive(view, at: evenInstant(of: moment))
        case .link(let link): integrity.receive(link)
        case .heading, .gap: break
        }
        // After the location that says so, if the time went back: records stay in order.
        let isReset = if case .accepted(_, .some) = verdict { true } else { false }
        if let change, !isReset { reports.append(.integrity(change)) }
        if case .live(let now) = moment { observe(event, judged: verdict, at: now, into: &reports) }
        report(event, judged: verdict, at: moment, into: &reports)
        if let change, isReset { reports.append(.integrity(change)) }
    }

    mutating func tick(at now: Duration) -> Actions {
        let before = condition
        let outage = monitor.outage
        monitor.tick(at: now)
        duty.tick(at: now)
        var reports: [HubReport] = []
        reportOutage(since: outage, at: now, into: &reports)
        return conclude(reports, since: before)
    }

    /// Applies other settings; the receiver is held or released accordingly.
    mutating func apply(staleAfter: Duration, lookInterval: Duration?, at now: Duration) -> Actions {
        monitor.staleAfter = staleAfter
        duty.interval = lookInterval
        return demandsChanged(at: now)
    }

    // MARK: - Stages

    /// The instant on a clock that nobody sets: chrony makes the monotonic one faster or slower by up to 8 %.
    private func evenInstant(of moment: Moment) -> Duration? { moment.instant.map { $0 - slewed() } }

    /// The gate's verdict on a fix, whose location carries how far it is to be trusted, and whether that changed. A
    /// refusal is stored.
    private mutating func judge(_ fix: Fix, at moment: Moment) -> (FixGate.Verdict, IntegrityChange?) {
        // The time that the fix is compared with is overwritten afterwards.
        let newest = gate.newest
        let verdict = gate.judge(fix)
        if case .rejected(let reason) = verdict, case .live(let now) = moment {
            past.note(FixOutcome(of: fix, rejectedFor: reason, newest: newest, at: now))
        }
        let system = fix.isSimulated ? { nil } : networkTime
        let change = integrity.receive(fix, verdict, at: evenInstant(of: moment), system: system)
        guard integrity.state != .trusted || bow != nil, case .accepted(var location, let reset) = verdict else {
            return (verdict, change)
        }
        if integrity.state != .trusted { location.integrity = integrity.state }
        if let bow { location.trueHeading = HeadingUpdates.trueHeading(of: bow, at: location) }
        bow = nil
        return (.accepted(location, timeReset: reset), change)
    }

    /// The meaning of the event for the receiver's condition. An outage that begins, changes or ends is reported before
    /// the location that ends it.
    private mutating func observe(
        _ event: ReceiverEvent, judged verdict: FixGate.Verdict?, at now: Duration, into reports: inout [HubReport]
    ) {
        let outage = monitor.outage
        switch event {
        case .fix: if let verdict { monitor.fix(verdict, at: now) }
        case .sky: monitor.sky(at: now)
        case .link(let link): monitor.link(link, at: now)
        case .heading, .gap: return
        }
        reportOutage(since: outage, at: now, into: &reports)
    }

    private mutating func reportOutage(since known: Outage?, at now: Duration, into reports: inout [HubReport]) {
        // When it reports again, hours later perhaps, its first fix comes before its satellites.
        if !condition.state.isReporting { sky = nil }
        guard monitor.outage != known else { return }
        if let known { past.end(known, at: now) }
        // If fixes arrive, each is in the history with its own reason: only an outage without fixes is noted as one.
        if let outage = monitor.outage, outage.cause != .noFix, outage.cause != .rejected {
            past.note(FixOutcome(of: outage, until: now))
        }
        reports.append(.outage(monitor.outage, at: now))
    }

    /// The reports of the event itself, for every manager.
    private mutating func report(
        _ event: ReceiverEvent, judged verdict: FixGate.Verdict?, at moment: Moment, into reports: inout [HubReport]
    ) {
        switch event {
        case .fix:
            switch verdict {
            case .accepted(let location, let reset):
                accepted += 1
                if let reset { timeBeforeReset = max(timeBeforeReset ?? reset.previous, reset.previous) }
                if case .live(let now) = moment { share(location, at: now) }
                reports.append(.location(location, timeReset: reset, arrival: moment.instant))
            case .rejected(let reason):
                rejected[reason, default: 0] += 1
                reports.append(.rejected(reason))
            case nil: break
            }
        case .sky(let view): sky = view
        case .heading(let heading):
            bow = heading
            var heading = heading
            if case .live(let now) = moment {
                headings.receiver(at: now)
                // The last fix may be of an hour ago, and the next one an hour away.
                if monitor.outage != nil { heading.timestamp = heading.timestamp ?? receiverTime?.time(at: now) }
            }
            reports.append(.heading(heading))
        case .gap(let gap):
            bow = nil
            reports.append(.gap(gap))
        case .link: bow = nil
        }
    }

    /// Stores a location for clients that come later, and computes the one with reduced accuracy if that is due.
    private mutating func share(_ location: Location, at now: Duration) {
        let left = latest.flatMap { zones.zone(at: $0.location.coordinate) }
        latest = (location, now)
        duty.location(at: now)
        let zone = zones.zone(at: location.coordinate)
        stays.note(location, isHidden: zone != nil, at: now)
        guard location.integrity != .notTrusted else { return }
        guard reduced.isDue(for: location.timestamp) else { return }
        // In a private region it is as coarse as elsewhere; in a region that is cut there is none.
        let shown = zone.map { $0.redacted(location) } ?? location
        guard let shown, left == nil || zone != nil else { return reduced.skip(location.timestamp) }
        guard let new = reduced.receive(shown, at: now) else { return }
        let before = timeBeforeReset.map(reduced.beginning(of:))
        timeBeforeReset = nil
        let reset = before.flatMap { new.timestamp < $0 ? TimeReset(timestamp: new.timestamp, previous: $0) : nil }
        reducedReport = .location(new, timeReset: reset, arrival: now)
    }

    /// Concludes an input: which client gets which reports, whether the receiver is held, and what is due next.
    mutating func conclude(_ reports: [HubReport], since before: ReceiverCondition) -> Actions {
        var actions = Actions(deliveries: deliveries(of: reports))
        if condition.state != before.state || condition.cause != before.cause { actions.condition = condition }
        if duty.isHeld != isHeld {
            isHeld = duty.isHeld
            actions.holdsReceiver = isHeld
        }
        if needsHeading != wasHeadingNeeded {
            wasHeadingNeeded = needsHeading
            actions.needsHeading = needsHeading
        }
        actions.deadline = earlier(monitor.deadline, duty.deadline)
        return actions
    }
}

extension HubCore {
    /// A client of the hub, by the identity of its manager.
    typealias ClientID = ObjectIdentifier

    /// Reports for one client.
    struct Delivery: Sendable, Hashable {
        var client: ClientID
        /// The reports that it may receive, in order; never empty.
        var reports: [HubReport]
    }

    /// The consequences of an input. ``LocationHub`` carries them out in this order.
    struct Actions: Sendable, Hashable {
        var deliveries: [Delivery] = []
        /// The receiver's condition, if its state or cause changed.
        var condition: ReceiverCondition?
        /// Whether to hold the receiver from now on or to release it; `nil` changes nothing.
        var holdsReceiver: Bool?
        /// Whether any client needs headings from now on; `nil` changes nothing.
        var needsHeading: Bool?
        /// The beacons that clients ask for, if that changed.
        var beacons: BeaconDemand?
        /// The instant at which ``HubCore/tick(at:)`` is due; `nil` if nothing is due.
        var deadline: Duration?
    }
}

/// A report of the hub to every manager.
public enum HubReport: Sendable, Hashable {
    /// A location passed the gate, at a monotonic instant; `nil` in a replay, which has no clock.
    case location(Location, timeReset: TimeReset?, arrival: Duration?)
    /// The gate refused a fix.
    case rejected(RejectionReason)
    /// The trust in the position changed, from the next location on.
    case integrity(IntegrityChange)
    /// The receiver said where the bow points.
    case heading(Heading)
    /// What is known of beacons that the client asks for.
    case beacons(BeaconReport)
    /// The receiver's outage began, changed its cause, or (`nil`) ended.
    case outage(Outage?, at: Duration)
    /// A recording has a hole here.
    case gap(Gap)
}
