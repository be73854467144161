/// Which threads run the jobs of an ``ExecutorThread`` besides its own, one thread at a time and in order.
package enum ExecutorHelp: Sendable {
    /// No other thread.
    case none
    /// A thread of an executor that adds them while it helps, at once; see ``ExecutorThread/helping(_:)``. No job may
    /// block.
    case atOnce
    /// The thread of a loop that adds them, after its step; see ``LoopThread``. A job that may block for long asks
    /// ``ExecutorThread/mayBlock`` first. The loop stands still for as long as its patience, and then goes on
    /// elsewhere.
    case betweenSteps(patience: Duration)
}

/// A thread that runs actors, or tasks that prefer it. A blocking call in it blocks nobody else, and a change from one
/// to the next in it wakes no other thread.
///
/// An `fdatasync` on an SD card takes seconds. On the cooperative pool, which has one thread per core, it would stop
/// the receiver and every client; two of them would stop a whole program on a Raspberry Pi. A dispatch queue would
/// work, too, but whether it gets a thread then depends on what else runs; this is one ``SystemThread``.
///
/// A task that runs an actor of this thread must prefer the thread, too: otherwise the runtime enqueues it again for
/// each call within the actor.
///
/// The thread is also the alarm clock of the tasks that ``sleep(until:)`` in it.
package final class ExecutorThread: SerialExecutor, TaskExecutor {
    /// The state that the thread and its owner share. The thread holds this and never the executor, so that the
    /// executor can end it.
    private let queue: ExecutorQueue

    /// Starts the thread; throws the system's error number if no thread is left. `name` is shown by `ps -L`; the kernel
    /// keeps the first 15 bytes.
    package init(named name: String, help: ExecutorHelp = .none) throws(SystemCallError) {
        queue = try ExecutorQueue(help: help)
        queue.serve(
            ExecutorQueue.Identity(
                serial: UnownedSerialExecutor(ordinary: self), task: UnownedTaskExecutor(ordinary: self)))
        try SystemThread.start(named: name) { [queue] in ThreadContext.run { _ in queue.run() } }
    }

    deinit {
        // Every job retains its actor, and every task its preferred executor: so none is waiting any more.
        queue.end()
    }

    /// Adds a job; returns at once.
    package func enqueue(_ job: consuming ExecutorJob) {
        // Once it is added, the job may run, end, and release the last reference to this executor, before the thread is
        // woken: nobody retains an executor for the caller.
        let held = Unmanaged.passRetained(queue)
        held.takeUnretainedValue().add(UnownedJob(job))
        held.release()
    }

    /// Runs a blocking body, such as a loop around `poll`, from its beginning to its end: nothing else runs on this
    /// thread meanwhile. The body must return by itself; await the task's value to know that it has.
    package func run(_ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { body() }
    }

    /// Runs a short body. Then runs, on the calling thread, the jobs that the body added to executors that take help,
    /// if their own threads are idle. These threads do not wake.
    ///
    /// The calling thread must be an executor's or a loop's. On another thread, only the body runs.
    package static func helping(_ body: () -> Void) {
        ThreadContext.helping(body)
    }

    /// Whether the calling thread may block for long: not that of a loop, which has to go on.
    package static var mayBlock: Bool { ThreadContext.current?.loop == nil }

    /// Sleeps until an instant of ``SystemClock/sinceBoot``; throws `CancellationError` when cancelled. Only the thread
    /// that runs the calling task wakes for it.
    ///
    /// - Returns: False, and at once, if that is no thread of an executor.
    package static func sleep(until instant: Duration) async throws -> Bool {
        guard let queue = ThreadContext.queue else { return false }
        let sleeper = Sleeper(until: instant)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { queue.sleep(sleeper, $0) }
        } onCancel: {
            queue.cancel(sleeper)
        }
        return true
    }
}
