import CLinux
import Glibc
import SystemSupport

/// Being told to stop: by Ctrl-C, by `kill`, by a terminal that was closed.
public struct StopSignal: Sendable {
    /// Readable once one of the three signals has come.
    public let descriptor: Int32

    /// From now on SIGINT, SIGTERM and SIGHUP do not end the process but are told here; a second one ends it.
    /// Once in a process. Throws `.cannotWrite` where the process has no descriptor left.
    public init() throws(SimulationError) {
        descriptor = clinux_stop_descriptor()
        guard descriptor >= 0 else {
            throw SimulationError(
                .cannotWrite, "no file descriptor left to wait for signals", cause: SystemCallError.message(of: errno))
        }
    }
}
