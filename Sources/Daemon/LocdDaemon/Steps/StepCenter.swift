import LocationModel
import LocationServices
import LocdProtocol
import LocdRecorder
import LocdServer
import Logging
import Sensors
import SystemSupport
import Tracks

/// Everything about steps (`sensors.steps`): reads the machine's counter, takes the reports of other devices, and
/// passes both to the track, the sessions and the status.
actor StepCenter {
    private let devices: String
    private let hub: LocationHub
    private let recorder: Recorder?
    private let sessions: Sessions
    private let past: StepReportHistory
    private let thread: ExecutorThread
    private let clock: MonotonicClock
    private let health: SensorHealth

    private var counter = StepCounterReader.State.absent
    private var journal = StepJournal()
    private var total = StepTotal()
    /// The end of the latest period that was reported, by this machine's clock.
    private var reportedUntil: Timestamp?
    /// When the machine was last in a private region.
    private var lastPrivate: Duration?
    /// When it was created.
    private let started: Duration

    /// Nothing is read yet.
    /// - Parameters:
    ///   - devices: The folder in which the kernel lists step counters.
    ///   - past: What the track knows of earlier reports.
    ///   - thread: The thread that reads files which may be slow.
    init(
        devices: String, hub: LocationHub, recorder: Recorder?, sessions: Sessions, past: StepReportHistory,
        thread: ExecutorThread, clock: MonotonicClock, logger: Logger
    ) {
        self.devices = devices
        started = clock.now()
        self.hub = hub
        self.recorder = recorder
        self.sessions = sessions
        self.past = past
        self.thread = thread
        self.clock = clock
        health = SensorHealth("sensors.steps", clock: clock, logger: logger)
    }

    /// The state of the counter, and the steps since the daemon started.
    var status: StepsStatus {
        let state: StepsStatus.State =
            switch counter {
            case .absent, .failed: .absent
            case .disabled: .disabled
            case .active: .active
            }
        return StepsStatus(
            state: state, numberOfSteps: total.numberOfSteps, reported: total.numberOfSteps(of: .reported))
    }

    /// Why nothing counts steps: sentences for everybody.
    var problems: [String] { health.problems }

    /// Reads the counter until cancelled; then all steps are on their way into the track.
    func run() async {
        await withTaskExecutorPreference(thread) { await self.read() }
        if let receiver = await receiverTime() { journal.takeAll(receiver).forEach(record) }
    }

    /// Takes steps that another device counted.
    /// - Throws: `VarlinkError.stepsOverlap` if a part of the period was reported before.
    func report(_ steps: StepCount, at now: Timestamp) async throws(VarlinkError) {
        // If the clock was set back since, only the track knows what was reported.
        if let until = reportedUntil, until.seconds(since: now) > StepsParameters.tolerance { reportedUntil = nil }
        if reportedUntil == nil, let known = await past.latest(at: now) {
            // The track has the receiver's time, which is not exactly that of the machine.
            let until = known.advanced(bySeconds: -StepsParameters.tolerance)
            reportedUntil = max(reportedUntil ?? until, until)
        }
        if let reportedUntil, steps.from < reportedUntil { throw .stepsOverlap(until: reportedUntil.description) }
        reportedUntil = steps.to
        let instant = clock.now()
        func moved(_ time: Timestamp) -> Duration { instant - .milliseconds(now.milliseconds - time.milliseconds) }
        var entry = StepJournal.Entry(
            from: moved(steps.from), to: moved(steps.to), numberOfSteps: steps.numberOfSteps, source: .reported)
        entry.distance = steps.distance
        entry.floorsAscended = steps.floorsAscended
        entry.floorsDescended = steps.floorsDescended
        health.dismissProblem()
        sessions.stepCounting.changed(to: true)
        await take(entry)
        await flush()
    }

    /// The steps that are not in the track yet.
    func waiting() async -> [StepCount] {
        await receiverTime().map(journal.records) ?? []
    }

    private nonisolated func read() async {
        var reader = StepCounterReader(devices: devices)
        var isActive = false
        repeat {
            let (state, count) = reader.read(at: clock.now())
            isActive = state == .active
            await receive(state, count)
        } while await clock.rest(for: isActive ? StepCounterReader.interval : StepCounterReader.lookInterval)
    }

    private func receive(_ state: StepCounterReader.State, _ count: StepCounter.Count?) async {
        note(state)
        if let count {
            await take(
                StepJournal.Entry(
                    from: count.from, to: count.to, numberOfSteps: count.numberOfSteps, source: .counter))
        }
        await flush()
    }

    /// Counts steps, tells sessions of them, and writes them later.
    private func take(_ entry: StepJournal.Entry) async {
        journal.add(entry)
        let receiver = await receiverTime()
        let steps = StepCount(entry, receiver ?? ReceiverTime(.now, at: clock.now()))
        // Of a private region nobody learns anything, and what began there may have been walked there.
        guard lastPrivate.map({ entry.from > $0 }) ?? true else { return }
        total.add(steps)
        sessions.deliver(steps)
    }

    private func flush() async {
        guard let receiver = await receiverTime() else { return }
        journal.take(at: clock.now(), receiver).forEach(record)
    }

    private func record(_ steps: StepCount) {
        recorder?.record(steps)
    }

    /// The receiver's time of its latest location; `nil` before the first one.
    private func receiverTime() async -> ReceiverTime? {
        let status = await hub.status
        if status.isPlaceHidden {
            lastPrivate = clock.now()
        } else if lastPrivate == nil, await !hub.zones.isEmpty {
            // Steps from before the start may have been made in a private region.
            lastPrivate = started
        }
        return status.receiverTime
    }

    private func note(_ state: StepCounterReader.State) {
        if state != counter { sessions.stepCounting.changed(to: state == .active || reportedUntil != nil) }
        counter = state
        switch state {
        case .absent where reportedUntil == nil: health.fails("no step counter found in \(devices)")
        // Who has a watch needs no counter.
        case .active, .absent: health.works()
        case .disabled: health.fails("the step counter is switched off: see `locd doctor`")
        case .failed(let sentence): health.fails(sentence)
        }
    }
}

/// What the track knows of reported steps: an earlier run of the daemon may have taken them.
struct StepReportHistory: Sendable {
    /// The directory of the track; `nil` without a recorder.
    let directory: String?
    let thread: ExecutorThread

    /// The end of the latest period that was reported in the last day.
    func latest(at now: Timestamp) async -> Timestamp? {
        guard let directory else { return nil }
        return await withTaskExecutorPreference(thread) { await Self.latest(in: directory, at: now) }
    }

    private static func latest(in directory: String, at now: Timestamp) async -> Timestamp? {
        // The times of a track are the receiver's: a recording's have nothing to do with the system's.
        let interval = TrackInterval(from: now.advanced(bySeconds: -StepsParameters.longestPeriod), to: nil)
        var latest: Timestamp?
        await TrackArchive(directory: directory).readInTurns(interval) { record in
            guard case .event(.steps(let steps)) = record, steps.source == .reported, steps.to <= now else { return }
            latest = max(latest ?? steps.to, steps.to)
        }
        return latest
    }
}
