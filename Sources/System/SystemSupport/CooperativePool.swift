internal import CLinux

/// The threads that run tasks and actors without an executor of their own.
package enum CooperativePool {
    /// Bytes of address space for the stack, as in the runtime's pool.
    private static let stackSize = 8 << 20

    /// Replaces the runtime's pool with one thread. The runtime's pool is libdispatch's: it has a thread per core, and
    /// a timer that checks these threads every second from the first job on, even if there is nothing to do.
    ///
    /// For a program that mostly waits. Call this once, before the first task. Throws if no thread is left.
    package static func useOneThread(named name: String) throws(SystemCallError) {
        let queue = try ExecutorQueue()
        try SystemThread.start(named: name, stackSize: stackSize) { ThreadContext.run { _ in queue.run() } }
        clinux_executor_replace(Unmanaged.passRetained(queue).toOpaque()) { context, job in
            guard let context, let job else { return }
            Unmanaged<ExecutorQueue>.fromOpaque(context).takeUnretainedValue()
                .add(unsafeBitCast(job, to: UnownedJob.self))
        }
    }
}
