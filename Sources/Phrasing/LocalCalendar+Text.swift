public import LocationModel

extension LocalCalendar {
    /// `2026-11-21 12:03:05`, in UTC with a `Z`; with its offset where clocks show the same time twice. ``TimePhrase`` reads it.
    public func text(_ moment: Timestamp) -> String {
        "\(day(of: moment)) \(clock(moment, withSeconds: true))"
    }

    /// `2026-11-21 12:03`, the minute of a moment.
    public func minuteText(_ moment: Timestamp) -> String {
        "\(day(of: moment)) \(clock(moment, withSeconds: false))"
    }

    /// `12:03:05` or `12:03`: the time of day alone.
    public func clock(_ moment: Timestamp, withSeconds: Bool) -> String {
        let seconds = Int(shown(at: moment).millisecondsOfDay / 1000)
        var text = "\(Figure.twoDigits(seconds / 3600)):\(Figure.twoDigits(seconds / 60 % 60))"
        if withSeconds { text += ":\(Figure.twoDigits(seconds % 60))" }
        return text + zone(at: moment)
    }

    /// A moment near now: the time of day alone today, `yesterday 12:03`, else the day too.
    public func text(_ moment: Timestamp, near now: Timestamp) -> String {
        let (day, today) = (day(of: moment), day(of: now))
        let clock = clock(moment, withSeconds: false)
        if day == today { return clock }
        return day.next == today ? "yesterday \(clock)" : "\(day) \(clock)"
    }

    /// `Z`, `+12:00` where it is needed to tell two times apart, or nothing.
    private func zone(at moment: Timestamp) -> String {
        if isUTC { return "Z" }
        guard isAmbiguous(moment) else { return "" }
        let minutes = secondsAhead(at: moment) / 60
        let size = abs(minutes)
        return "\(minutes < 0 ? "-" : "+")\(Figure.twoDigits(size / 60)):\(Figure.twoDigits(size % 60))"
    }
}
