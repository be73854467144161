package import LocationServices
import LocdLog
package import Logging
import Synchronization
import SystemSupport

/// Whether a sensor works, and why not. Logs the first failure of a series, and its end.
package final class SensorHealth: Sendable {
    private struct State {
        var problem: String?
        var reporter = FailureReporter()
    }

    private let key: String
    private let clock: MonotonicClock
    private let logger: Logger
    private let state = Mutex(State())

    /// The health of a sensor that nobody has tried yet.
    /// - Parameter key: The configuration key that switches the sensor on.
    package init(_ key: String, clock: MonotonicClock, logger: Logger) {
        self.key = key
        self.clock = clock
        self.logger = logger
    }

    /// Why it does not work: sentences for everybody.
    package var problems: [String] { state.withLock(\.problem).map { ["\(key): \($0)"] } ?? [] }

    /// It does not work, for a reason.
    package func fails(_ problem: String) {
        let isNew = state.withLock { state in
            state.problem = problem
            return state.reporter.fails(at: clock.now())
        }
        if isNew { logger.log(.sensorFailed, "\(key): \(problem)") }
    }

    package func works() {
        let isNew = state.withLock { state in
            state.problem = nil
            return state.reporter.succeeds()
        }
        if isNew { logger.log(.sensorWorks, "\(key): works again") }
    }

    /// Forgets the problem, although the sensor was not tried again.
    package func dismissProblem() {
        state.withLock { $0.problem = nil }
    }
}
