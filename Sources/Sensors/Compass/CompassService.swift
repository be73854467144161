import Bus
package import LocationServices
import LocdLog
package import Logging
import Synchronization
import SystemSupport

/// The compass of this machine, through iio-sensor-proxy, claimed while somebody wants headings.
///
/// Without the proxy, or without a bus, there are no headings and nothing else is wrong: it is waited for.
package final class CompassService: Sendable {
    /// What is known of it.
    package struct Status: Sendable, Hashable {
        /// Whether there is a compass.
        package var isAvailable = false
        /// Whether somebody wants headings.
        package var isWanted = false
        /// Degrees from magnetic north, of the latest heading since it is wanted.
        package var heading: Double?
        /// Why it does not work, a sentence for everybody.
        package var problem: String?
    }

    private struct State {
        var status = Status()
        var reporter = FailureReporter()
    }

    private static let retry = Duration.seconds(30)
    private static let key = "sensors.compass"

    private let clock: MonotonicClock
    private let logger: Logger
    private let state = Mutex(State())
    private let bus = SensorBus<CompassBus.Item>(thread: "locd-sensors", endingWith: .end)

    /// A compass that nobody looks for yet.
    package init(clock: MonotonicClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    /// What is known of it.
    package var status: Status { state.withLock(\.status) }

    /// Why it does not work: sentences for everybody.
    package var problems: [String] { status.problem.map { ["\(Self.key): \($0)"] } ?? [] }

    /// Somebody wants headings, or nobody any more. Returns immediately.
    package func want(_ isWanted: Bool) {
        state.withLock { state in
            state.status.isWanted = isWanted
            state.status.heading = nil
        }
        bus.put(.want(isWanted))
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
            await bus.run(pause: Self.retry, clock: clock) { [self] mailbox throws(SystemCallError) in
                try CompassBus(mailbox, isWanted: status.isWanted, report: report).run()
            } ended: { [self] failure in
                if let failure { report(.failed("no system bus: \(failure.message)")) }
                if lose() { available(false) }
            }
            sink.finish()
        }
    }

    /// The connection has ended; whether there was a compass.
    private func lose() -> Bool {
        state.withLock { state in
            defer { state.status.isAvailable = false }
            state.status.heading = nil
            return state.status.isAvailable
        }
    }

    private func note(
        _ action: CompassCore.Action, _ available: @Sendable (Bool) -> Void,
        _ headings: AsyncStream<Double>.Continuation
    ) {
        switch action {
        case .available(let isAvailable):
            state.withLock { state in
                state.status.isAvailable = isAvailable
                state.status.heading = nil
            }
            available(isAvailable)
        case .heading(let degrees):
            state.withLock { $0.status.heading = degrees }
            headings.yield(degrees)
        case .failed(let problem):
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
        case .readAvailability, .claim, .release, .readHeading: break
        }
    }
}
