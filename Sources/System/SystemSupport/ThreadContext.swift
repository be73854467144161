internal import Glibc

/// What a thread does for executors.
final class ThreadContext {
    /// The queue whose jobs the thread runs.
    private(set) var queue: ExecutorQueue?
    /// The loop that the thread repeats.
    let loop: LoopThread?
    /// Whether the thread runs the jobs that it adds to queues that take help at once.
    private(set) var isHelping = false
    /// The queues whose work the thread has taken.
    var taken: [ExecutorQueue] = []
    /// The queues whose work the thread will do after its step.
    var lent: [ExecutorQueue] = []

    /// How long a thread helps, in rounds: enough for all that follows from a fix. Others may add jobs without end, and
    /// a receiver that is not read loses what it sends.
    private static let helpingRounds = 64

    private init(loop: LoopThread?) {
        self.loop = loop
    }

    /// The context of the calling thread; `nil` outside of ``run(repeating:_:)``.
    static var current: ThreadContext? {
        pthread_getspecific(key).map { Unmanaged<ThreadContext>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The queue whose jobs the calling thread runs.
    static var queue: ExecutorQueue? { current?.queue }

    /// Gives the calling thread a context while a body runs.
    static func run(repeating loop: LoopThread? = nil, _ body: (ThreadContext) -> Void) {
        let context = ThreadContext(loop: loop)
        pthread_setspecific(key, Unmanaged.passUnretained(context).toOpaque())
        body(context)
        pthread_setspecific(key, nil)
        withExtendedLifetime(context) {}
    }

    /// Runs a body that runs jobs of a queue, possibly inside of another queue's job.
    static func working(on queue: ExecutorQueue, _ body: () -> Void) {
        guard let current else { return body() }
        let outer = current.queue
        current.queue = queue
        body()
        current.queue = outer
    }

    /// Runs a body, and then the jobs that it added to queues that take help.
    static func helping(_ body: () -> Void) {
        guard let current, !current.isHelping else { return body() }
        current.isHelping = true
        body()
        current.isHelping = false
        while let queue = current.taken.popLast() { queue.work(rounds: helpingRounds) }
    }
}
