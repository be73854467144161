package import LocationModel

/// Bytes that were sent on a UTC day, and how many may be.
package struct ByteBudget: Sendable, Hashable {
    /// The most on one day; `nil` for no limit.
    package let limit: Int?
    /// The day of ``bytes``.
    package private(set) var day: CivilDate?
    /// What was sent on it.
    package private(set) var bytes: Int

    /// Goes on with what was sent on a day.
    package init(limit: Int?, day: CivilDate? = nil, bytes: Int = 0) {
        self.limit = limit
        self.day = day
        self.bytes = bytes
    }

    /// What was sent on the day of a moment.
    package func sent(on now: Timestamp) -> Int { now.day == day ? bytes : 0 }

    /// Whether more may be sent. What is sent at once may exceed the limit by one request.
    package func allows(at now: Timestamp) -> Bool { limit.map { sent(on: now) < $0 } ?? true }

    /// Counts what was sent.
    package mutating func count(_ sent: Int, at now: Timestamp) {
        bytes = self.sent(on: now) + sent
        day = now.day
    }

    /// Seconds until the next day begins.
    package static func untilTomorrow(_ now: Timestamp) -> Double {
        86400 - Double(now.milliseconds - now.day.midnight.milliseconds) / 1000
    }
}
