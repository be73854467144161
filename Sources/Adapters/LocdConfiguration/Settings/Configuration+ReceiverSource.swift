package import LocationModel
package import NMEA

extension Configuration.Receiver {
    /// The receiver to read, as `receiver.source` spells it.
    package enum Source: Sendable, Hashable {
        /// `gpsd://HOST:PORT[/DEVICE]`: a gpsd, and all of its devices if none is named.
        case gpsd(GPSDAddress)
        /// `serial:PATH[?baud=N&checksum=POLICY]`: the port itself; its speed is one of ``SerialSource/speeds``.
        case serial(SerialSource)
        /// `file:PATH[?date=YYYY-MM-DD]`: a recording.
        case file(RecordingSource)
    }
}

extension Configuration.Receiver.Source: CustomStringConvertible {
    /// The source as the configuration spells it; reading it again gives the same source.
    package var description: String {
        switch self {
        case .gpsd(let address): address.description
        case .serial(let source): source.description
        case .file(let source): source.description
        }
    }
}

extension Configuration.Receiver.Source {
    /// Reads the form of ``description``.
    init(parsing text: String) throws(ValueProblem) {
        if text.hasPrefix("gpsd://") {
            self = .gpsd(try GPSDAddress(parsing: text.dropFirst("gpsd://".count)))
        } else if text.hasPrefix("serial:") {
            self = .serial(try SerialSource(parsing: text.dropFirst("serial:".count)))
        } else if text.hasPrefix("file:") {
            self = .file(try RecordingSource(parsing: text.dropFirst("file:".count)))
        } else if text.hasPrefix("/") {
            let kind = text.hasPrefix("/dev/") ? "serial" : "file"
            throw ValueProblem(
                .badValue, "\(text.quoted) has no kind (gpsd:, serial: or file:)", hint: "\(kind):\(text)")
        } else {
            throw ValueProblem(.badValue, "\(text.quoted) is not a supported source")
        }
    }

    /// The path of a source. It may be written as a URL: `file:///srv/day.nmea`.
    static func path(_ text: Substring) throws(ValueProblem) -> String {
        try absolutePath(text.hasPrefix("///") ? text.dropFirst(2) : text)
    }
}

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
