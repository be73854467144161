/// Course and speed over ground.
public struct VTG: Sendable, Hashable {
    /// Degrees true, 0..<360.
    public var course: Double?
    /// Metres per second, 0 or more.
    public var speed: Double?
    /// The mode indicator of NMEA 2.3 and later.
    public var status: FixStatus?

    init(_ fields: consuming FieldReader) {
        guard fields.remaining > 4 else {
            // Before NMEA 2.0 there were no letters: true, magnetic, knots, km/h.
            course = fields.direction()
            fields.skip()
            speed = Self.speed(fields.magnitude(), fields.magnitude())
            return
        }
        let course = fields.direction()
        let reference = fields.letter()
        self.course = reference == nil || reference == UInt8(ascii: "T") ? course : nil
        fields.skip(2)
        let knots = fields.magnitude()
        let isKnots = fields.letter().map { $0 == UInt8(ascii: "N") } ?? true
        let kilometres = fields.magnitude()
        let isKilometres = fields.letter().map { $0 == UInt8(ascii: "K") } ?? true
        speed = Self.speed(isKnots ? knots : nil, isKilometres ? kilometres : nil)
        status = fields.letter().flatMap(FixStatus.init(indicator:))
        if status == .invalid {
            self.course = nil
            speed = nil
        }
    }

    private static func speed(_ knots: Double?, _ kilometresPerHour: Double?) -> Double? {
        knots.map { $0 * metresPerSecondPerKnot } ?? kilometresPerHour.map { $0 / 3.6 }
    }
}
