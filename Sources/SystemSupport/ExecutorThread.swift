internal import Glibc

/// A thread that runs actors, or tasks that prefer it. A blocking call in it blocks nobody else, and a change from one
/// to the next in it wakes no other thread.
///
/// An `fdatasync` on an SD card takes seconds. On the cooperative pool, which has one thread per core, it would stop
/// the receiver and every client; two of them would stop a whole program on a Raspberry Pi. A dispatch queue would
/// work, too, but whether it gets a thread then depends on what else runs; this is one ``SystemThread``.
package final class ExecutorThread: SerialExecutor, TaskExecutor {
    /// The state that the thread and its owner share. The thread holds this and never the executor, so that the
    /// executor can end it.
    private final class Jobs: @unchecked Sendable {
        // In memory of their own: pthread requires that they do not move.
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var waiting: [UnownedJob] = []
        private var isEnding = false

        init() {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(arrival, nil)
        }

        deinit {
            pthread_cond_destroy(arrival)
            pthread_mutex_destroy(mutex)
            arrival.deallocate()
            mutex.deallocate()
        }

        func add(_ job: UnownedJob) {
            pthread_mutex_lock(mutex)
            let mayWait = waiting.isEmpty
            waiting.append(job)
            pthread_mutex_unlock(mutex)
            // Not under the lock: the resumed thread would wait for it at once.
            if mayWait { pthread_cond_signal(arrival) }
        }

        func end() {
            pthread_mutex_lock(mutex)
            isEnding = true
            pthread_mutex_unlock(mutex)
            pthread_cond_signal(arrival)
        }

        /// Waits for jobs and exchanges them, in order, for an empty array, whose memory is reused; it stays empty when
        /// the thread should end.
        func next(_ jobs: inout [UnownedJob]) {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while waiting.isEmpty, !isEnding { pthread_cond_wait(arrival, mutex) }
            swap(&jobs, &waiting)
        }
    }

    private let jobs = Jobs()

    /// Starts the thread; throws the system's error number if no thread is left. `name` is shown by `ps -L`; the kernel
    /// keeps the first 15 bytes.
    package init(named name: String) throws(SystemCallError) {
        let (jobs, serial, task) = (
            jobs, UnownedSerialExecutor(ordinary: self), UnownedTaskExecutor(ordinary: self)
        )
        try SystemThread.start(named: name) {
            var batch: [UnownedJob] = []
            while true {
                jobs.next(&batch)
                if batch.isEmpty { return }
                for job in batch { job.runSynchronously(isolatedTo: serial, taskExecutor: task) }
                batch.removeAll(keepingCapacity: true)
            }
        }
    }

    deinit {
        // Every job retains its actor, and every task its preferred executor: so none is waiting any more.
        jobs.end()
    }

    /// Adds a job; returns at once.
    package func enqueue(_ job: consuming ExecutorJob) {
        // Once it is added, the job may run, end, and release the last reference to this executor, before the thread is
        // signalled: nobody retains an executor for the caller.
        let held = Unmanaged.passRetained(jobs)
        held.takeUnretainedValue().add(UnownedJob(job))
        held.release()
    }

    /// Runs a blocking body, such as a loop around `poll`, from its beginning to its end: nothing else runs on this
    /// thread meanwhile. The body must return by itself; await the task's value to know that it has.
    package func run(_ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { body() }
    }
}
