/// Time and date, of ZDA or of u-blox' `PUBX,04`.
public struct ZDA: Sendable, Hashable {
    /// Time of day, UTC.
    public var time: TimeOfDay?
    /// Day, UTC.
    public var date: CalendarDate?

    init(_ fields: consuming FieldReader) {
        time = fields.timeOfDay()
        let day = fields.integer(in: 1...31)
        let month = fields.integer(in: 1...12)
        let year = fields.integer(in: 1900...9999)
        if let day, let month, let year { date = CalendarDate(year: year, month: month, day: day) }
    }

    init(pubx04 fields: consuming FieldReader) {
        fields.skip()
        time = fields.timeOfDay()
        date = fields.date()
    }
}
