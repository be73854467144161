import Hooks
import LocationModel
import LocationServices
import LocdLog
import LocdRecorder
import Logging
import Synchronization
import SystemSupport
import Tracks

/// Keeps the recorder's state on the disk: after each event that no location line tells, soon after the start, then
/// every five minutes while there are fixes, and at the end.
///
/// The track comes first: an event is in the track, and there as safe as the track promises, before the state knows of
/// it. So a state that is found is never ahead of the track, and an event is not lost with a crash between the two.
actor StateKeeper {
    /// How old the state on the disk may be while nothing happens but fixes. Each write is a new file and a commit of
    /// the file system's journal, which wears a card as much as the track of the same time.
    static let interval = Duration.seconds(300)
    /// How soon after the start it is written for the first time. A box that is switched off after a minute keeps it,
    /// and what only the first time needs, five times as much work, is given back with the rest of the start; see
    /// ``MemoryService``.
    static let first = Duration.seconds(15)

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private var file: StateFile
    private let hub: LocationHub
    private let recorder: Recorder
    private let hooks: HookService
    private let clock: MonotonicClock
    private let logger: Logger
    private let thread: ExecutorThread
    private nonisolated let changes: StateChanges

    /// The last location of the state that is on the disk.
    private var saved: Timestamp?
    /// What was left out of it.
    private var dropped: [String] = []
    private var reporter = FailureReporter()
    private nonisolated let isFailing = Atomic(false)
    /// What is wrong with the state now, in a sentence for everybody; never waits for the disk.
    nonisolated var problem: String? {
        isFailing.load(ordering: .relaxed)
            ? "the state cannot be written, so a restart loses open visits and region sides: see journalctl -u locd"
            : nil
    }

    /// It works on a thread that may wait for the disk, for seconds.
    init(
        file: StateFile, changes: StateChanges, hub: LocationHub, recorder: Recorder, hooks: HookService,
        thread: ExecutorThread, clock: MonotonicClock, logger: Logger
    ) {
        self.thread = thread
        self.file = file
        self.changes = changes
        self.hub = hub
        self.recorder = recorder
        self.hooks = hooks
        self.clock = clock
        self.logger = logger
    }

    /// Saves when it is due, until cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in self.changes.arrivals { await self.save() } }
            group.addTask { await self.keepTime() }
        }
    }

    private nonisolated func keepTime() async {
        guard await clock.rest(for: Self.first) else { return }
        repeat { changes.note() } while await clock.rest(for: Self.interval)
    }

    /// Saves what is new, if anything is. Logs the first failure and the recovery.
    func save() async {
        // The gate first: one that is ahead would refuse, as a duplicate, what the services have not seen.
        var state = await hub.savedState
        let services = await recorder.manager.serviceState
        state.services = services
        let hasHookEvents = await hooks.collect()
        let timestamp = services.timestamp
        let isNew = timestamp != nil && timestamp != saved
        guard isNew || hasHookEvents else { return }
        let isSynced = recorder.writer.configuration.sync != .never
        do throws(TrackError) {
            if isSynced { try await recorder.writer.sync() } else { try await recorder.writer.flush() }
        } catch {
            // Its lines wait in memory: the state waits with them. A writer that was closed has written all.
            guard error.code == .closed else { return await hooks.commit() }
        }
        // What hooks wait for is kept before the recorder forgets it, and after the track has it.
        await hooks.commit()
        guard isNew else { return }
        do throws(SystemCallError) {
            let missing = try file.write(state, isSynced: isSynced)
            isFailing.store(false, ordering: .relaxed)
            saved = timestamp
            if !missing.isEmpty, missing != dropped {
                logger.log(
                    .stateNotWritten,
                    """
                    Part of the state not writable: \(file.path), without \(missing.joined(separator: ", ")), which contains \
                    impossible figures. The rest is written. This is a bug in locd: report it.
                    """)
            }
            dropped = missing
            if reporter.succeeds() { logger.log(.stateWritten, "State writable again: \(file.path)") }
        } catch {
            isFailing.store(true, ordering: .relaxed)
            guard reporter.fails(at: clock.now()) else { return }
            logger.log(
                .stateNotWritten,
                """
                State not writable: \(file.path) (\(error)). A restart would lose open visits and region sides. Give \
                state.directory to the user that runs locd, or make room.
                """)
        }
    }
}

/// Announces changes that the state file must contain; never waits.
struct StateChanges: Sendable {
    /// One element may stand for many events.
    let arrivals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Something happened.
    func note() {
        continuation.yield()
    }
}
