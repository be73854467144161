package import LocationServices
package import SystemSupport

extension MonotonicClock {
    /// The same clock as ``system()``, whose sleepers one thread wakes. Those of ``system()`` wake three of Dispatch's.
    package static func sleeping(on thread: ExecutorThread) -> MonotonicClock {
        let start = SystemClock.sinceBoot
        return MonotonicClock(
            now: { SystemClock.sinceBoot - start },
            sleep: { try await thread.sleep(until: start + $0) })
    }
}
