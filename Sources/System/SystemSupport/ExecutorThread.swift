/// A thread that runs actors, and tasks that prefer it. A blocking call in it blocks nobody else, and a change from one
/// to the next in it wakes no other thread.
///
/// An `fdatasync` on an SD card takes seconds. On the cooperative pool, which has one thread per core, it would stop
/// the receiver and every client; two of them would stop a whole program on a Raspberry Pi. A dispatch queue would
/// work, too, but whether it gets a thread then depends on what else runs; this is one ``SystemThread``.
///
/// A task that runs an actor of this thread must prefer the thread, too: otherwise the runtime enqueues it again for
/// each call within the actor.
///
/// Besides jobs, the thread repeats the steps of loops that wait for a descriptor, such as the reading of a receiver;
/// see ``repeat(_:onEnd:)``. It is also the alarm clock of tasks that ``sleep(until:)``.
package final class ExecutorThread: SerialExecutor, TaskExecutor {
    /// A step of a loop: does what is possible without waiting, and returns what to wait for before the next step;
    /// `nil` ends the loop.
    package typealias Step = @Sendable () -> PollWait?

    /// What the thread does. The thread holds this and never the executor, so that the executor can end it.
    private let loop: PollLoop

    /// Starts the thread; throws the system's error number if no thread is left. `name` is shown by `ps -L`; the kernel
    /// keeps the first 15 bytes. `stackSize` is in bytes of address space.
    package init(named name: String, stackSize: Int = SystemThread.stackSize) throws(SystemCallError) {
        loop = try PollLoop()
        let identity = PollLoop.Identity(
            serial: UnownedSerialExecutor(ordinary: self), task: UnownedTaskExecutor(ordinary: self))
        try SystemThread.start(named: name, stackSize: stackSize) { [loop] in loop.run(as: identity) }
    }

    deinit {
        // Every job retains its actor, and every task its preferred executor: so none is waiting any more.
        loop.end()
    }

    /// Adds a job; returns at once.
    package func enqueue(_ job: consuming ExecutorJob) {
        // Once it is added, the job may run, end, and release the last reference to this executor, before the thread is
        // woken: nobody retains an executor for the caller.
        let held = Unmanaged.passRetained(loop)
        held.takeUnretainedValue().add(UnownedJob(job))
        held.release()
    }

    /// Runs a blocking body, such as a loop around `poll`, from its beginning to its end: nothing else runs on this
    /// thread meanwhile. The body must return by itself; await the task's value to know that it has.
    package func run(_ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { body() }
    }

    /// Repeats the steps of a loop on this thread, between its jobs, until one returns `nil`; then `onEnd` is called
    /// there. The thread lives as long as the loop.
    package func `repeat`(_ step: @escaping Step, onEnd: @escaping @Sendable () -> Void) {
        loop.add(step, onEnd)
    }

    /// Makes each loop take a step now, whatever it waits for.
    package func stepNow() {
        loop.stepNow()
    }

    /// Sleeps until an instant of ``SystemClock/sinceBoot``; throws `CancellationError` when cancelled. The executor
    /// thread that runs the calling task wakes for it, or else this one.
    package func sleep(until instant: Duration) async throws {
        let sleeper = Sleeper(until: instant)
        let loop = PollLoop.current ?? loop
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { loop.sleep(sleeper, $0) }
        } onCancel: {
            loop.cancel(sleeper)
        }
    }
}
