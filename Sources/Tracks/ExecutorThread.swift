internal import Glibc

/// A thread that runs actors, or tasks that prefer it: what blocks in there blocks nobody else, and what goes on from one
/// to the next in there wakes no other thread.
///
/// An `fdatasync` on an SD card takes seconds. On the cooperative pool, which has one thread per core, it would stop the
/// receiver and every client; two of them would stop a Raspberry Pi's whole program. A dispatch queue would do too, but
/// whether it gets a thread then depends on what else runs; this is one thread, with a name that `ps -L` shows, a small
/// stack and no signals.
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

    /// What a new thread needs to know.
    private final class Start {
        let name: String
        let jobs: Jobs
        let serial: UnownedSerialExecutor
        let task: UnownedTaskExecutor

        init(name: String, jobs: Jobs, serial: UnownedSerialExecutor, task: UnownedTaskExecutor) {
            self.name = name
            self.jobs = jobs
            self.serial = serial
            self.task = task
        }
    }

    private static let stackSize = 512 << 10
    private let jobs = Jobs()

    /// Starts the thread; throws the number that the system gave for having none.
    /// `name` is what `ps -L` shows; the kernel keeps the first 15 bytes.
    package init(named name: String) throws(SystemCallError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, Self.stackSize)

        // A thread inherits its mask: signals go to the threads that expect them.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let start = Unmanaged.passRetained(
            Start(
                name: name, jobs: jobs, serial: UnownedSerialExecutor(ordinary: self),
                task: UnownedTaskExecutor(ordinary: self)))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                ExecutorThread.nameThread(start.name)
                var jobs: [UnownedJob] = []
                while true {
                    start.jobs.next(&jobs)
                    if jobs.isEmpty { return nil }
                    for job in jobs { job.runSynchronously(isolatedTo: start.serial, taskExecutor: start.task) }
                    jobs.removeAll(keepingCapacity: true)
                }
            }, start.toOpaque())
        if failure != 0 {
            start.release()
            throw SystemCallError("pthread_create", failure)
        }
    }

    /// Swift does not see pthread_setname_np; the kernel takes the name as a file as well. Without it nothing is lost.
    private static func nameThread(_ text: String) {
        let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let name = Array(text.utf8)
        _ = write(descriptor, name, name.count)
        close(descriptor)
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
}
