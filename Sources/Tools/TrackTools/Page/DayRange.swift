package import LocationModel
package import Phrasing
package import Tracks

/// The local days that a request names: `2026-11-21`, or `2026-11-01..2026-11-30`, at most 400 of them.
package struct DayRange: Sendable, Hashable, CustomStringConvertible {
    package static let maximumDays: Int64 = 400

    package let first: CivilDate
    package let last: CivilDate

    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 24 else { return nil }
        guard let dots = text.firstRange(of: "..") else {
            guard let day = CivilDate(text) else { return nil }
            (first, last) = (day, day)
            return
        }
        guard let first = CivilDate(text[..<dots.lowerBound]), let last = CivilDate(text[dots.upperBound...]),
            first <= last, last.daysSince1970 - first.daysSince1970 < Self.maximumDays
        else { return nil }
        (self.first, self.last) = (first, last)
    }

    package init(first: CivilDate, last: CivilDate) {
        (self.first, self.last) = (first, last)
    }

    package var description: String { first == last ? "\(first)" : "\(first)..\(last)" }

    /// From midnight to midnight of the local clock.
    package func interval(in calendar: LocalCalendar) -> TrackInterval {
        TrackInterval(from: calendar.start(of: first), to: calendar.end(of: last))
    }
}
