internal import Interchange
internal import LocationModel
internal import LocationServices
internal import Motion

/// NMEA 0183 as from a receiver: RMC and GGA for each location, and GST if an accuracy is known.
struct NMEAEncoder: ExportEncoder {
    mutating func begin(_ text: inout TextBuffer) {}

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

    mutating func end(_ text: inout TextBuffer) {}
}
