internal import CLinux
internal import Synchronization

/// The jobs of an executor, and its sleeping tasks.
///
/// One thread at a time works through the jobs: the executor's own thread, which also wakes the sleepers, or a thread that
/// helps; see ``ExecutorThread/helping(_:)``.
final class ExecutorQueue: Sendable {
    /// The executor that jobs run on.
    struct Identity: Sendable {
        let serial: UnownedSerialExecutor
        let task: UnownedTaskExecutor
    }

    private struct State {
        var waiting: [UnownedJob] = []
        /// An empty array, whose memory is reused.
        var spare: [UnownedJob] = []
        var sleepers = Sleepers()
        /// The instant to which the bell is set.
        var instant: Duration?
        var isAtWork = false
        var isEnding = false
        var identity: Identity?

        /// Takes the work. Returns false if another thread has it.
        mutating func take() -> Bool {
            guard !isAtWork else { return false }
            isAtWork = true
            return true
        }
    }

    private let takesHelp: Bool
    private let bell: ThreadBell
    private let state = Mutex(State())

    /// An empty queue. Throws if the process has no descriptor left.
    init(takesHelp: Bool = false) throws(SystemCallError) {
        self.takesHelp = takesHelp
        bell = try ThreadBell()
    }

    /// Names the executor. Without a name, the jobs run on no executor in particular.
    func serve(_ identity: Identity) {
        state.withLock { $0.identity = identity }
    }

    /// Adds a job. Wakes the executor's thread, unless a thread is at work or the calling thread helps.
    func add(_ job: UnownedJob) {
        let helper = takesHelp ? ThreadContext.helper : nil
        let (isTaken, rings) = state.withLock { state in
            state.waiting.append(job)
            if helper != nil, state.take() { return (true, false) }
            return (false, !state.isAtWork && state.waiting.count == 1)
        }
        if isTaken { helper?.taken.append(self) }
        if rings { bell.ring() }
    }

    /// Ends the executor's thread once no job waits.
    func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Works until ``end()``; for the executor's own thread.
    func run() {
        while !state.withLock({ $0.isEnding && !$0.isAtWork && $0.waiting.isEmpty }) {
            let hasInstantCome = bell.wait()
            // First: at work, it need not ring for the sleepers that it wakes.
            let isTaken = state.withLock { $0.take() }
            if hasInstantCome { wakeSleepers() }
            if isTaken { work() }
        }
    }

    /// Runs jobs on the calling thread, which has taken the work, until none waits, or until it has run what waited so many
    /// times: the executor's own thread then goes on.
    func work(rounds: Int = .max) {
        var rounds = rounds
        var batch: [UnownedJob] = []
        let identity = state.withLock { state in
            swap(&batch, &state.spare)
            return state.identity
        }
        ThreadContext.working(on: self) {
            while next(&batch, isLast: rounds == 0) {
                rounds -= 1
                for job in batch {
                    if let identity {
                        job.runSynchronously(isolatedTo: identity.serial, taskExecutor: identity.task)
                    } else {
                        clinux_executor_run(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
                    }
                }
                batch.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Exchanges the waiting jobs for an empty array. Returns false, and gives the work back, if no job waits, or if the
    /// calling thread has run its last jobs.
    private func next(_ batch: inout [UnownedJob], isLast: Bool) -> Bool {
        let (hasMore, rings) = state.withLock { state in
            if !isLast, !state.waiting.isEmpty {
                swap(&batch, &state.waiting)
                return (true, false)
            }
            swap(&batch, &state.spare)
            state.isAtWork = false
            setBell(&state)
            return (false, state.isEnding || !state.waiting.isEmpty)
        }
        // The executor's thread went on waiting if it found the work taken.
        if rings { bell.ring() }
        return hasMore
    }

    // MARK: - Sleeping

    /// Resumes the continuation at the sleeper's instant. The bell is set when the work is given back, so that an instant
    /// that is soon replaced is never set.
    func sleep(_ sleeper: Sleeper, _ continuation: CheckedContinuation<Void, any Error>) {
        let isCancelled = state.withLock { state in
            guard !sleeper.isCancelled else { return true }
            sleeper.continuation = continuation
            state.sleepers.insert(sleeper)
            if !state.isAtWork { setBell(&state) }
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    /// Wakes a sleeper with a `CancellationError`. One that does not sleep yet never will.
    func cancel(_ sleeper: Sleeper) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            sleeper.isCancelled = true
            guard state.sleepers.remove(sleeper) else { return nil }
            if !state.isAtWork { setBell(&state) }
            return sleeper.continuation.take()
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func wakeSleepers() {
        let due = state.withLock { state in
            state.instant = nil
            let due = state.sleepers.removeDue(at: SystemClock.sinceBoot).compactMap { $0.continuation.take() }
            if !state.isAtWork { setBell(&state) }
            return due
        }
        for continuation in due { continuation.resume() }
    }

    private func setBell(_ state: inout State) {
        guard state.sleepers.next != state.instant else { return }
        state.instant = state.sleepers.next
        bell.set(state.instant)
    }
}
