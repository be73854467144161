public import LocationModel

/// The actor that owns the receiver and knows all managers.
///
/// Every fix passes its one gate and goes to every manager; every manager's need comes back as demand, and the receiver
/// is held as long as somebody needs it. The work is done by ``run()``, which somebody must be running.
public actor LocationHub {
    /// What the hub knows, for `status`.
    public struct Status: Sendable, Hashable {
        /// The receiver, as the configuration spells it.
        public var source: String
        /// What the receiver is up to.
        public var condition: ReceiverCondition
        /// The latest location that passed the gate, and the monotonic instant of its arrival.
        public var latest: (location: Location, arrival: Duration)? {
            guard let latestLocation, let latestArrival else { return nil }
            return (latestLocation, latestArrival)
        }
        /// The private region that it lies in, as far as anybody is told.
        public var latestZone: PrivacyZone?
        /// The latest sky view.
        public var sky: SkyView?
        /// Fixes that passed the gate.
        public var accepted = 0
        /// Fixes that did not, by reason.
        public var rejected: [RejectionReason: Int] = [:]
        /// Locations that lost an absurd altitude.
        public var altitudesRejected = 0
        /// Whether the last look at the receiver brought a location.
        public var lastLookWasGood = true
        /// How many managers need locations.
        public var managers = 0

        var latestLocation: Location?
        var latestArrival: Duration?
    }

    private struct Registration {
        let manager: LocationManager
        /// The manager's count of its starts: what it was sent before a stop means nothing after it.
        let start: Int
        var demand: Demand
        /// What it may be told.
        var screen: ClientScreen

        mutating func deliver(_ reports: [HubReport], rough: HubReport?) {
            let passed = screen.pass(reports, rough: rough)
            if !passed.isEmpty { manager.deliver(passed, start: start) }
        }
    }

    private let receiver: any Receiver
    private let clock: MonotonicClock
    private let onConditionChange: @Sendable (ReceiverCondition) -> Void
    private var gate: FixGate
    private var monitor: ReceiverMonitor
    private var duty: DutyCycle
    private var managers: [ObjectIdentifier: Registration] = [:]
    private var sky: SkyView?
    private var latest: (location: Location, arrival: Duration)?
    private var accepted = 0
    private var rejected: [RejectionReason: Int] = [:]
    private var past = FixHistory()
    /// The rough location of all who may have no other, and whether the batch in hand made it.
    private var reduced = ReducedAccuracy()
    private var rough: HubReport?
    /// What no manager of a client is told of.
    public private(set) var zones: PrivacyZones

    private let holds: AsyncStream<Bool>
    private let holdsContinuation: AsyncStream<Bool>.Continuation
    private var isHeld = false
    private var alarm: (instant: Duration, task: Task<Void, Never>)?
    private var hasEnded = false

    /// A hub over a receiver.
    ///
    /// - Parameters:
    ///   - staleAfter: How long without a report before a fix is called stale.
    ///   - lookInterval: Power saving: how often to look at the receiver while nobody needs more; `nil` always holds it.
    ///   - gate: What an earlier run's gate left.
    ///   - last: The last location that is known to have passed it.
    ///   - zones: What no manager of a client is told of; see ``apply(_:)``.
    ///   - onConditionChange: Called once for each change of the receiver's condition; it must return at once.
    public init(
        receiver: any Receiver, staleAfter: Duration, lookInterval: Duration? = nil,
        resuming gate: FixGate.State? = nil, resumingAfter last: Location? = nil,
        hiding zones: PrivacyZones = PrivacyZones(), clock: MonotonicClock,
        onConditionChange: @escaping @Sendable (ReceiverCondition) -> Void = { _ in }
    ) {
        self.receiver = receiver
        self.zones = zones
        self.clock = clock
        self.onConditionChange = onConditionChange
        self.gate = FixGate(resuming: gate, resumingAfter: last)
        monitor = ReceiverMonitor(staleAfter: staleAfter, at: clock.now())
        duty = DutyCycle(interval: lookInterval)
        (holds, holdsContinuation) = AsyncStream.makeStream()
    }

    /// Works until cancelled; then lets go of the receiver. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.hold() }
            for await batch in receiver.events { receive(batch) }
        }
        // Managers that leave later set no alarm any more.
        hasEnded = true
        alarm?.task.cancel()
        alarm = nil
        await receiver.stop()
    }

    /// Takes other settings; see `init`. The receiver is held or let go of accordingly, at once.
    public func apply(staleAfter: Duration, lookInterval: Duration?) {
        monitor.staleAfter = staleAfter
        duty.interval = lookInterval
        demandsChanged()
    }

    /// Takes other private regions: from now on no manager of a client is told what they hide. What it was told before stays
    /// told.
    public func apply(_ zones: PrivacyZones) {
        self.zones = zones
        for (identifier, registration) in managers {
            var screen = registration.screen
            let reports = screen.apply(
                zones, outage: monitor.outage, latest: latest, isFresh: monitor.condition.state.hasFix)
            managers[identifier]?.screen = screen
            if !reports.isEmpty { registration.manager.deliver(reports, start: registration.start) }
        }
    }

    /// What the hub knows.
    public var status: Status {
        var status = Status(source: receiver.source, condition: monitor.condition)
        status.latestLocation = latest?.location
        status.latestArrival = latest?.arrival
        status.latestZone = latest.flatMap { zones.zone(at: $0.location.coordinate) }
        status.sky = sky
        status.accepted = accepted
        status.rejected = rejected
        status.altitudesRejected = gate.altitudesRejected
        status.lastLookWasGood = duty.lastLookWasGood
        status.managers = managers.count
        return status
    }

    /// What the receiver is up to.
    public var condition: ReceiverCondition { monitor.condition }

    /// What the gate must not forget over a restart.
    public var gateState: FixGate.State { gate.state }

    /// The latest fixes that the gate refused, and the latest outages of the receiver in which there were none, the oldest
    /// first; see ``FixHistory``. What lasts, lasts until now.
    public var history: [FixOutcome] {
        if let outage = monitor.outage { past.end(outage, at: clock.now()) }
        return past.outcomes
    }

    /// The rough location that those are told who may have no other; `nil` where there is none that is recent.
    public var roughLocation: Location? { reduced.latest(at: clock.now())?.location }

    /// A manager needs locations, or changes what it needs. One that is new gets the latest location at once, if fresh.
    /// `isRough`: it wants no more than the rough location.
    func register(
        _ manager: LocationManager, demand: Demand, start: Int, disclosure: Disclosure = .everything,
        isRough: Bool = false
    ) {
        if var known = managers[ObjectIdentifier(manager)], known.start == start {
            known.demand = demand
            managers[ObjectIdentifier(manager)] = known
        } else {
            // Whoever starts anew has seen nothing.
            var screen = ClientScreen(
                disclosure, hiding: manager.seesPrivateRegions ? nil : zones, isRough: isRough)
            let now = clock.now()
            let reports = screen.open(
                with: monitor.outage, latest: latest, isFresh: monitor.condition.state.hasFix,
                rough: reduced.latest(at: now).map { .location($0.location, timeReset: nil, arrival: $0.arrival) },
                at: now)
            if !reports.isEmpty { manager.deliver(reports, start: start) }
            managers[ObjectIdentifier(manager)] = Registration(
                manager: manager, start: start, demand: demand, screen: screen)
        }
        demandsChanged()
    }

    /// A manager needs nothing any more.
    func unregister(_ manager: LocationManager) {
        guard managers.removeValue(forKey: ObjectIdentifier(manager)) != nil else { return }
        demandsChanged()
    }

    /// Starts and stops the receiver, one after the other, however fast the demands change.
    private func hold() async {
        for await isWanted in holds {
            if isWanted { receiver.start() } else { await receiver.stop() }
        }
    }

    private func receive(_ batch: [ReceiverEvent]) {
        let now = clock.now()
        let before = monitor.condition
        var reports: [HubReport] = []
        reports.reserveCapacity(batch.count)
        for event in batch {
            let known = monitor.outage
            var verdict: FixGate.Verdict?
            switch event {
            case .fix(let fix):
                // What it is compared with is gone afterwards.
                let newest = gate.newest
                let judged = gate.judge(fix)
                monitor.fix(judged, at: now)
                if case .rejected(let reason) = judged { note(fix, reason, newest: newest, at: now) }
                verdict = judged
            case .sky(let view):
                sky = view
                monitor.sky(at: now)
            case .heading(let heading):
                reports.append(.heading(heading))
            case .gap(let gap):
                reports.append(.gap(gap))
            case .link(let link):
                monitor.link(link, at: now)
            }
            // Before the location: it is what ends the outage.
            if monitor.outage != known {
                noteOutage(after: known, at: now)
                reports.append(.outage(monitor.outage, at: now))
            }
            if let verdict { reports.append(count(verdict, at: now)) }
        }
        finish(reports, before: before)
    }

    private func count(_ verdict: FixGate.Verdict, at now: Duration) -> HubReport {
        switch verdict {
        case .accepted(let location, let reset):
            accepted += 1
            latest = (location, now)
            duty.location(at: now)
            makeRough(location, at: now)
            return .location(location, timeReset: reset, arrival: now)
        case .rejected(let reason):
            rejected[reason, default: 0] += 1
            return .rejected(reason)
        }
    }

    /// Everybody who may have only a rough location has the same one, whether anybody asks for it now or not. Of a private
    /// region it is as rough as of the rest, and of one that is cut there is none.
    private func makeRough(_ location: Location, at now: Duration) {
        guard reduced.isDue(at: now) else { return }
        let zone = zones.zone(at: location.coordinate)
        guard let told = zone.map({ $0.told(of: location) }) ?? location, let new = reduced.receive(told, at: now)
        else {
            return
        }
        rough = .location(new, timeReset: nil, arrival: now)
    }

    private func note(_ fix: Fix, _ reason: RejectionReason, newest: Timestamp?, at now: Duration) {
        let figures: FixOutcome.Figures =
            switch reason {
            case .timeBackwards: .init(measured: fix.timestamp.flatMap { newest?.seconds(since: $0) })
            case .frozen: .init(measured: fix.speed)
            default: .init()
            }
        past.note(FixOutcome(.rejected(reason), figures: figures, timestamp: fix.timestamp, arrival: now))
    }

    /// Where fixes come, each says itself why it is no good: only an outage without any is told as one.
    private func noteOutage(after known: Outage?, at now: Duration) {
        if let known { past.end(known, at: now) }
        guard let outage = monitor.outage, outage.cause != .noFix, outage.cause != .rejected else { return }
        var outcome = FixOutcome(.outage(outage.cause), arrival: outage.began)
        outcome.lastArrival = max(now, outage.began)
        past.note(outcome)
    }

    private func tick() {
        let now = clock.now()
        let before = monitor.condition
        let known = monitor.outage
        monitor.tick(at: now)
        duty.tick(at: now)
        if monitor.outage != known { noteOutage(after: known, at: now) }
        finish(monitor.outage != known ? [.outage(monitor.outage, at: now)] : [], before: before)
    }

    private func demandsChanged() {
        duty.update(managers.values.map(\.demand), at: clock.now())
        finish([], before: monitor.condition)
    }

    /// What follows every change: the managers hear of it, the receiver is held or not, the next alarm is set.
    private func finish(_ reports: [HubReport], before: ReceiverCondition) {
        let rough = rough
        self.rough = nil
        if !reports.isEmpty {
            // In place: a loop over them would copy all of them.
            var index = managers.startIndex
            while index != managers.endIndex {
                managers.values[index].deliver(reports, rough: rough)
                managers.formIndex(after: &index)
            }
        }
        if monitor.condition.state != before.state || monitor.condition.cause != before.cause {
            onConditionChange(monitor.condition)
        }
        if duty.isHeld != isHeld {
            isHeld = duty.isHeld
            holdsContinuation.yield(isHeld)
        }
        setAlarm()
    }

    /// Deadlines mostly move away with every fix: an alarm is set anew only when it would come too late. One that comes
    /// too early finds nothing due, and sets the next.
    private func setAlarm() {
        guard !hasEnded, let next = earlier(monitor.deadline, duty.deadline) else { return }
        if let alarm, alarm.instant <= next { return }
        alarm?.task.cancel()
        alarm = (
            next,
            Task { [clock] in
                do { try await clock.sleep(next) } catch { return }
                self.alarmWentOff(next)
            }
        )
    }

    private func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private func alarmWentOff(_ instant: Duration) {
        guard alarm?.instant == instant else { return }
        alarm = nil
        tick()
    }
}
