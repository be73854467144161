import Glibc

/// The listening socket that systemd passed (sd_listen_fds(3)).
enum Activation {
    /// The first one; `nil` where none is meant for this process.
    static var descriptor: CInt? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        guard variable("LISTEN_PID").flatMap({ pid_t($0) }) == getpid(),
            let count = variable("LISTEN_FDS").flatMap({ Int($0) }), count >= 1
        else { return nil }
        let first: CInt = 3
        _ = fcntl(first, F_SETFD, FD_CLOEXEC)
        return first
    }
}
