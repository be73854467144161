import Glibc
import LocationModel

/// The time of day where this person is: the zone of `TZ`, else the system's.
enum LocalZone {
    /// The day that clocks show, such as `2026-11-21`.
    static func day(of time: Timestamp) -> String {
        let day = time.advanced(bySeconds: Double(offset(at: time).seconds)).day
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day.year)-\(twoDigits(day.month))-\(twoDigits(day.day))"
    }

    /// Seconds to the east of UTC at a moment, and the name of that time, such as `CEST`.
    static func offset(at time: Timestamp) -> (seconds: Int, name: String) {
        var seconds = time_t((Double(time.milliseconds) / 1000).rounded(.down))
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return (0, "UTC") }
        return (parts.tm_gmtoff, parts.tm_zone.map { String(cString: $0) } ?? "")
    }
}
