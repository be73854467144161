/// A recording as the configuration spells it: `file:/srv/day.nmea?date=2026-11-21`.
package struct RecordingSource: Sendable, Hashable, CustomStringConvertible {
    /// The file; see RecordingReader of the target Receivers for what it may be.
    package var path: String
    /// The day, UTC, of times of day in front of any date in the file; `nil`: the file's own first date.
    package var date: CivilDate?

    /// A recording.
    package init(path: String, date: CivilDate? = nil) {
        self.path = path
        self.date = date
    }

    /// The shortest spelling.
    package var description: String {
        "file:" + path + (date.map { "?date=\($0)" } ?? "")
    }
}
