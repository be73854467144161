package import LocationServices
import SystemSupport

extension MonotonicClock {
    /// The same clock as ``system()``. A task that sleeps in an ``ExecutorThread`` wakes only this thread.
    package static func threads() -> MonotonicClock {
        let system = MonotonicClock.system()
        let start = SystemClock.sinceBoot - system.now()
        return MonotonicClock(
            now: { SystemClock.sinceBoot - start },
            sleep: { instant in
                if try await !ExecutorThread.sleep(until: start + instant) { try await system.sleep(instant) }
            })
    }
}
