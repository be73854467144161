package import LocationModel
internal import SystemSupport

/// The time of day, right or wrong: how old a record is, and which day's budget is spent.
package enum WallClock {
    package static var now: Timestamp { Timestamp(clock: SystemClock.wallTime) }
}
