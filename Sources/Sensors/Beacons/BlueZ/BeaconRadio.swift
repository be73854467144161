package import LocationServices
import LocdLog
package import Logging
import Synchronization
import SystemSupport

/// The Bluetooth adapter of this machine, through BlueZ. It scans while somebody wants beacons.
///
/// Without BlueZ, or without a bus, nothing is heard and nothing else is wrong: it is waited for.
package final class BeaconRadio: Sendable {
    /// What is known of it.
    package struct Status: Sendable, Hashable {
        /// Whether there is an adapter that could scan.
        package var isAvailable = false
        /// Whether somebody wants beacons.
        package var isWanted = false
        /// Why it does not work, a sentence for everybody.
        package var problem: String?
    }

    /// What it tells.
    enum Report: Sendable {
        /// Whether it listens from now on.
        case listens(Bool)
        case heard(BeaconSighting)
    }

    private struct State {
        var status = Status()
        var reporter = FailureReporter()
    }

    private static let retry = Duration.seconds(30)
    private static let key = "sensors.beacons"

    private let clock: MonotonicClock
    private let logger: Logger
    private let timer: DeadlineTimer
    private let state = Mutex(State())
    private let bus = SensorBus<BlueZBus.Item>(thread: "locd-bluetooth", endingWith: .end)

    /// A radio that nobody looks for yet.
    package init(clock: MonotonicClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
        timer = DeadlineTimer(clock: clock)
    }

    /// What is known of it.
    package var status: Status { state.withLock(\.status) }

    /// Why it does not work: sentences for everybody.
    package var problems: [String] { status.problem.map { ["\(Self.key): \($0)"] } ?? [] }

    /// Somebody wants beacons, or nobody any more. Returns immediately.
    func want(_ isWanted: Bool) {
        let isNew = state.withLock { state in
            defer { state.status.isWanted = isWanted }
            return isWanted != state.status.isWanted
        }
        if isNew { bus.put(.want(isWanted)) }
    }

    /// Serves until cancelled. `report` is called on the thread of the bus, and must return immediately.
    func run(_ report: @escaping @Sendable (Report) -> Void) async {
        await bus.run(pause: Self.retry, clock: clock) { [self] mailbox throws(SystemCallError) in
            try BlueZBus(mailbox, isWanted: status.isWanted) { [self] in note($0, report) }.run()
        } ended: { [self] failure in
            if let failure { note(.failed("no system bus: \(failure.message)"), report) }
            note(.available(false), report)
        }
        timer.end()
    }

    private func note(_ action: BlueZCore.Action, _ report: @Sendable (Report) -> Void) {
        switch action {
        case .heard(let sighting): report(.heard(sighting))
        case .available(let isAvailable):
            state.withLock { $0.status.isAvailable = isAvailable }
            report(.listens(isAvailable))
        case .failed(let problem):
            // An adapter that refused is asked again.
            timer.set(clock.now() + Self.retry) { [weak self] in self?.bus.put(.retry) }
            let isNew = state.withLock { state in
                state.status.problem = problem
                return state.reporter.fails(at: clock.now())
            }
            if isNew { logger.log(.sensorFailed, "\(Self.key): \(problem)") }
        case .works:
            let isNew = state.withLock { state in
                state.status.problem = nil
                return state.reporter.succeeds()
            }
            if isNew { logger.log(.sensorWorks, "\(Self.key): works again") }
        case .getObjects, .start, .stop: break
        }
    }
}
