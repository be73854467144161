import Bus
package import LocationServices
package import Logging
import Synchronization
import SystemSupport

/// The Bluetooth adapter of this machine, through BlueZ. It scans while somebody wants beacons.
///
/// Without BlueZ, or without a bus, nothing is heard and nothing else is wrong: it is waited for.
package final class BeaconRadio: Sendable {
    enum Report: Sendable {
        /// Whether it listens from now on.
        case listens(Bool)
        case heard(BeaconSighting)
    }

    private static let retry = Duration.seconds(30)

    private let clock: MonotonicClock
    private let health: SensorHealth
    private let timer: DeadlineTimer
    private let isWanted = Mutex(false)
    private let bus = BusThread<BlueZBus.Item>(named: "locd-bluetooth")

    /// A radio that nobody looks for yet.
    package init(clock: MonotonicClock, executor: (any TaskExecutor)? = nil, logger: Logger) {
        self.clock = clock
        health = SensorHealth("sensors.beacons", clock: clock, logger: logger)
        timer = DeadlineTimer(clock: clock, executor: executor)
    }

    /// Why it does not work: sentences for everybody.
    package var problems: [String] { health.problems }

    /// Somebody wants beacons, or nobody any more. Returns immediately.
    func want(_ isWanted: Bool) {
        let isNew = self.isWanted.withLock { known in
            defer { known = isWanted }
            return isWanted != known
        }
        if isNew { bus.put(.want(isWanted)) }
    }

    /// Serves until cancelled. `report` is called on the thread of the bus, and must return immediately.
    func run(_ report: @escaping @Sendable (Report) -> Void) async {
        await bus.run(pause: { await clock.rest(for: Self.retry) }) { [self] mailbox throws(SystemCallError) in
            try BlueZBus(mailbox, isWanted: isWanted.withLock(\.self)) { [self] in note($0, report) }.run()
        } ended: { [self] failure in
            if let failure { note(.failed("no system bus: \(failure.message)"), report) }
            note(.available(false), report)
        }
        timer.end()
    }

    private func note(_ action: BlueZCore.Action, _ report: @Sendable (Report) -> Void) {
        switch action {
        case .heard(let sighting): report(.heard(sighting))
        case .available(let isAvailable): report(.listens(isAvailable))
        case .failed(let problem):
            // An adapter that refused is asked again.
            timer.set(clock.now() + Self.retry) { [weak self] in self?.bus.put(.retry) }
            health.fails(problem)
        case .works: health.works()
        case .getObjects, .start, .stop: break
        }
    }
}
