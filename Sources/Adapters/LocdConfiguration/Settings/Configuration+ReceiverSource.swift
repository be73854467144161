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
