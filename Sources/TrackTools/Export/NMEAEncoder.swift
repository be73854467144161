internal import Interchange
internal import LocationModel
internal import LocationServices
internal import Motion

/// NMEA 0183 as a receiver would have said it: RMC and GGA for each location, and GST where an accuracy is known.
struct NMEAEncoder: ExportEncoder {
    private static let knot = 1852.0 / 3600

    mutating func begin(_ text: inout TextBuffer) {}

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        var writer = SentenceWriter()
        for location in run.locations {
            writer.removeAll()
            writer.sentence("GNRMC") { rmc(location, &$0) }
            let (horizontal, vertical, solution) = AccuracyModel.deviations(of: location)
            writer.sentence("GNGGA") { gga(location, solution, &$0) }
            if horizontal != nil || vertical != nil {
                writer.sentence("GNGST") { gst(location, horizontal, vertical, &$0) }
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

    private func gga(
        _ location: Location, _ solution: ErrorEstimates.Solution, _ writer: inout SentenceWriter
    ) {
        writer.time(location.timestamp)
        writer.coordinate(location.coordinate)
        writer.text(Self.quality(of: solution))
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

    private func gst(
        _ location: Location, _ horizontal: Double?, _ vertical: Double?, _ writer: inout SentenceWriter
    ) {
        writer.time(location.timestamp)
        writer.unknown(4)
        writer.number(horizontal, decimals: 3)
        writer.number(horizontal, decimals: 3)
        writer.number(vertical, decimals: 3)
    }

    /// GGA's indicator for what an accuracy proves: what is better than code can be is of the carrier's phase.
    private static func quality(of solution: ErrorEstimates.Solution) -> String {
        switch solution {
        case .realTimeKinematic: "4"
        case .floatRealTimeKinematic: "5"
        case .simulated: "8"
        default: "1"
        }
    }
}
