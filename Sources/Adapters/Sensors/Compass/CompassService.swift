import Bus
package import LocationServices
package import Logging
import Synchronization
import SystemSupport

/// The compass of this machine, through iio-sensor-proxy, claimed while somebody wants headings.
///
/// Without the proxy, or without a bus, there are no headings and nothing else is wrong: it is waited for.
package final class CompassService: Sendable {
    /// What is known of it.
    package struct Status: Sendable, Hashable {
        package var isAvailable = false
        package var isWanted = false
        /// Degrees from magnetic north, of the latest heading since it is wanted.
        package var heading: Double?
    }

    private static let retry = Duration.seconds(30)

    private let clock: MonotonicClock
    private let health: SensorHealth
    private let timer: DeadlineTimer
    private let state = Mutex(Status())
    private let bus = BusThread<Bool>(named: "locd-sensors")

    /// A compass that nobody looks for yet.
    package init(clock: MonotonicClock, executor: (any TaskExecutor)? = nil, logger: Logger) {
        self.clock = clock
        health = SensorHealth("sensors.compass", clock: clock, logger: logger)
        timer = DeadlineTimer(clock: clock, executor: executor)
    }

    /// What is known of it.
    package var status: Status { state.withLock(\.self) }

    /// Why it does not work: sentences for everybody.
    package var problems: [String] { health.problems }

    /// Somebody wants headings, or nobody any more. Returns immediately.
    package func want(_ isWanted: Bool) {
        state.withLock { status in
            status.isWanted = isWanted
            status.heading = nil
            bus.put(isWanted)
        }
    }

    /// Serves until cancelled.
    /// - Parameters:
    ///   - available: Called when there is a compass, and when there is none any more.
    ///   - heading: Called with degrees from magnetic north, the latest if it is slow.
    package func run(
        available: @escaping @Sendable (Bool) -> Void, heading: @escaping @Sendable (Double) async -> Void
    ) async {
        let (headings, sink) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        let report: @Sendable (CompassCore.Action) -> Void = { [self] in note($0, available, sink) }
        await withDiscardingTaskGroup { group in
            group.addTask { for await degrees in headings { await heading(degrees) } }
            await bus.run(pause: { await clock.rest(for: Self.retry) }) { [self] mailbox throws(SystemCallError) in
                try CompassBus(mailbox, isWanted: status.isWanted, report: report).run()
            } ended: { [self] failure in
                if let failure { report(.failed("no system bus: \(failure.message)")) }
                if lose() { available(false) }
            }
            sink.finish()
            timer.end()
        }
    }

    /// The connection has ended; whether there was a compass.
    private func lose() -> Bool {
        state.withLock { status in
            defer { status.isAvailable = false }
            status.heading = nil
            return status.isAvailable
        }
    }

    private func note(
        _ action: CompassCore.Action, _ available: @Sendable (Bool) -> Void,
        _ headings: AsyncStream<Double>.Continuation
    ) {
        switch action {
        case .available(let isAvailable):
            state.withLock { status in
                status.isAvailable = isAvailable
                status.heading = nil
            }
            available(isAvailable)
        case .heading(let degrees):
            state.withLock { $0.heading = degrees }
            headings.yield(degrees)
        case .failed(let problem):
            // A compass that refused is claimed again.
            timer.set(clock.now() + Self.retry) { [weak self] in
                guard let self else { return }
                state.withLock { bus.put($0.isWanted) }
            }
            health.fails(problem)
        case .works: health.works()
        case .readAvailability, .claim, .release, .readHeading: break
        }
    }
}
