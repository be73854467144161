internal import Glibc

/// Threads for blocking calls: the cooperative pool has one thread per core and must never wait.
package enum SystemThread {
    /// Bytes of address space for a stack.
    package static let stackSize = 512 << 10

    /// The data for a new thread.
    private final class Launch {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a detached thread that runs `body` once.
    ///
    /// It takes no signals, which are for the threads that expect them, except the faults that it causes itself. `name`
    /// is shown by `ps -L` and `gdb`; the kernel keeps the first 15 bytes. Throws if the system refuses another thread.
    package static func start(
        named name: String, stackSize: Int = stackSize, _ body: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)

        // A thread inherits its mask: so it cannot take a signal at any moment.
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        // A fault whose signal is blocked ends the process without the handler that reports the place.
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let launch = Unmanaged.passRetained(Launch(name: name, body: body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let launch = Unmanaged<Launch>.fromOpaque(argument).takeRetainedValue()
                SystemThread.nameCallingThread(launch.name)
                launch.body()
                return nil
            }, launch.toOpaque())
        if failure != 0 {
            launch.release()
            throw SystemCallError("pthread_create", failure)
        }
    }

    /// Swift does not import pthread_setname_np; the kernel accepts the name through a file, too. Without it nothing is
    /// lost.
    private static func nameCallingThread(_ text: String) {
        let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let name = Array(text.utf8)
        _ = write(descriptor, name, name.count)
        close(descriptor)
    }
}
