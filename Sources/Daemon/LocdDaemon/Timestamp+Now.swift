import LocationModel
import SystemSupport

extension Timestamp {
    /// The time of day, right or wrong, for what no fix brings.
    static var now: Timestamp { Timestamp(clock: SystemClock.wallTime) }
}
