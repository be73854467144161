import LocationModel
import LocationServices
import LocdLog
import Logging
import Synchronization

/// Writes the receiver's changes to the log, each once, and few: a receiver that flaps 17 times a second must not fill
/// the journal.
final class ConditionLog: Sendable {
    /// So many changes are written in ``window``; the rest is counted.
    private static let limit = 6
    private static let window = Duration.seconds(60)

    private struct State {
        var written: [Duration] = []
        var suppressed = 0
    }

    private let clock: MonotonicClock
    private let logger: Logger
    private let state = Mutex(State())

    init(clock: MonotonicClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    func changed(to condition: ReceiverCondition) {
        let now = clock.now()
        let suppressed = state.withLock { state -> Int? in
            state.written.removeAll { now - $0 >= Self.window }
            guard state.written.count < Self.limit else {
                state.suppressed += 1
                return nil
            }
            state.written.append(now)
            defer { state.suppressed = 0 }
            return state.suppressed
        }
        guard let suppressed else { return }
        var words = "Receiver: \(condition.state.rawValue)"
        if let cause = condition.cause, cause.rawValue != condition.state.rawValue { words += " (\(cause.rawValue))" }
        if let detail = condition.detail { words += ": \(detail)" }
        if suppressed > 0 { words += "; \(suppressed) earlier changes not logged" }
        var metadata: Logger.Metadata = [:]
        if let device = condition.device { metadata["device"] = "\(device)" }
        logger.log(
            .receiverChanged, "\(words)", level: condition.state == .absent ? .warning : nil, metadata: metadata)
    }
}
