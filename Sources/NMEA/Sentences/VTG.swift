/// Course and speed over ground.
public struct VTG: Sendable, Hashable {
    /// Degrees true, 0..<360.
    public var course: Double?
    /// Metres per second, 0 or more.
    public var speed: Double?
    /// The mode indicator of NMEA 2.3 and later.
    public var status: FixStatus?

    init(_ fields: consuming FieldReader) {
        let course = fields.direction()
        let reference = fields.letter()
        // Before NMEA 2.0 there were no letters: true, magnetic, knots, km/h.
        if let reference {
            self.course = reference == UInt8(ascii: "T") ? course : nil
            fields.skip(2)
            let knots = fields.magnitude()
            let isKnots = fields.letter() == UInt8(ascii: "N")
            let kilometres = fields.magnitude()
            let isKilometres = fields.letter() == UInt8(ascii: "K")
            speed = Self.speed(isKnots ? knots : nil, isKilometres ? kilometres : nil)
        } else {
            self.course = course
            fields.skip(2)
            let knots = fields.magnitude()
            fields.skip()
            speed = Self.speed(knots, fields.magnitude())
            fields.skip()
        }
        status = fields.letter().flatMap(FixStatus.init(indicator:))
    }

    private static func speed(_ knots: Double?, _ kilometresPerHour: Double?) -> Double? {
        knots.map { $0 * metresPerSecondPerKnot } ?? kilometresPerHour.map { $0 / 3.6 }
    }
}
