import Glibc
import SystemSupport

/// The system refused another thread, or a descriptor to wake it with.
struct ThreadError: CustomStringConvertible {
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
