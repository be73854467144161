import CLinux
import SystemSupport

extension SerialReceiver {
    /// The system's time in milliseconds since 1970, where the kernel says that its clock is synchronised; else `nil`.
    ///
    /// It asks the kernel with `adjtimex`, which a unit with `ProtectClock=` answers with an error: then `nil` too.
    public static func synchronizedSystemTime() -> Int64? {
        guard clinux_clock_is_synchronized() == 1 else { return nil }
        let now = SystemClock.wallTime
        return now.seconds * 1000 + now.nanoseconds / 1_000_000
    }
}
