internal import Glibc

/// A thread that runs actors, or tasks that prefer it: what blocks in there blocks nobody else, and what goes on from one
/// to the next in there wakes no other thread.
///
/// An `fdatasync` on an SD card takes seconds. On the cooperative pool, which has one thread per core, it would stop the
/// receiver and every client; two of them would stop a Raspberry Pi's whole program. A dispatch queue would do too, but
/// whether it gets a thread then depends on what else runs; this is one ``SystemThread``.
package final class ExecutorThread: SerialExecutor, TaskExecutor {
    /// What the thread and its owner share. The thread holds this and never the executor, so that the executor can end it.
    private final class Jobs: @unchecked Sendable {
        // In memory of their own: pthread demands that they do not move.
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
            // Not under the lock: the thread that wakes would run into it and sleep again.
            if mayWait { pthread_cond_signal(arrival) }
        }

        func end() {
            pthread_mutex_lock(mutex)
            isEnding = true
            pthread_mutex_unlock(mutex)
            pthread_cond_signal(arrival)
        }

        /// Waits for jobs and exchanges them, in order, for an empty array, whose memory is used again; it stays empty when
        /// it is time to end.
        func next(_ jobs: inout [UnownedJob]) {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while waiting.isEmpty, !isEnding { pthread_cond_wait(arrival, mutex) }
            swap(&jobs, &waiting)
        }
    }

    private let jobs = Jobs()

    /// Starts the thread; throws the number that the system gave for having none.
    /// `name` is what `ps -L` shows; the kernel keeps the first 15 bytes.
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
        // Every job retains its actor, every task the executor that it prefers: none is waiting any more.
        jobs.end()
    }

    /// Takes a job; returns at once.
    package func enqueue(_ job: consuming ExecutorJob) {
        // Once it is added the job may run, and end, and let go of the last that keeps this executor, before the thread is
        // signalled: nobody holds an executor for the one who enqueues.
        let held = Unmanaged.passRetained(jobs)
        held.takeUnretainedValue().add(UnownedJob(job))
        held.release()
    }

    /// Runs a body that blocks, such as a loop around `poll`, from its beginning to its end: nothing else runs on this
    /// thread meanwhile. The body must return by itself; await the task's value to know that it has.
    package func run(_ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { body() }
    }
}
