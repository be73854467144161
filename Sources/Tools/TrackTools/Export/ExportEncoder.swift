internal import Interchange
internal import LocationModel
internal import Motion

/// One format: the text before, for each run, and after. A format writes nothing of what it does not have.
protocol ExportEncoder {
    mutating func begin(_ text: inout TextBuffer)
    mutating func append(_ run: ExportRun, to text: inout TextBuffer)
    mutating func end(_ text: inout TextBuffer)
    /// Named places.
    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer)
    mutating func beginTrack(_ name: String, _ text: inout TextBuffer)
}

extension ExportEncoder {
    mutating func begin(_ text: inout TextBuffer) {}
    mutating func end(_ text: inout TextBuffer) {}
    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer) {}
    mutating func beginTrack(_ name: String, _ text: inout TextBuffer) {}
}

/// Comma-separated values (RFC 4180): a line of names, then one for each location; unknown values are empty.
struct CSVEncoder: ExportEncoder {
    /// The columns, in their order. None of their values needs quotes.
    let fields: [TrackField]

    mutating func begin(_ text: inout TextBuffer) {
        text.append(fields.map(\.rawValue).joined(separator: ","))
        text.append("\r\n" as StaticString)
    }

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        for location in run.locations {
            for (index, field) in fields.enumerated() {
                if index > 0 { text.append("," as StaticString) }
                _ = field.append(location, segment: run.segment, to: &text, quoting: false)
            }
            text.append("\r\n" as StaticString)
        }
    }
}

/// NMEA 0183 as from a receiver: RMC and GGA for each location, and GST if an accuracy is known.
struct NMEAEncoder: ExportEncoder {
    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        var writer = SentenceWriter()
        for location in run.locations {
            writer.removeAll()
            writer.rmc(location)
            let (horizontal, vertical, solution) = AccuracyModel.deviations(of: location)
            writer.gga(location, solution: solution, hdop: location.hdop)
            if horizontal != nil || vertical != nil {
                writer.gst(location.timestamp, horizontal: horizontal, vertical: vertical)
            }
            text.append(writer.bytes)
        }
    }
}
