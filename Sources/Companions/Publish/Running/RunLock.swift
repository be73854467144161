internal import Glibc
internal import SystemSupport

/// One process for each sink: a lock in the folder of its state, which ends with the process.
final class RunLock {
    private let descriptor: Int32

    /// Makes the folder, and takes its lock. Throws if another process has it.
    init(folder: String, sink: String) throws(SinkFailure) {
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw Self.failure(folder, errno) }
        let path = "\(folder)/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            guard number == EWOULDBLOCK else { throw Self.failure(path, number) }
            throw SinkFailure(
                .state, "another locd-publish sends for the sink \(sink)",
                "wait for its end, or stop it: systemctl stop locd-publish")
        }
    }

    deinit {
        // A command that is just being started has the descriptor, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether a process sends for a sink; `nil` if this user may not look.
    static func isHeld(folder: String) -> Bool? {
        let descriptor = open("\(folder)/lock", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EACCES || errno == EPERM ? nil : false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func failure(_ path: String, _ number: Int32) -> SinkFailure {
        SinkFailure(
            .state, "cannot use \(path): \(SystemCallError.message(of: number))",
            "run it as the user locd-publish, or correct state in publish.yaml")
    }
}
