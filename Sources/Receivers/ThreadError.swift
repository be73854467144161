import Glibc
import SystemSupport

/// The system refused another thread, or a descriptor to wake it with.
struct ThreadError: Error, CustomStringConvertible {
    let cause: SystemCallError

    init(_ cause: SystemCallError) {
        self.cause = cause
    }

    /// What happened, and what to do.
    var description: String {
        let remedy =
            switch cause.number {
            case EMFILE, ENFILE: "raise LimitNOFILE= of the unit"
            default: "raise TasksMax= of the unit or free memory"
            }
        return "cannot start a thread (\(cause.message)): \(remedy)"
    }
}

extension ExecutorThread {
    /// Runs a body that blocks on a thread of its own, from its beginning to its end. It must return by itself: wake it
    /// with a ``WakeDescriptor``. The task ends when it has returned.
    static func run(
        named name: String, _ body: @escaping @Sendable () -> Void
    ) throws(ThreadError) -> Task<Void, Never> {
        do throws(SystemCallError) {
            return try ExecutorThread(named: name).run(body)
        } catch {
            throw ThreadError(error)
        }
    }
}
