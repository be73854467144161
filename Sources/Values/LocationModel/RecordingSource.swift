/// A recording as in the configuration: `file:/srv/day.nmea?date=2026-11-21`.
package struct RecordingSource: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file; for its formats, see RecordingReader of the target Receivers.
    package var path: String
    /// The day, UTC, of the times of day before the first date in the file; `nil`: the file's own first date.
    package var date: CivilDate?

    package init(path: String, date: CivilDate? = nil) {
        self.path = path
        self.date = date
    }

    /// The shortest spelling.
    package var description: String {
        "file:" + path + (date.map { "?date=\($0)" } ?? "")
    }
}
