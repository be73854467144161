/// Recommended minimum: time, date, position, speed, course.
public struct RMC: Sendable, Hashable {
    /// Time of the position.
    public var time: TimeOfDay?
    /// Day of the position.
    public var date: CalendarDate?
    /// The status is `A`, and the mode indicator does not say otherwise. NMEA 4.1's navigational status decides
    /// nothing: u-blox always writes `V`.
    public var isValid: Bool
    /// The point, where well-formed.
    public var position: Position?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Degrees true, 0..<360.
    public var course: Double?
    /// Degrees, east positive.
    public var magneticVariation: Double?
    /// The mode indicator of NMEA 2.3 and later.
    public var status: FixStatus?

    init(_ fields: consuming FieldReader) {
        time = fields.timeOfDay()
        let letter = fields.letter()
        position = fields.position()
        speed = fields.magnitude().map { $0 * metresPerSecondPerKnot }
        course = fields.direction()
        date = fields.date()
        magneticVariation = fields.variation()
        status = fields.letter().flatMap(FixStatus.init(indicator:))
        // D and others of the mode indicators stand in the status field of some receivers.
        isValid = letter == UInt8(ascii: "A") || letter == UInt8(ascii: "D")
        if status == .invalid { isValid = false }
    }
}
