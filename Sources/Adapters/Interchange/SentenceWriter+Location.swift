public import LocationModel

/// A location in the sentences of NMEA 0183, as from a receiver. `talker` is GP for a program that knows no other.
extension SentenceWriter {
    private static let knot = 1852.0 / 3600

    /// Place, time, date, speed and course.
    public mutating func rmc(_ location: Location, talker: String = "GN") {
        sentence("\(talker)RMC") { writer in
            writer.time(location.timestamp)
            writer.text("A")
            writer.coordinate(location.coordinate)
            writer.number(location.speed.map { $0 / Self.knot }, decimals: 3)
            writer.number(location.course?.direction(decimals: 2), decimals: 2)
            writer.date(location.timestamp)
            writer.unknown(2)
            writer.text(Self.mode(location))
            // The navigational status of NMEA 4.1: caution, or unsafe.
            if let integrity = location.integrity { writer.text(integrity == .notTrusted ? "U" : "C") }
        }
    }

    /// Place, time, quality, satellites, altitude.
    /// - Parameter hdop: The horizontal dilution of precision to write; empty if `nil`.
    public mutating func gga(
        _ location: Location, solution: ErrorEstimates.Solution, hdop: Double?, talker: String = "GN"
    ) {
        sentence("\(talker)GGA") { writer in
            writer.time(location.timestamp)
            writer.coordinate(location.coordinate)
            writer.text(Self.quality(of: solution))
            // Zero satellites would deny the fix; an unknown number is empty.
            if let satellites = location.satellitesUsed {
                writer.number(satellites, digits: 2)
            } else {
                writer.unknown()
            }
            writer.number(hdop, decimals: 1)
            writer.number(location.altitude, decimals: 1)
            writer.text(location.altitude == nil ? "" : "M")
            let separation = location.ellipsoidalAltitude.flatMap { height in location.altitude.map { height - $0 } }
            writer.number(separation, decimals: 1)
            writer.text(separation == nil ? "" : "M")
            writer.unknown(2)
        }
    }

    /// Standard deviations in metres, along each horizontal axis and of the altitude.
    public mutating func gst(_ time: Timestamp, horizontal: Double?, vertical: Double?, talker: String = "GN") {
        sentence("\(talker)GST") { writer in
            writer.time(time)
            writer.unknown(4)
            writer.number(horizontal, decimals: 3)
            writer.number(horizontal, decimals: 3)
            writer.number(vertical, decimals: 3)
        }
    }

    /// Course and speed, in knots and in km/h.
    public mutating func vtg(_ location: Location, talker: String = "GN") {
        sentence("\(talker)VTG") { writer in
            let course = location.course?.direction(decimals: 2)
            writer.number(course, decimals: 2)
            writer.text(course == nil ? "" : "T")
            writer.text("")
            writer.text("")
            writer.number(location.speed.map { $0 / Self.knot }, decimals: 3)
            writer.text(location.speed == nil ? "" : "N")
            writer.number(location.speed.map { $0 * 3.6 }, decimals: 3)
            writer.text(location.speed == nil ? "" : "K")
            writer.text(Self.mode(location))
        }
    }

    /// Time and date; the local zone is UTC.
    public mutating func zda(_ time: Timestamp, talker: String = "GN") {
        sentence("\(talker)ZDA") { writer in
            let day = time.day
            writer.time(time)
            writer.number(day.day, digits: 2)
            writer.number(day.month, digits: 2)
            writer.number(day.year, digits: 4)
            writer.text("00")
            writer.text("00")
        }
    }

    private static func mode(_ location: Location) -> String { location.isSimulated ? "S" : "A" }

    /// The quality indicator of GGA that the accuracy implies: an accuracy better than that of code measurements is
    /// from the carrier's phase.
    private static func quality(of solution: ErrorEstimates.Solution) -> String {
        switch solution {
        case .realTimeKinematic: "4"
        case .floatRealTimeKinematic: "5"
        case .simulated: "8"
        default: "1"
        }
    }
}
