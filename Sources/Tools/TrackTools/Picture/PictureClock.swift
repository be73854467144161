public import LocationModel

/// The local time of a time zone, as a table: its differences to UTC, and since when each applies.
public struct PictureClock: Sendable, Hashable {
    /// A period with one difference to UTC.
    public struct Offset: Sendable, Hashable {
        /// Its first moment.
        public var since: Timestamp
        /// Seconds to the east of UTC.
        public var seconds: Int
        /// Such as `CEST`; empty if there is no name.
        public var name: String
    }

    /// UTC, always.
    public static let utc = PictureClock(offsets: [Offset(since: .earliest, seconds: 0, name: "UTC")])

    /// In the order of time, at least one.
    public let offsets: [Offset]

    private init(offsets: [Offset]) {
        self.offsets = offsets
    }

    /// The table for a period, by a function that returns the difference at a moment. Changes are found to the second,
    /// if they are at least half a day apart.
    public init(from: Timestamp, to: Timestamp, offset: (Timestamp) -> (seconds: Int, name: String)) {
        var time = from
        var present = offset(from)
        var offsets = [Offset(since: from, seconds: present.seconds, name: present.name)]
        while time < to, offsets.count < 4096 {
            let next = min(time.advanced(bySeconds: 43_200), to)
            let there = offset(next)
            if there != present {
                var (low, high) = (time, next)
                while high.seconds(since: low) > 1 {
                    let middle = low.advanced(bySeconds: (high.seconds(since: low) / 2).rounded())
                    if offset(middle) == present { low = middle } else { high = middle }
                }
                present = offset(high)
                offsets.append(Offset(since: high, seconds: present.seconds, name: present.name))
            }
            time = next
        }
        self.offsets = offsets
    }

    /// The difference at a moment.
    public func offset(at time: Timestamp) -> Offset {
        offsets.last { $0.since <= time } ?? offsets[0]
    }

    /// The moment whose UTC figures are those of the local time.
    func local(_ time: Timestamp) -> Timestamp {
        time.advanced(bySeconds: Double(offset(at: time).seconds))
    }

    /// `2026-11-21`
    func day(_ time: Timestamp) -> String { "\(local(time).day)" }

    /// `Saturday 21 November 2026`
    func longDay(_ time: Timestamp) -> String {
        let day = local(time).day
        let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let weekday = Int(((day.daysSince1970 % 7) + 7) % 7)
        return "\(weekdays[weekday]) \(day.day) \(months[day.month - 1]) \(day.year)"
    }

    /// `09:05`
    func minute(_ time: Timestamp) -> String { String("\(local(time))".dropFirst(11).prefix(5)) }
}
