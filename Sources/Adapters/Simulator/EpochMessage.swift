import Interchange
import LocationModel

/// The sentences of a receiver for one epoch, in the order of a u-blox: RMC, VTG, GGA, GSA, GSV, GST. RMC comes first
/// and GST last, both with the time, so that a reader finds the end of the cycle.
struct EpochMessage {
    /// The solution; with mode `.none` every field of a place is empty.
    var fix: Fix
    /// Metres of the geoid above the ellipsoid; `nil` leaves it empty, and the reader uses its own.
    var geoidSeparation: Double?
    var sky: SimulatedSky
    /// Standard deviation of the ranges in metres.
    var range: Double
    /// The smallest error in metres that the receiver reports.
    var smallestClaim: Double

    private static let knot = 1852.0 / 3600

    var bytes: [UInt8] {
        var writer = SentenceWriter()
        writer.sentence("GNRMC", rmc)
        writer.sentence("GNVTG", vtg)
        writer.sentence("GNGGA", gga)
        for constellation in [Satellite.Constellation.gps, .glonass] {
            writer.sentence("GNGSA") { gsa(&$0, of: constellation) }
        }
        gsv(&writer, talker: "GP", of: .gps)
        gsv(&writer, talker: "GL", of: .glonass)
        writer.sentence("GNGST", gst)
        return writer.bytes
    }

    private var hasFix: Bool { fix.mode != .none }

    private func rmc(_ writer: inout SentenceWriter) {
        writer.time(fix.timestamp)
        writer.text(hasFix ? "A" : "V")
        writer.coordinate(fix.coordinate)
        writer.number(fix.speed.map { $0 / Self.knot }, decimals: 3)
        writer.number(fix.course?.direction(decimals: 2), decimals: 2)
        writer.date(fix.timestamp)
        writer.unknown(2)
        writer.text(hasFix ? "A" : "N")
    }

    private func vtg(_ writer: inout SentenceWriter) {
        let course = fix.course?.direction(decimals: 2)
        writer.number(course, decimals: 2)
        writer.text(course == nil ? "" : "T")
        writer.unknown()
        writer.text(course == nil ? "" : "M")
        writer.number(fix.speed.map { $0 / Self.knot }, decimals: 3)
        writer.text(hasFix ? "N" : "")
        writer.number(fix.speed.map { $0 * 3.6 }, decimals: 3)
        writer.text(hasFix ? "K" : "")
        writer.text(hasFix ? "A" : "N")
    }

    private func gga(_ writer: inout SentenceWriter) {
        writer.time(fix.timestamp)
        writer.coordinate(fix.coordinate)
        writer.text(hasFix ? "1" : "0")
        writer.number(fix.satellitesUsed ?? 0, digits: 2)
        writer.number(fix.hdop.map(Self.shown), decimals: 2)
        writer.number(fix.altitude, decimals: 2)
        writer.text(fix.altitude == nil ? "" : "M")
        let separation = hasFix ? geoidSeparation : nil
        writer.number(separation, decimals: 1)
        writer.text(separation == nil ? "" : "M")
        writer.unknown(2)
    }

    private func gsa(_ writer: inout SentenceWriter, of constellation: Satellite.Constellation) {
        writer.text("A")
        writer.number(hasFix ? 3 : 1)
        let used = sky.satellites.filter { $0.isUsed && $0.constellation == constellation }.prefix(12)
        for satellite in used { writer.number(satellite.identifier, digits: 2) }
        writer.unknown(12 - used.count)
        let dilution = hasFix ? sky.dilution : nil
        writer.number(dilution.map { Self.shown($0.position) }, decimals: 2)
        writer.number(dilution.map { Self.shown($0.horizontal) }, decimals: 2)
        writer.number(dilution.map { Self.shown($0.vertical) }, decimals: 2)
    }

    private func gsv(_ writer: inout SentenceWriter, talker: String, of constellation: Satellite.Constellation) {
        let seen = sky.satellites.filter { $0.constellation == constellation }
        let total = max((seen.count + 3) / 4, 1)
        for part in 0..<total {
            writer.sentence(talker + "GSV") { writer in
                writer.number(total)
                writer.number(part + 1)
                writer.number(seen.count, digits: 2)
                for satellite in seen.dropFirst(part * 4).prefix(4) {
                    writer.number(satellite.identifier, digits: 2)
                    writer.number(satellite.elevation, decimals: 0, digits: 2)
                    writer.number(satellite.azimuth.map { $0.rounded() == 360 ? 0 : $0 }, decimals: 0, digits: 3)
                    writer.number(satellite.signalStrength, decimals: 0, digits: 2)
                }
            }
        }
    }

    private func gst(_ writer: inout SentenceWriter) {
        writer.time(fix.timestamp)
        guard hasFix, let dilution = sky.dilution else { return writer.unknown(7) }
        let ellipse = dilution.ellipse
        writer.number(claim(1), decimals: 2)
        writer.number(claim(ellipse.major), decimals: 2)
        writer.number(claim(ellipse.minor), decimals: 2)
        writer.number(ellipse.orientation, decimals: 1)
        writer.number(claim(dilution.north.squareRoot()), decimals: 2)
        writer.number(claim(dilution.east.squareRoot()), decimals: 2)
        writer.number(claim(dilution.vertical), decimals: 2)
    }

    private func claim(_ dilution: Double) -> Double {
        max(range * dilution, smallestClaim)
    }

    /// The largest number of a receiver.
    private static func shown(_ dilution: Double) -> Double {
        min(dilution, 99.99)
    }
}
