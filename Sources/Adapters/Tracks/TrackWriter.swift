public import LocationModel
public import LocationServices
internal import Synchronization
public import SystemSupport

/// Writes the track: appending never waits for a disk.
///
/// Lines go through a bounded queue in memory to a thread of the writer's own, because a disk may block for seconds.
/// While the disk accepts none, for any reason, they wait there in order.
/// When the queue is full, the oldest are dropped and counted, and a `loss` record in the track reports them. Open a
/// writer once, run it as long as there is something to record, and close it. `Documentation/TrackFormat.md` describes
/// what is guaranteed and when.
public actor TrackWriter {
    /// The number of unsynced bytes that triggers a sync before its interval is over. It limits what a failed sync must
    /// rewrite.
    private static let earlySyncBytes = 256 << 10

    /// How often a file's name is looked up although its watch saw nothing: a directory above it that was moved, or
    /// hidden behind a mount, is not seen there.
    private static let nameInterval = Duration.seconds(5)

    /// The state that both sides of the queue share.
    private struct Shared {
        var queue: TrackQueue
        var status = TrackWriterStatus()
        var isClosed = false
    }

    /// The thread that runs this actor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// The writer's configuration.
    public nonisolated let configuration: TrackConfiguration
    private nonisolated let thread: ExecutorThread
    private nonisolated let shared: Mutex<Shared>
    /// Signals that lines arrived, or that ``close()`` was called.
    private nonisolated let arrivals = WakeSignal()
    private nonisolated let timer: DeadlineTimer
    private var isRunning = false
    private let fileSystem: any FileSystem
    private let clock: MonotonicClock

    private var directory: TrackDirectory
    private var tail: TrackTail?
    private var file: TrackFile?
    /// The header of the lines to come; of another run than the configuration's once others have touched a file.
    private var header: TrackHeader
    /// The name of the open file, as the status has it.
    private var announced: TrackFileName?
    private var retired = RetiredFiles()
    private var hand = TrackBatch()
    private var output = TrackOutput()
    private var writeProblem: Problem?
    private var syncProblem: Problem?
    private var reporter = FailureReporter()
    private let onProblem: @Sendable (TrackError?) -> Void
    /// When the oldest unsynced line was written.
    private var unsyncedSince: Duration?
    private var directoryNeedsSync = false
    /// When the name of the open file was looked up last; `nil` before.
    private var nameLookedUpAt: Duration?
    private var housekeeper: TrackHousekeeper

    private var keepsUnsynced: Bool { configuration.sync != .never }

    /// Creates a writer that has not touched the disk yet. `clock` decides when to sync and when to retry, never what
    /// is written. Both callbacks run on the writer's thread. `neglected` receives, once for each cause, the error that
    /// prevents compressing or removing old files. `onProblem` receives the error that keeps lines from the disk, and
    /// `nil` when it is resolved. Throws ``TrackError/Code/noResources`` if no thread can be created.
    public init(
        configuration: TrackConfiguration, fileSystem: any FileSystem = SystemFileSystem(),
        neglected: @escaping @Sendable (TrackError) -> Void = { _ in },
        onProblem: @escaping @Sendable (TrackError?) -> Void = { _ in }, clock: MonotonicClock
    ) throws(TrackError) {
        do throws(SystemCallError) {
            thread = try ExecutorThread(named: "locd-tracks")
        } catch {
            throw TrackError(error, path: configuration.directory)
        }
        self.configuration = configuration
        header = configuration.header
        self.fileSystem = fileSystem
        self.onProblem = onProblem
        self.clock = clock
        timer = DeadlineTimer(clock: clock, executor: thread)
        directory = TrackDirectory(path: configuration.directory, fileSystem: fileSystem)
        housekeeper = TrackHousekeeper(configuration, fileSystem, report: neglected)
        shared = Mutex(
            Shared(
                queue: TrackQueue(
                    maximumLines: configuration.maximumQueuedLines, maximumBytes: configuration.maximumQueuedBytes)))
    }

    /// The current status. Returns at once, even while the disk blocks.
    public nonisolated var status: TrackWriterStatus {
        shared.withLock { shared in
            var status = shared.status
            status.queuedLines = shared.queue.lineCount
            status.queuedBytes = shared.queue.byteCount
            status.lostLines = shared.queue.lostLines
            return status
        }
    }

    /// Locks the directory, makes the file written last end with a complete line, and returns the end of the track.
    ///
    /// Throws ``TrackError/Code/locked`` if another process writes to the directory; then this one must stop. Other
    /// errors (a full or read-only disk, a missing mount) may be temporary: the writer can run anyway, keeps lines in
    /// memory and retries, and a later call returns the tail.
    public func open() throws(TrackError) -> TrackTail {
        guard !isClosed else { throw TrackError(.closed, path: configuration.directory) }
        do throws(TrackError) {
            try prepare()
            writeProblem = nil
            report()
            return tail ?? TrackTail()
        } catch {
            fail(error)
            // The caller already has this error.
            reporter.leaveFailureToOthers()
            throw error
        }
    }

    /// Appends events to the track, in order. Returns at once, regardless of the disk.
    public nonisolated func append(_ events: [LocationEvent]) {
        guard !events.isEmpty else { return }
        shared.withLock { shared in
            if shared.isClosed {
                shared.queue.refuse(events.count)
            } else {
                for event in events { shared.queue.append(event) }
            }
        }
        arrivals.signal()
    }

    /// Writes what arrives, syncs when due and retries failures until cancelled; then writes the remaining lines. Call
    /// it once.
    public func run() async {
        isRunning = true
        setTimer()
        // A task without this preference is enqueued again for each call within the actor.
        await withTaskExecutorPreference(thread) {
            while !isClosed, await arrivals.wait() { await work() }
        }
        housekeeper.abandon()
        isRunning = false
        timer.end()
        attempt(isForced: true)
    }

    /// Does all that is possible now, and compresses and removes old files.
    private func work() async {
        attempt(isForced: false)
        // Lines that arrive while old files are compressed go first.
        while !Task.isCancelled, keepHouse() {
            await Task.yield()
            attempt(isForced: true)
        }
    }

    /// Performs a step of compressing and removing old files; returns `false` when nothing is left to do.
    private func keepHouse() -> Bool {
        // What is too old may be all that fills a disk.
        let isFull = writeProblem?.error.code == .diskFull
        let next = hand.lines.first.map { TrackFileName(day: $0.timestamp.day) }
        guard isRunning, let name = file?.name ?? next, writeProblem == nil || isFull else { return false }
        let now = clock.now()
        guard housekeeper.hasWork(current: name, at: now) else { return false }
        let hasMore = housekeeper.work(current: name, at: now, onlyRemoves: isFull)
        let problem = housekeeper.problem
        shared.withLock { $0.status.neglect = problem }
        return hasMore
    }

    private func setTimer() {
        guard isRunning else { return }
        timer.set(nextDeadline) { [weak self] in await self?.work() }
    }

    /// Writes all lines appended so far to their files, without syncing. Tries now, even if the next retry is due
    /// later. Throws the error that keeps lines in memory.
    public func flush() throws(TrackError) {
        attempt(isForced: true)
        if let writeProblem { throw writeProblem.error }
    }

    /// Writes all lines appended so far and syncs them to disk, regardless of the policy. Throws the error that
    /// prevents it.
    public func sync() throws(TrackError) {
        try flush()
        synchronize()
        report()
        if let syncProblem { throw syncProblem.error }
    }

    /// Writes and syncs the remaining lines, and releases the directory. Lines appended later are dropped and counted.
    /// Throws the error that kept lines from the disk; they count as lost.
    public func close() throws(TrackError) {
        guard !isClosed else { return }
        shared.withLock { $0.isClosed = true }
        attempt(isForced: true)
        let problem = writeProblem?.error
        retireFile()
        if syncProblem != nil { synchronize() }
        let syncFailure = syncProblem?.error
        noteDoubtful(retired.giveUpAll(fileSystem))
        directory.release()
        let lost = status.queuedLines
        shared.withLock { $0.queue.giveUpAll() }
        hand = TrackBatch()
        writeProblem = nil
        syncProblem = nil
        report()
        arrivals.signal()
        timer.end()
        if let problem, lost > 0 {
            throw TrackError(.closed, path: configuration.directory, underlying: problem.underlying)
        }
        if let syncFailure { throw syncFailure }
    }

    private var isClosed: Bool { shared.withLock { $0.isClosed } }
}

// MARK: - Writing

extension TrackWriter {
    /// Does all that is possible now: writes queued lines, syncs what is due.
    private func attempt(isForced: Bool) {
        let instant = clock.now()
        if isForced || writeProblem.map({ $0.retryAt <= instant }) ?? true {
            do throws(TrackError) {
                try writeAll()
                writeProblem = nil
            } catch {
                fail(error)
            }
        }
        if let due = syncDeadline, due <= clock.now() { synchronize() }
        report()
        if let problem = writeProblem ?? syncProblem {
            if reporter.fails(at: clock.now()) { onProblem(problem.error) }
        } else if reporter.succeeds() {
            onProblem(nil)
        }
        setTimer()
    }

    private func writeAll() throws(TrackError) {
        // Nothing to write is no proof that the disk takes lines again: the lock is written to.
        if writeProblem != nil { try prepare() }
        while true {
            if hand.isEmpty {
                hand = shared.withLock { $0.queue.isEmpty ? TrackBatch() : $0.queue.take() }
                guard !hand.isEmpty else { return }
            }
            guard let line = hand.lines.first else { return }
            try select(for: line)
            try writeHand()
        }
    }

    /// Writes the lines of the batch in hand that belong in the open file.
    private func writeHand() throws(TrackError) {
        guard let before = file?.length else { return }
        if let file { output.compose(hand, for: file, header, configuration) }
        // In place here and below: a copy of the file would make it copy its unsynced bytes with the next line.
        guard let (lines, failure) = file?.append(output, fileSystem) else { return }
        let written = (file?.length ?? before) - before
        hand.removeFirst(lines)
        shared.withLock { shared in
            shared.queue.note(inHand: hand)
            shared.status.lines += lines
            shared.status.bytes += written
        }
        if lines > 0, keepsUnsynced {
            let instant = clock.now()
            if unsyncedSince == nil { unsyncedSince = instant }
            if configuration.sync == .always || isFullOfUnsynced, syncProblem == nil { synchronize() }
        }
        if let failure { throw failure }
    }

    private var isFullOfUnsynced: Bool { file.map { $0.unsyncedBytes >= Self.earlySyncBytes } ?? false }

    /// Opens the file that a line belongs in, unless it is open.
    private func select(for line: TrackBatch.Line) throws(TrackError) {
        try prepare()
        try checkFile()
        if let file, !TrackDirectory.belongs(line, in: file, configuration) { retireFile() }
        if file == nil {
            try directory.prepare()
            let opened = try directory.open(for: line, configuration)
            file = opened
            nameLookedUpAt = clock.now()
            note(opened.repair)
            if opened.isNew, keepsUnsynced { directoryNeedsSync = true }
        }
        guard let name = file?.name, name != announced else { return }
        directory.point(to: name)
        announce(name)
        if keepsUnsynced { directoryNeedsSync = true }
        if directoryNeedsSync, syncProblem == nil { synchronize() }
    }

    /// Leaves the open file if another program moved or changed it. Lines of it may be gone, as with a disk: no line
    /// leads from what is there to what comes.
    private func checkFile() throws(TrackError) {
        let instant = clock.now()
        let isDue = nameLookedUpAt.map { instant - $0 >= Self.nameInterval } ?? true
        guard let standing = try file?.check(looksUpName: isDue, fileSystem) else { return }
        if isDue { nameLookedUpAt = instant }
        guard standing != .same else { return }
        retireFile()
        header.run = header.run.map { _ in TrackHeader.newRun() }
    }

    private func announce(_ name: TrackFileName?) {
        announced = name
        shared.withLock { $0.status.currentFile = name.map { "\($0)" } }
    }

    /// Locks the directory and reads the end of the track, unless that is done.
    private func prepare() throws(TrackError) {
        guard tail == nil else { return }
        try directory.prepare()
        let (tail, file) = try directory.readTail(keepsUnsynced: keepsUnsynced)
        self.tail = tail
        self.file = file
        shared.withLock { $0.queue.follow(tail.lastTimestamp) }
        note(file?.repair)
        // The previous run may have ended before it could sync the names of its files.
        directoryNeedsSync = keepsUnsynced
    }

    private func note(_ repair: TrackRepair?) {
        guard let repair else { return }
        shared.withLock { $0.status.cutBytes += repair.bytesCut }
        directoryNeedsSync = keepsUnsynced
    }

    private func fail(_ error: TrackError) {
        Problem.note(error, in: &writeProblem, at: clock.now())
        shared.withLock { $0.status.lastError = error }
        report()
    }

    private func report() {
        let problems = [writeProblem, syncProblem].compactMap { $0 }
        shared.withLock { shared in
            shared.queue.problem = writeProblem?.error.lossCause
            shared.status.unsyncedLines = (file?.unsyncedLines ?? 0) + retired.unsyncedLines
            shared.status.problem = problems.first?.error
            shared.status.problemSince = problems.map(\.since).min()
        }
    }
}

// MARK: - Syncing

extension TrackWriter {
    /// When the next sync is due; `nil` if there is nothing to sync.
    private var syncDeadline: Duration? {
        guard unsyncedSince != nil || directoryNeedsSync || !retired.isEmpty else { return nil }
        if let syncProblem { return syncProblem.retryAt }
        guard case .interval(let interval) = configuration.sync else { return unsyncedSince }
        return unsyncedSince.map { $0 + interval }
    }

    /// When the next work is due, even if no line arrives.
    private var nextDeadline: Duration? {
        switch (writeProblem?.retryAt, syncDeadline) {
        case (let write?, let sync?): min(write, sync)
        case (let write, let sync): write ?? sync
        }
    }

    private func synchronize() {
        do throws(TrackError) {
            let instant = clock.now()
            // What is being written first: no other file keeps it from the disk.
            if let doubtful = try file?.synchronize(fileSystem) { noteDoubtful(doubtful) }
            if directoryNeedsSync { try directory.synchronize() }
            directoryNeedsSync = false
            unsyncedSince = nil
            try retired.synchronize(on: file?.device, at: instant, fileSystem, note: noteDoubtful)
            syncProblem = nil
            shared.withLock { $0.status.lastSync = instant }
        } catch {
            Problem.note(error, in: &syncProblem, at: clock.now())
            shared.withLock { $0.status.lastError = error }
        }
    }

    /// Closes the open file, synced if the policy requires it. Recording must continue in the next file: if the sync
    /// fails, this one is kept until a sync succeeds.
    private func retireFile() {
        guard var open = file else { return }
        file = nil
        announce(nil)
        guard keepsUnsynced, open.needsSync else {
            open.close(fileSystem)
            return
        }
        noteDoubtful(retired.add(open, fileSystem))
        synchronize()
    }

    private func noteDoubtful(_ lines: Int) {
        guard lines > 0 else { return }
        shared.withLock { $0.status.unguaranteedLines += lines }
    }
}

/// A failure, and the time of the next attempt: after half a second, then twice as long each time, up to half a minute.
struct Problem {
    private(set) var error: TrackError
    let since: Duration
    private(set) var retryAt: Duration
    private var backoff = Backoff(first: .milliseconds(500), longest: .seconds(30))

    init(_ error: TrackError, at now: Duration) {
        self.error = error
        since = now
        retryAt = now + backoff.next()
    }

    mutating func recur(_ error: TrackError, at now: Duration) {
        self.error = error
        retryAt = now + backoff.next()
    }

    /// Notes a failure, the first or another one.
    static func note(_ error: TrackError, in problem: inout Problem?, at now: Duration) {
        if problem == nil { problem = Problem(error, at: now) } else { problem?.recur(error, at: now) }
    }
}
