internal import Glibc

/// The system's clocks. Code that only measures durations takes a `MonotonicClock`, which a test can move.
package enum SystemClock {
    /// The time of day since 1970, whether or not it is correct.
    package static var wallTime: (seconds: Int64, nanoseconds: Int64) {
        let now = read(CLOCK_REALTIME)
        return (Int64(now.tv_sec), Int64(now.tv_nsec))
    }

    /// `CLOCK_MONOTONIC` in microseconds, without suspended time: systemd compares a reload with it.
    package static var monotonicMicroseconds: Int64 {
        let now = read(CLOCK_MONOTONIC)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }

    /// By how much `CLOCK_MONOTONIC`, and with it the clock that counts suspended time, was slewed since the machine
    /// started.
    package static var slewed: Duration {
        let (slewed, raw) = (read(CLOCK_MONOTONIC), read(CLOCK_MONOTONIC_RAW))
        return .nanoseconds((slewed.tv_sec - raw.tv_sec) * 1_000_000_000 + slewed.tv_nsec - raw.tv_nsec)
    }

    /// Since the machine started, with suspended time: for a process without an injected clock.
    package static var sinceBoot: Duration {
        let now = read(CLOCK_BOOTTIME)
        return .seconds(Int64(now.tv_sec)) + .nanoseconds(Int64(now.tv_nsec))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var now = timespec()
        clock_gettime(clock, &now)
        return now
    }
}
