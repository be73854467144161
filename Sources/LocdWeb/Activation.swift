import FoundationEssentials
import Glibc
import SystemSupport

/// The listening socket that systemd passed.
enum Activation {
    /// The first one; `nil` if none is meant for this process.
    static var descriptor: CInt? {
        let passed = PassedSockets.all(environment: ProcessInfo.processInfo.environment)
        guard let first = passed.first?.descriptor else { return nil }
        _ = fcntl(first, F_SETFD, FD_CLOEXEC)
        return first
    }
}
