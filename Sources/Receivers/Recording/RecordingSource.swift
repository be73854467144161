public import LocationModel

/// A recording as the configuration spells it: `file:/srv/day.nmea?date=2026-11-21`.
public struct RecordingSource: Sendable, Hashable, CustomStringConvertible {
    /// The file; see ``RecordingReader`` for what it may be.
    public var path: String
    /// The day, UTC, of times of day in front of any date in the file; `nil`: the file's own first date.
    public var date: CivilDate?

    /// A recording.
    public init(path: String, date: CivilDate? = nil) {
        self.path = path
        self.date = date
    }

    /// The shortest spelling.
    public var description: String {
        "file:" + path + (date.map { "?date=\($0)" } ?? "")
    }
}
