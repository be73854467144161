import CLinux
import Glibc
import SystemSupport

/// A request to stop: by Ctrl-C, `kill`, or a closed terminal.
public struct StopSignal: Sendable {
    /// Readable once one of the three signals has arrived.
    public let descriptor: Int32

    /// Catches SIGINT, SIGTERM and SIGHUP from now on: the first makes ``descriptor`` readable, a second one ends the
    /// process. Call it once per process. Throws `.cannotWrite` if the process has no descriptor left.
    public init() throws(SimulationError) {
        descriptor = clinux_stop_descriptor()
        guard descriptor >= 0 else {
            throw SimulationError(
                .cannotWrite, "no file descriptor left to wait for signals", cause: SystemCallError.message(of: errno))
        }
    }
}
