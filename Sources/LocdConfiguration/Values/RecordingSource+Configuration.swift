import LocationModel

extension RecordingSource {
    /// Reads what stands behind `file:`, a path and `?date=YYYY-MM-DD`. A file may have a `?` in its name: only the last
    /// `?date=` is none of it.
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
