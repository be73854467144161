import Glibc
import LocationModel
import Phrasing
import SystemSupport

/// The clocks of the machine: TZ, else /etc/localtime.
enum SystemTime {
    /// Now.
    static var now: Timestamp { Timestamp(clock: SystemClock.wallTime) }

    /// The calendar of the machine's time zone.
    static let calendar: LocalCalendar = {
        tzset()
        return LocalCalendar { moment in
            // The milliseconds before 1970 count towards the second that they are in.
            var time = time_t(
                moment.milliseconds >= 0 ? moment.milliseconds / 1000 : (moment.milliseconds - 999) / 1000)
            var parts = tm()
            return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
        }
    }()
}
