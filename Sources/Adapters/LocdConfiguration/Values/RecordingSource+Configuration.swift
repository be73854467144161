import LocationModel

extension RecordingSource {
    /// Reads the part behind `file:`, a path and `?date=YYYY-MM-DD`. A file name may contain a `?`: only the last
    /// `?date=` does not belong to it.
    init(parsing text: Substring) throws(ValueProblem) {
        let mark = text.ranges(of: "?date=").last
        self.init(path: try Configuration.Receiver.Source.path(text[..<(mark?.lowerBound ?? text.endIndex)]))
        guard let mark else { return }
        let day = String(text[mark.upperBound...])
        guard let date = CivilDate(day) else {
            throw ValueProblem(
                .badValue, "\(day.quoted) is not a day, which is a date such as 2026-11-21",
                hint: "file:\(path)?date=2026-11-21")
        }
        self.date = date
    }
}
