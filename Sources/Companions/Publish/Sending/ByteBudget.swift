package import LocationModel

/// The bytes sent on a UTC day, and their limit.
package struct ByteBudget: Sendable, Hashable {
    /// The limit for one day; `nil` for none.
    package let limit: Int?
    /// The day of ``bytes``.
    package private(set) var day: CivilDate?
    /// The bytes sent on that day.
    package private(set) var bytes = 0

    package func sent(on now: Timestamp) -> Int { now.day == day ? bytes : 0 }

    /// Whether more may be sent. One request may exceed the limit.
    package func allows(at now: Timestamp) -> Bool { limit.map { sent(on: now) < $0 } ?? true }

    package mutating func count(_ sent: Int, at now: Timestamp) {
        bytes = self.sent(on: now) + sent
        day = now.day
    }

    /// Seconds until the next day begins.
    package static func untilTomorrow(_ now: Timestamp) -> Double {
        86400 - Double(now.milliseconds - now.day.midnight.milliseconds) / 1000
    }
}
