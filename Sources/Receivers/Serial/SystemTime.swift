import CLinux
import Glibc

extension SerialReceiver {
    /// The system's time in milliseconds since 1970, where the kernel says that its clock is synchronised; else `nil`.
    ///
    /// It asks the kernel with `adjtimex`, which a unit with `ProtectClock=` answers with an error: then `nil` too.
    public static func synchronizedSystemTime() -> Int64? {
        guard clinux_clock_is_synchronized() == 1 else { return nil }
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
