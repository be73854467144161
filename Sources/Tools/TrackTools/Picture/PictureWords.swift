internal import Cartography
internal import LocationModel
internal import Phrasing

/// Figures of a picture as text.
package struct PictureWords {
    let units: UnitSystem
    let clock: PictureClock

    /// `128.4 km`, `840 m`.
    func distance(_ metres: Double) -> String {
        let far = units.distanceUnit
        // From a thousand on, decimals mean nothing.
        if metres >= 1000 * far.size { return "\(RoundNumbers.text((metres / far.size).rounded())) \(far.symbol)" }
        return metres >= far.size
            ? "\(Figure.decimal(metres / far.size, 1)) \(far.symbol)"
            : "\(Figure.decimal(metres / units.lengthUnit.size, 0)) \(units.lengthUnit.symbol)"
    }

    /// `87 km/h`, below ten with a decimal.
    func speed(_ metresPerSecond: Double) -> String {
        let value = metresPerSecond / units.speedUnit.size
        return "\(Figure.decimal(value, value < 9.95 ? 1 : 0)) \(units.speedUnit.symbol)"
    }

    /// `512 m`.
    func altitude(_ metres: Double) -> String {
        "\(RoundNumbers.text((metres / units.lengthUnit.size).rounded())) \(units.lengthUnit.symbol)"
    }

    /// `2 h 31 min`, `45 s`.
    func duration(_ seconds: Double) -> String {
        let whole = Int(rounding: min(max(seconds, 0), 1e12), .towardZero)
        let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
        if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
        if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
        return minutes > 0 ? "\(minutes) min" : "\(whole) s"
    }

    /// A moment: the local time, with the day if the picture covers several.
    func moment(_ time: Timestamp, withDay: Bool) -> String {
        withDay ? "\(clock.day(time)) \(clock.minute(time))" : clock.minute(time)
    }

    /// `09:12–10:03`; an unknown end is left open.
    func span(_ from: Timestamp?, _ to: Timestamp?, withDay: Bool) -> String {
        switch (from, to) {
        case (let from?, let to?):
            let isOneDay = clock.day(from) == clock.day(to)
            if isOneDay, clock.minute(from) == clock.minute(to) { return moment(from, withDay: withDay) }
            return "\(moment(from, withDay: withDay))–\(moment(to, withDay: withDay && !isOneDay))"
        case (let from?, nil): return "since \(moment(from, withDay: withDay))"
        case (nil, let to?): return "until \(moment(to, withDay: withDay))"
        case (nil, nil): return ""
        }
    }

    /// The meaning of a gap's cause.
    package static func cause(_ word: String) -> String {
        switch word {
        case "noGPSD": "gpsd was not reachable"
        case "noDevice": "no receiver"
        case "unplugged": "receiver unplugged"
        case "permissionDenied": "permission denied for the receiver"
        case "busy": "receiver in use by another program"
        case "deviceError": "receiver failed"
        case "unreadable": "receiver not readable"
        case "silent": "receiver silent"
        case "noFix": "no fix"
        case "rejected": "positions not usable"
        case "notTrusted": "positions not trusted"
        case "inaccurate": "positions not accurate enough"
        case "released": "receiver off to save power"
        case "restart": "locd was not running"
        case "endOfRecording": "recording ended"
        case "privateRegion": "private region"
        case "pause": "recording paused"
        case "loss": "lines could not be written"
        case "timeReset": "clock corrected"
        default: word
        }
    }
}
