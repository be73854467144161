import Foundation
import LocationModel

/// NMEA sentences that a test makes: a receiver's life as the test wants it.
enum Sentences {
    /// A sentence with its checksum and line end.
    static func sentence(_ body: String) -> String {
        let checksum = body.utf8.reduce(0, ^)
        return "$\(body)*\(String(format: "%02X", checksum))\r\n"
    }

    /// Epochs without a fix, as a receiver says them that knows the time: so many seconds before a time of day of a
    /// date.
    ///
    /// gpsd throws away what comes while it finds out what the receiver speaks, and believes no date but that of a ZDA
    /// or of a valid RMC: a recording that begins with a fix needs a receiver that was there before.
    static func beforeFirstFix(of recording: Recording, seconds: Int) -> String {
        (1...seconds).reversed().map { before in
            let second = recording.secondOfDay - before
            let time = String(format: "%02d%02d%02d", second / 3600, second / 60 % 60, second % 60)
            return void(time: time, date: recording.date) + sentence("GPZDA,\(time),\(recording.dateOfZDA),00,00")
        }.joined()
    }

    /// An epoch without a fix, as a receiver says it that knows the time: `time` is `hhmmss`, `date` is `ddmmyy`.
    static func void(time: String, date: String) -> String {
        sentence("GPRMC,\(time),V,,,,,,,\(date),,,N") + sentence("GPGGA,\(time),,,,,0,00,,,M,,M,,")
    }

    /// An epoch with a fix that moves eastwards with each second, 3 m in one; `speed`: m/s northwards that it says.
    static func fix(_ moment: Moment, latitude: Double = 47.5, north speed: Double = 0) -> String {
        let longitude = 8.7 + 0.00004 * moment.seconds
        let knots = hypot(speed, 3) / 0.514444
        let course = atan2(3, speed) * 180 / .pi
        let place = "\(minutes(latitude, digits: 2)),N,\(minutes(longitude, digits: 3)),E"
        return sentence(
            "GPRMC,\(moment.time),A,\(place),\(String(format: "%.2f,%.1f", knots, course)),\(moment.date),,,A")
            + sentence("GPGGA,\(moment.time),\(place),1,09,0.9,450.0,M,47.0,M,,")
            + sentence("GPGSA,A,3,02,04,05,09,12,17,24,25,29,,,,1.6,0.9,1.3")
    }

    /// A moment of the receiver's time, on 21 November 2026 from 06:00:00 on.
    struct Moment {
        var seconds: Double

        var time: String {
            let hundredths = Int(rounding: seconds * 100) + 6 * 360_000
            return String(
                format: "%02d%02d%02d.%02d", hundredths / 360_000, hundredths / 6000 % 60, hundredths / 100 % 60,
                hundredths % 100)
        }

        var date: String { "211126" }

        /// Seconds since 1970.
        var time1970: Double { 1_795_240_800 + seconds }
    }

    private static func minutes(_ degrees: Double, digits: Int) -> String {
        let whole = degrees.rounded(.down)
        return String(format: "%0\(digits)d%09.6f", Int(rounding: whole), (degrees - whole) * 60)
    }
}
