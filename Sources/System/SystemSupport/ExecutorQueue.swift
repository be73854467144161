internal import CLinux
internal import Synchronization

/// The jobs of an executor, and its sleeping tasks.
///
/// One thread at a time works through the jobs: the executor's own thread, which also wakes the sleepers, or a thread
/// that helps; see ``ExecutorHelp``.
final class ExecutorQueue: Sendable {
    /// How long the executor's own thread runs all jobs after some that took a fifth of a loop's patience.
    private static let caution = Duration.seconds(60)
    /// How long a loop's thread helps, in rounds: enough for the tasks that one job resumes.
    private static let roundsOfLoop = 8

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
        /// A thread that runs a loop will run the jobs that wait, or runs them.
        var loan: Loan?
        /// No loop's thread helps before this instant.
        var helpBegins = Duration.zero

        /// Takes the work. Returns false if another thread has it.
        mutating func take() -> Bool {
            guard !isAtWork else { return false }
            isAtWork = true
            loan = nil
            return true
        }
    }

    /// The work of a loop's thread for the executor.
    private struct Loan {
        let loop: LoopThread
        let patience: Duration
        /// When it began; `nil` before.
        var began: Duration?
        /// When the executor's own thread intervenes; `nil` once it did.
        var limit: Duration?
    }

    private let help: ExecutorHelp
    private let bell: ThreadBell
    private let state = Mutex(State())

    /// An empty queue. Throws if the process has no descriptor left.
    init(help: ExecutorHelp = .none) throws(SystemCallError) {
        self.help = help
        bell = try ThreadBell()
    }

    /// Names the executor. Without a name, the jobs run on no executor in particular.
    func serve(_ identity: Identity) {
        state.withLock { $0.identity = identity }
    }

    /// Who runs a job that was added.
    private enum Taker {
        /// Who runs the jobs already, or was woken for one.
        case sameAsBefore
        case ownThread
        case callingThread
        case callingLoop
    }

    /// Adds a job. Wakes the executor's thread, unless a thread is at work or the calling thread helps.
    func add(_ job: UnownedJob) {
        let context = ThreadContext.current
        let taker = state.withLock { state in
            state.waiting.append(job)
            guard !state.isAtWork else { return Taker.sameAsBefore }
            if case .atOnce = help, let context, context.isHelping, state.take() { return .callingThread }
            guard state.waiting.count == 1 else { return .sameAsBefore }
            if let loop = context?.loop, lend(to: loop, &state) { return .callingLoop }
            return .ownThread
        }
        switch taker {
        case .sameAsBefore: break
        case .ownThread: bell.ring()
        case .callingThread: context?.taken.append(self)
        case .callingLoop: context?.lent.append(self)
        }
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
            if hasInstantCome {
                wakeSleepers()
                relieveLoop()
            }
            if isTaken { work() }
        }
    }

    /// Runs jobs on the calling thread, which has taken the work, until none waits, or until it has run what waited so
    /// many times: the executor's own thread then goes on.
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

    /// Exchanges the waiting jobs for an empty array. Returns false, and gives the work back, if no job waits, or if
    /// the calling thread has run its last jobs.
    private func next(_ batch: inout [UnownedJob], isLast: Bool) -> Bool {
        let (hasMore, rings) = state.withLock { state in
            if !isLast, !state.waiting.isEmpty {
                swap(&batch, &state.waiting)
                return (true, false)
            }
            swap(&batch, &state.spare)
            giveBack(&state)
            return (false, state.isEnding || !state.waiting.isEmpty)
        }
        // The executor's thread went on waiting if it found the work taken.
        if rings { bell.ring() }
        return hasMore
    }

    private func giveBack(_ state: inout State) {
        state.isAtWork = false
        if let loan = state.loan, let began = loan.began {
            let now = SystemClock.sinceBoot
            if now - began > loan.patience / 5 { state.helpBegins = now + Self.caution }
        }
        state.loan = nil
        setBell(&state)
    }

    // MARK: - Help of a loop's thread

    /// Lends the work to a loop's thread, which does it after its step. Returns false if the executor's own thread has
    /// to.
    private func lend(to loop: LoopThread, _ state: inout State) -> Bool {
        guard case .betweenSteps(let patience) = help else { return false }
        let now = SystemClock.sinceBoot
        guard now >= state.helpBegins else { return false }
        state.loan = Loan(loop: loop, patience: patience, limit: now + patience)
        setBell(&state)
        return true
    }

    /// Runs the lent jobs, and those that they add, on the thread of the loop; nothing if the executor's own thread
    /// took them back meanwhile.
    func help(_ loop: LoopThread) {
        let isTaken = state.withLock { state in
            guard !state.isAtWork, state.loan?.loop === loop else { return false }
            state.isAtWork = true
            state.loan?.began = SystemClock.sinceBoot
            return true
        }
        if isTaken { work(rounds: Self.roundsOfLoop) }
    }

    /// Lets another thread go on with the loop whose thread has been at work for too long.
    private func relieveLoop() {
        let loop = state.withLock { state -> LoopThread? in
            guard state.isAtWork, let loan = state.loan, let limit = loan.limit else { return nil }
            guard limit <= SystemClock.sinceBoot else {
                setBell(&state)
                return nil
            }
            state.loan?.limit = nil
            return loan.loop
        }
        guard let loop, !loop.relieve() else { return }
        state.withLock { state in
            guard let patience = state.loan?.patience else { return }
            state.loan?.limit = SystemClock.sinceBoot + patience
            setBell(&state)
        }
    }

    // MARK: - Sleeping

    /// Resumes the continuation at the sleeper's instant. The bell is set when the work is given back, so that an
    /// instant that is soon replaced is never set.
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
        let sleeper = state.sleepers.next
        let instant = state.loan?.limit.map { min($0, sleeper ?? $0) } ?? sleeper
        guard instant != state.instant else { return }
        state.instant = instant
        bell.set(instant)
    }
}
