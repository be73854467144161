/// How times and figures are printed for a person.
public struct DisplayFormat: Sendable {
    /// The clocks by which times are printed.
    public var calendar: LocalCalendar
    /// The units of figures.
    public var units: UnitSystem

    /// UTC and metric units, unless others are given.
    public init(calendar: LocalCalendar = .utc, units: UnitSystem = .metric) {
        self.calendar = calendar
        self.units = units
    }
}
