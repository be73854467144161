internal import Glibc

/// A thread that runs an actor: what blocks in there blocks nobody else.
///
/// An `fdatasync` on an SD card takes seconds. On the cooperative pool, which has one thread per core, it would stop the
/// receiver and every client; two of them would stop a Raspberry Pi's whole program. A dispatch queue would do too, but
/// whether it gets a thread then depends on what else runs; this is one thread, with a name that `ps -L` shows, a small
/// stack and no signals.
final class WriterThread: SerialExecutor {
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
            waiting.append(job)
            pthread_cond_signal(arrival)
            pthread_mutex_unlock(mutex)
        }

        func end() {
            pthread_mutex_lock(mutex)
            isEnding = true
            pthread_cond_signal(arrival)
            pthread_mutex_unlock(mutex)
        }

        /// The jobs that came, in order; empty when it is time to end.
        func next() -> [UnownedJob] {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while waiting.isEmpty, !isEnding { pthread_cond_wait(arrival, mutex) }
            defer { waiting.removeAll(keepingCapacity: true) }
            return waiting
        }
    }

    /// What a new thread needs to know.
    private final class Start {
        let jobs: Jobs
        let executor: UnownedSerialExecutor

        init(jobs: Jobs, executor: UnownedSerialExecutor) {
            self.jobs = jobs
            self.executor = executor
        }
    }

    private static let stackSize = 512 << 10
    private let jobs = Jobs()

    /// Starts the thread; throws the number that the system gave for having none.
    init() throws(SystemCallError) {
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

        let start = Unmanaged.passRetained(Start(jobs: jobs, executor: UnownedSerialExecutor(ordinary: self)))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                WriterThread.nameThread()
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                while true {
                    let jobs = start.jobs.next()
                    if jobs.isEmpty { return nil }
                    for job in jobs { job.runSynchronously(on: start.executor) }
                }
            }, start.toOpaque())
        if failure != 0 {
            start.release()
            throw SystemCallError("pthread_create", failure)
        }
    }

    /// Swift does not see pthread_setname_np; the kernel takes the name as a file as well. Without it nothing is lost.
    private static func nameThread() {
        let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let name = Array("locd-tracks".utf8)
        _ = write(descriptor, name, name.count)
        close(descriptor)
    }

    deinit {
        // Every job retains its actor and so this executor: none is waiting any more.
        jobs.end()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.add(UnownedJob(job))
    }
}
