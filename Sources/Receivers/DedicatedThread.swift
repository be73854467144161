import CLinux
import Glibc
import Synchronization

/// A thread of its own for calls that block: the cooperative pool has two threads on a small box, and must never wait.
///
/// It takes no signals (those are the daemon's), only the faults of its own making.
final class DedicatedThread: Sendable {
    /// The system refused another thread, or a descriptor to wake it with.
    struct CannotStart: Error, CustomStringConvertible {
        /// What the system said, of `errno`'s kind.
        let code: Int32

        var description: String {
            let remedy =
                switch code {
                case EMFILE, ENFILE: "raise LimitNOFILE= of the unit"
                default: "raise TasksMax= of the unit or free memory"
                }
            return "cannot start a thread (\(String(cString: strerror(code)))): \(remedy)"
        }
    }

    private enum State {
        case running([CheckedContinuation<Void, Never>])
        case ended
    }

    private let state: Mutex<State>

    /// Starts a thread that runs `body` once.
    ///
    /// - Parameters:
    ///   - name: What `ps -L` and `gdb` show; the kernel keeps the first 15 bytes.
    ///   - stackSize: Bytes of address space for the stack, at least `PTHREAD_STACK_MIN`.
    ///   - body: What it runs. It must return by itself: wake it with a ``WakeDescriptor``.
    init(
        named name: String, stackSize: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void
    ) throws(CannotStart) {
        state = Mutex(.running([]))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)

        let launch = Unmanaged.passRetained(Launch(name: name, thread: self, body: body))
        var identifier = pthread_t()
        let code = pthread_create(&identifier, &attributes, DedicatedThread.main, launch.toOpaque())
        guard code == 0 else {
            launch.release()
            throw CannotStart(code: code)
        }
    }

    /// Returns when the body has returned; at once where it already has.
    func join() async {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state in
                guard case .running(let waiting) = state else { return true }
                state = .running(waiting + [continuation])
                return false
            }
            if ended { continuation.resume() }
        }
    }

    private func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .running(let waiting) = state else { return [] }
            state = .ended
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// What the new thread needs to know.
    private final class Launch: Sendable {
        let name: String
        let thread: DedicatedThread
        let body: @Sendable () -> Void

        init(name: String, thread: DedicatedThread, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.thread = thread
            self.body = body
        }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument else { return nil }
        let launch = Unmanaged<Launch>.fromOpaque(argument).takeRetainedValue()
        blockSignals()
        clinux_name_thread(launch.name)
        launch.body()
        launch.thread.end()
        return nil
    }

    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
