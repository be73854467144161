import Glibc
import LocationModel
import Phrasing

/// The clocks of the machine: TZ, else /etc/localtime.
enum SystemCalendar {
    /// The calendar of the machine's time zone.
    static let local: LocalCalendar = {
        tzset()
        return LocalCalendar { moment in parts(at: moment).map { Int($0.tm_gmtoff) } ?? 0 }
    }()

    /// How people there call the time of a moment, such as `CEST`; empty if it has no name.
    static func name(of calendar: LocalCalendar, at moment: Timestamp) -> String {
        if calendar.isUTC { return "UTC" }
        return parts(at: moment)?.tm_zone.map { String(cString: $0) } ?? ""
    }

    /// Year to second, as the clocks of the machine show them.
    private static func parts(at moment: Timestamp) -> tm? {
        // The milliseconds before 1970 count towards the second that they are in.
        var time = time_t(
            moment.milliseconds >= 0 ? moment.milliseconds / 1000 : (moment.milliseconds - 999) / 1000)
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? nil : parts
    }
}
