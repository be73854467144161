import FoundationEssentials
package import LocationModel
package import LocationServices
package import LocdConfiguration
import LocdLog
package import Logging
package import NIOCore
import Synchronization
package import SystemSupport

/// Queues the events of hooks on disk and delivers them in order. It retries each event until it is delivered, across
/// restarts of either side.
///
/// The track is written first, then this, then the state of the recorder. So a delivered event is in the track as well,
/// and an event that the recorder will not repeat is queued here. See ``collect()`` and ``commit()``.
package actor HookService {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private struct Attempts {
        var reporter = FailureReporter()
        var failure: HookFailure?
        var lastDelivery: Duration?
        let wake: AsyncStream<Void>.Continuation
    }

    /// What a status says of the hooks.
    private struct Told {
        var timeZone: String?
        var reports: [HookReport] = []
        /// When an event was last delivered to each.
        var deliveries: [Duration?] = []
    }

    private var hooks: [Hook] { didSet { publish() } }
    private var file: DurableFile
    private var state: HookState { didSet { publish() } }
    /// Collected events, which must not be delivered before the track contains them.
    private var collected: [HookEvent] = []
    private var attempts: [String: Attempts] = [:] { didSet { publish() } }
    private var lost = 0 { didSet { publish() } }
    /// For a status, which must not wait for a disk that hangs, as this actor does.
    private nonisolated let told = Mutex(Told())
    private var refused = 0
    /// Whether the time zone is not yet on the disk.
    private var isZoneNew = false
    private var writing = FailureReporter()
    private let intake: HookIntake
    private let loop: @Sendable () async -> (any EventLoop)?
    private let zoneAt: @Sendable (Coordinate) -> String?
    private let onTimeZone: @Sendable (TimeZoneChange) -> Void
    private let isSynced: Bool
    private let wallTime: @Sendable () -> Timestamp
    private let clock: MonotonicClock
    private let thread: ExecutorThread
    private let logger: Logger
    private nonisolated let applied: AsyncStream<Void>
    private let apply: AsyncStream<Void>.Continuation

    /// The state that an earlier run left in a directory; an empty one if it is missing or unusable.
    package static func load(from directory: String, logger: Logger) -> (file: DurableFile, state: HookState) {
        var file = DurableFile(directory: directory, name: "hooks.json")
        switch file.read() {
        case .none: break
        case .content(let bytes):
            if let state = try? JSONDecoder().decode(HookState.self, from: Data(bytes)), state.isValid {
                return (file, state)
            }
            file.setAside()
            logger.log(.stateUnusable, "State in \(file.path) unusable; renamed to \(file.damagedPath)")
        case .unreadable(let failure):
            logger.log(
                .stateUnreadable, "State in \(file.path) not readable: \(failure); give it to the user that runs locd")
        }
        return (file, HookState())
    }

    /// Creates a service that continues where an earlier run ended.
    ///
    /// - Parameters:
    ///   - tail: The events at the end of the track, which an earlier run may have missed.
    ///   - zones: The private regions.
    ///   - place: Where the machine was when that run ended.
    ///   - loop: Waits for the event loop for connections; `nil` if the task is cancelled.
    ///   - zoneAt: The time zone at a place; `nil` if it is not known.
    ///   - onTimeZone: Called for each change of the time zone; must return immediately.
    ///   - isSynced: Whether queued events must survive a power cut.
    ///   - thread: The thread that waits for the disk.
    package init(
        _ hooks: [Hook], resuming resumed: (file: DurableFile, state: HookState), tail: [LocationEvent],
        hiding zones: PrivacyZones, at place: Coordinate? = nil, intake: HookIntake,
        loop: @escaping @Sendable () async -> (any EventLoop)?,
        zoneAt: @escaping @Sendable (Coordinate) -> String? = { _ in nil },
        onTimeZone: @escaping @Sendable (TimeZoneChange) -> Void = { _ in }, isSynced: Bool,
        wallTime: @escaping @Sendable () -> Timestamp, clock: MonotonicClock, thread: ExecutorThread, logger: Logger
    ) async {
        self.hooks = hooks
        (file, state) = resumed
        self.intake = intake
        self.loop = loop
        self.zoneAt = zoneAt
        self.onTimeZone = onTimeZone
        self.isSynced = isSynced
        self.wallTime = wallTime
        self.clock = clock
        self.thread = thread
        self.logger = logger
        (applied, apply) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        var source = HookEventSource(zones, at: place)
        let known = tail.flatMap { source.receive($0) }
        begin(with: known)
    }

    /// Queues the events that an earlier run missed and saves them immediately, because the end of the track soon moves
    /// on.
    private func begin(with known: [HookEvent]) {
        let before = state.queues.map(\.hook)
        let missed = state.missed(of: known)
        state.adopt(hooks)
        for event in missed {
            // A hook does not get events from before it was configured.
            for index in hooks.indices where before.contains(hooks[index].text) && hooks[index].wants(event) {
                state.queues[index].append(event)
            }
        }
        for event in state.queues.isEmpty ? [] : known where !state.seen.contains(event.identifier) {
            state.note(event)
        }
        if !missed.isEmpty || before != state.queues.map(\.hook) { write(synchronizing: isSynced) }
    }

    // MARK: Taking events up

    /// Collects new events; they are delivered only after ``commit()``.
    /// - Returns: Whether there is anything to commit.
    package func collect() -> Bool {
        let batch = intake.take()
        collected += batch.events
        lost += batch.lost
        if batch.refused > refused {
            refused = batch.refused
            logger.log(.hookEventRefused, "Event for hooks left out: the name of its region has control characters")
        }
        state.significantChange = batch.significantChange ?? state.significantChange
        return !collected.isEmpty || isZoneNew
    }

    /// Saves the collected events and delivers them. If the disk cannot be written they are delivered all the same:
    /// alarms come first.
    package func commit() {
        guard !collected.isEmpty || isZoneNew else { return }
        isZoneNew = false
        for event in collected {
            for index in hooks.indices where hooks[index].wants(event) { state.queues[index].append(event) }
            state.note(event)
        }
        collected.removeAll()
        write(synchronizing: isSynced)
        for attempt in attempts.values { attempt.wake.yield() }
    }

    private func write(synchronizing: Bool) {
        do throws(SystemCallError) {
            guard let data = try? JSONEncoder().encode(state) else {
                throw SystemCallError("encode", SystemCallError.invalid)
            }
            try file.replace(with: Array(data), synchronizing: synchronizing ? [.content, .name] : [])
            if writing.succeeds() { logger.log(.stateWritten, "State writable again: \(file.path)") }
        } catch {
            guard writing.fails(at: clock.now()) else { return }
            logger.log(
                .stateNotWritten,
                """
                State not writable: \(file.path) (\(error)). Hooks still get events, but a restart would lose or \
                repeat some. Give state.directory to the user that runs locd, or make room.
                """)
        }
    }

    // MARK: Delivering them

    /// Delivers events until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchReceiver() }
            group.addTask { await self.watchTimeZone() }
            group.addTask { await self.deliverToAll() }
        }
    }

    /// A change of some hooks does not disturb the others. One that is removed has no events any more, and may return.
    private func deliverToAll() async {
        await withDiscardingTaskGroup { group in
            apply.yield()
            for await _ in applied {
                for hook in hooks where attempts[hook.text] == nil {
                    let (signals, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                    attempts[hook.text] = Attempts(wake: wake)
                    wake.yield()
                    group.addTask { await self.deliver(to: hook, at: signals) }
                }
            }
            group.cancelAll()
        }
    }

    /// Replaces the hooks; events of removed hooks are dropped.
    package func apply(_ hooks: [Hook], hiding zones: PrivacyZones) {
        intake.apply(hooks, zones)
        guard hooks != self.hooks else { return }
        self.hooks = hooks
        state.adopt(hooks)
        write(synchronizing: isSynced)
        apply.yield()
    }

    private func deliver(to hook: Hook, at signals: AsyncStream<Void>) async {
        var backoff = Backoff(first: .seconds(1), longest: .seconds(300))
        for await _ in signals {
            while let entry = queue(of: hook)?.entries.first {
                guard let loop = await loop() else { return }
                let connection = HookConnection(path: hook.path, loop: loop, clock: clock)
                do throws(HookFailure) {
                    try await connection.deliver(entry.line)
                    delivered(entry, to: hook)
                    backoff.reset()
                } catch {
                    guard !Task.isCancelled else { return }
                    failed(error, hook)
                    guard await clock.rest(for: backoff.next()) else { return }
                }
            }
        }
    }

    private func queue(of hook: Hook) -> HookQueue? { state.queues.first { $0.hook == hook.text } }

    private func delivered(_ entry: HookQueue.Entry, to hook: Hook) {
        if let index = state.queues.firstIndex(where: { $0.hook == hook.text }) {
            state.queues[index].remove(entry.identifier)
        }
        // After a power cut an event may be delivered twice, which is better than never.
        write(synchronizing: false)
        attempts[hook.text]?.failure = nil
        attempts[hook.text]?.lastDelivery = clock.now()
        if attempts[hook.text]?.reporter.succeeds() == true {
            logger.log(.hookDelivered, "Hook works again: unix:\(hook.path)")
        }
    }

    private func failed(_ failure: HookFailure, _ hook: Hook) {
        attempts[hook.text]?.failure = failure
        guard attempts[hook.text]?.reporter.fails(at: clock.now()) == true else { return }
        logger.log(.hookFailed, "Event not delivered to unix:\(hook.path): \(failure). locd tries again")
    }

    // MARK: The receiver

    private func watchReceiver() async {
        var settling = ReceiverSettling(hasFix: state.hasFix, receiver: state.receiver)
        let timer = DeadlineTimer(clock: clock, executor: thread)
        defer { timer.end() }
        for await _ in intake.conditions {
            // Without hooks too: the first one that comes must know what was lost.
            guard let condition = intake.condition else { continue }
            let now = clock.now()
            let (changes, next) = settling.look(at: condition.state, since: condition.since, now: now)
            (state.hasFix, state.receiver) = (settling.hasFix, settling.receiver?.rawValue)
            for each in changes { collect(each, condition, at: now) }
            timer.set(next) { [intake] in intake.lookAgain() }
        }
    }

    private func collect(_ change: ReceiverSettling.Change, _ condition: ReceiverCondition, at now: Duration) {
        var event: HookEvent
        switch change {
        case .fixLost(let since):
            event = HookEvent(.fixLost, at: wallTime().advanced(bySeconds: -(now - since).seconds))
        case .fixFound: event = HookEvent(.fixFound, at: wallTime())
        case .receiver:
            event = HookEvent(.receiver, at: wallTime().advanced(bySeconds: -(now - condition.since).seconds))
        }
        event.state = condition.state.rawValue
        event.cause = condition.cause?.rawValue
        intake.add(event)
    }

    /// Notes the present power supply: `mains`, `battery` or `lowBattery`. A change is reported.
    package func powerChanged(to power: String) {
        defer { state.power = power }
        guard let before = state.power, before != power else { return }
        var event = HookEvent(.battery, at: wallTime())
        event.state = power
        intake.add(event)
    }

    // MARK: The time zone

    private func watchTimeZone() async {
        var follower = TimeZoneFollower(zone: state.timeZone)
        for await _ in intake.places {
            guard let here = intake.place,
                let zone = follower.receive(here.coordinate, at: here.timestamp, zoneAt: zoneAt)
            else { continue }
            state.timeZone = zone
            isZoneNew = true
            let change = TimeZoneChange(timestamp: here.timestamp, timeZone: zone)
            onTimeZone(change)
            intake.changed(to: change)
        }
    }

    // MARK: Status

    /// The time zone that was last reported; `nil` if it is not followed.
    package nonisolated var timeZone: String? { intake.wantsPlaces ? told.withLock(\.timeZone) : nil }

    /// The status of each hook, in the order of the configuration.
    package nonisolated var reports: [HookReport] {
        let (known, now) = (told.withLock { $0 }, clock.now())
        return zip(known.reports, known.deliveries).map { report, delivery in
            var report = report
            report.lastDeliveryAge = delivery.map { now - $0 }
            return report
        }
    }

    private func publish() {
        let reports = hooks.map { hook in
            let queue = queue(of: hook)
            return HookReport(
                hook: hook, waiting: queue?.entries.count ?? 0, delivered: queue?.delivered ?? 0,
                dropped: (queue?.dropped ?? 0) + lost, failure: attempts[hook.text]?.failure?.description)
        }
        let new = Told(
            timeZone: state.timeZone, reports: reports, deliveries: hooks.map { attempts[$0.text]?.lastDelivery })
        told.withLock { $0 = new }
    }
}

extension Hook {
    func wants(_ event: HookEvent) -> Bool {
        wants(event.kind, ofRegion: event.region, isPrivate: event.isPrivate)
    }
}
