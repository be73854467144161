import LocationModel
import SystemSupport

extension Timestamp {
    /// The time of day, right or wrong, for what no fix brings.
    static var now: Timestamp {
        let time = SystemClock.wallTime
        return Timestamp(seconds: time.seconds, nanoseconds: time.nanoseconds) ?? .earliest
    }
}
