public import Logging
import Synchronization

/// The level below which messages are dropped, for all loggers at once, changeable while they log.
public final class LogThreshold: Sendable {
    private let value: Mutex<Logger.Level>

    /// A threshold.
    public init(_ level: Logger.Level) {
        value = Mutex(level)
    }

    /// The least important level that is still written.
    public var level: Logger.Level {
        get { value.withLock(\.self) }
        set { value.withLock { $0 = newValue } }
    }
}
