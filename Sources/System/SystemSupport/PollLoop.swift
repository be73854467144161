internal import Glibc
internal import Synchronization

/// What a loop waits for before its next step: a descriptor that is readable, an instant, or whichever comes first.
/// ``ExecutorThread/stepNow()`` ends each wait.
package struct PollWait: Sendable {
    /// The descriptor; negative if it waits for none.
    package var descriptor: Int32
    /// An instant of ``SystemClock/sinceBoot``; `nil` if it waits for none.
    package var until: Duration?

    /// A wait for a descriptor, or until an instant of ``SystemClock/sinceBoot``.
    package init(for descriptor: Int32 = -1, until: Duration? = nil) {
        self.descriptor = descriptor
        self.until = until
    }

    /// No wait: the next step follows at once.
    package static var immediate: PollWait { PollWait(until: .zero) }
}

/// The work of an ``ExecutorThread``: jobs, sleeping tasks, and the steps of loops.
final class PollLoop: Sendable {
    /// The executor that jobs run on.
    struct Identity: Sendable {
        let serial: UnownedSerialExecutor
        let task: UnownedTaskExecutor
    }

    /// A loop, and what it waits for.
    private struct Repeated {
        let step: ExecutorThread.Step
        let onEnd: @Sendable () -> Void
        var wait = PollWait.immediate
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var sleepers = Sleepers()
        var added: [Repeated] = []
        var stepsNow = false
        /// Whether the thread waits, so that a new job must wake it.
        var isWaiting = false
        var isEnding = false

        /// Whether the caller has to wake the thread.
        mutating func mustWake() -> Bool {
            defer { isWaiting = false }
            return isWaiting
        }
    }

    private static let roundsOfJobs = 16

    private let bell: ThreadBell
    private let state = Mutex(State())

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The one that the calling thread runs.
    static var current: PollLoop? {
        pthread_getspecific(key).map { Unmanaged<PollLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Nothing to do yet. Throws if the process has no descriptor left.
    init() throws(SystemCallError) {
        bell = try ThreadBell()
    }

    func add(_ job: UnownedJob) {
        change { $0.jobs.append(job) }
    }

    func add(_ step: @escaping ExecutorThread.Step, _ onEnd: @escaping @Sendable () -> Void) {
        change { $0.added.append(Repeated(step: step, onEnd: onEnd)) }
    }

    /// Makes each loop take a step.
    func stepNow() {
        change { $0.stepsNow = true }
    }

    /// Ends the thread once no job waits and every loop has ended.
    func end() {
        change { $0.isEnding = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let mustWake = state.withLock { state in
            body(&state)
            return state.mustWake()
        }
        if mustWake { bell.ring() }
    }

    // MARK: - The thread

    /// Works until ``end()``.
    func run(as identity: Identity) {
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        var jobs: [UnownedJob] = []
        var loops: [Repeated] = []
        var descriptors: [pollfd] = []
        while true {
            var stepsNow = false
            let now = SystemClock.sinceBoot
            let due = state.withLock { state in
                state.isWaiting = false
                loops += state.added
                state.added.removeAll()
                swap(&stepsNow, &state.stepsNow)
                return state.sleepers.removeDue(at: now).compactMap { $0.continuation.take() }
            }
            for continuation in due { continuation.resume() }
            for index in loops.indices.reversed() {
                let wait = loops[index].wait
                let isReady = descriptors.contains { $0.fd == wait.descriptor && $0.fd >= 0 && $0.revents != 0 }
                guard stepsNow || isReady || wait.until.map({ $0 <= now }) == true else { continue }
                if let next = loops[index].step() {
                    loops[index].wait = next
                } else {
                    loops.remove(at: index).onEnd()
                }
            }
            // What a step added, too: a fix needs no second look at the descriptors.
            state.withLock { swap(&jobs, &$0.jobs) }
            run(&jobs, as: identity)
            guard wait(for: loops, &descriptors) else { return }
        }
    }

    /// Runs jobs, and those that they add: enough rounds for all that follows from a fix, and not without end, because
    /// a receiver that is not read loses what it sends.
    private func run(_ jobs: inout [UnownedJob], as identity: Identity) {
        for _ in 0..<Self.roundsOfJobs where !jobs.isEmpty {
            for job in jobs { job.runSynchronously(isolatedTo: identity.serial, taskExecutor: identity.task) }
            jobs.removeAll(keepingCapacity: true)
            state.withLock { swap(&jobs, &$0.jobs) }
        }
        guard !jobs.isEmpty else { return }
        state.withLock { $0.jobs.insert(contentsOf: jobs, at: 0) }
        jobs.removeAll(keepingCapacity: true)
    }

    /// Waits until there is something to do. Returns false if there never will be.
    private func wait(for loops: [Repeated], _ descriptors: inout [pollfd]) -> Bool {
        let (mayWait, instant, hasEnded) = state.withLock { state in
            state.isWaiting = state.jobs.isEmpty && state.added.isEmpty && !state.stepsNow
            var instant = state.sleepers.next
            for loop in loops {
                if let until = loop.wait.until { instant = min(instant ?? until, until) }
            }
            return (state.isWaiting, instant, state.isWaiting && state.isEnding && loops.isEmpty)
        }
        guard !hasEnded else { return false }
        descriptors.removeAll(keepingCapacity: true)
        for loop in loops where loop.wait.descriptor >= 0 {
            descriptors.append(pollfd(fd: loop.wait.descriptor, events: Int16(POLLIN), revents: 0))
        }
        bell.wait(until: mayWait ? instant : .zero, or: &descriptors)
        return true
    }

    // MARK: - Sleeping

    /// Resumes the continuation at the sleeper's instant.
    func sleep(_ sleeper: Sleeper, _ continuation: CheckedContinuation<Void, any Error>) {
        let (isCancelled, mustWake) = state.withLock { state in
            guard !sleeper.isCancelled else { return (true, false) }
            sleeper.continuation = continuation
            state.sleepers.insert(sleeper)
            return (false, state.sleepers.next == sleeper.instant && state.mustWake())
        }
        if mustWake { bell.ring() }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    /// Wakes a sleeper with a `CancellationError`. One that does not sleep yet never will.
    func cancel(_ sleeper: Sleeper) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            sleeper.isCancelled = true
            guard state.sleepers.remove(sleeper) else { return nil }
            return sleeper.continuation.take()
        }
        continuation?.resume(throwing: CancellationError())
    }
}
