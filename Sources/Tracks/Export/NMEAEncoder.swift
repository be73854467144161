internal import Interchange
internal import LocationModel

/// NMEA 0183 as a receiver would have said it: RMC and GGA for each location, and GST where an accuracy is known.
struct NMEAEncoder: ExportEncoder {
    private static let knot = 1852.0 / 3600
    /// How many deviations along one axis the radius of 68 % is, where both axes have the same.
    private static let radiusPerDeviation = 1.515

    mutating func begin(_ text: inout TextBuffer) {}

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        var writer = SentenceWriter()
        for location in run.locations {
            writer.removeAll()
            writer.sentence("GNRMC") { rmc(location, &$0) }
            writer.sentence("GNGGA") { gga(location, &$0) }
            if location.horizontalAccuracy != nil || location.verticalAccuracy != nil {
                writer.sentence("GNGST") { gst(location, &$0) }
            }
            text.append(writer.bytes)
        }
    }

    mutating func end(_ text: inout TextBuffer) {}

    private func rmc(_ location: Location, _ writer: inout SentenceWriter) {
        writer.time(location.timestamp)
        writer.text("A")
        writer.coordinate(location.coordinate)
        writer.number(location.speed.map { $0 / Self.knot }, decimals: 3)
        // Two decimals may round up to a full circle.
        writer.number(location.course.map { $0 >= 359.995 ? 0 : $0 }, decimals: 2)
        writer.date(location.timestamp)
        writer.unknown(2)
        writer.text(location.isSimulated ? "S" : "A")
    }

    private func gga(_ location: Location, _ writer: inout SentenceWriter) {
        writer.time(location.timestamp)
        writer.coordinate(location.coordinate)
        writer.text(location.isSimulated ? "8" : "1")
        // Zero satellites would deny the fix; not known is empty.
        if let satellites = location.satellitesUsed { writer.number(satellites, digits: 2) } else { writer.unknown() }
        writer.number(location.hdop, decimals: 1)
        writer.number(location.altitude, decimals: 1)
        writer.text(location.altitude == nil ? "" : "M")
        let separation = location.ellipsoidalAltitude.flatMap { height in location.altitude.map { height - $0 } }
        writer.number(separation, decimals: 1)
        writer.text(separation == nil ? "" : "M")
        writer.unknown(2)
    }

    private func gst(_ location: Location, _ writer: inout SentenceWriter) {
        writer.time(location.timestamp)
        let deviation = location.horizontalAccuracy.map { $0 / Self.radiusPerDeviation }
        writer.unknown(4)
        writer.number(deviation, decimals: 3)
        writer.number(deviation, decimals: 3)
        writer.number(location.verticalAccuracy, decimals: 3)
    }
}
