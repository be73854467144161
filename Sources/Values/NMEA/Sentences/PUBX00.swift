/// A u-blox position with its accuracies (`PUBX,00`).
public struct PUBX00: Sendable, Hashable {
    /// Time of the position.
    public var time: TimeOfDay?
    /// The position, if well-formed.
    public var position: Position?
    /// Metres above the ellipsoid.
    public var ellipsoidalAltitude: Double?
    /// How the position was determined.
    public var status: FixStatus?
    /// 2 or 3 with a position; 1 without.
    public var dimensions: Int?
    /// Horizontal accuracy in metres, above 0.
    public var horizontalAccuracy: Double?
    /// Vertical accuracy in metres, above 0.
    public var verticalAccuracy: Double?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Degrees true, 0..<360.
    public var course: Double?
    /// Horizontal dilution of precision, above 0.
    public var hdop: Double?
    /// Vertical dilution of precision, above 0.
    public var vdop: Double?
    /// Satellites in the solution.
    public var satellitesUsed: Int?

    init(_ fields: consuming FieldReader) {
        fields.skip()
        time = fields.timeOfDay()
        position = fields.position()
        ellipsoidalAltitude = fields.number()
        (status, dimensions) = Self.status(fields.letters())
        horizontalAccuracy = fields.deviation()
        verticalAccuracy = fields.deviation()
        speed = fields.magnitude().map { $0 / 3.6 }
        course = fields.direction()
        fields.skip(2)
        hdop = fields.horizontalDilution()
        vdop = fields.dilution()
        fields.skip()
        satellitesUsed = fields.integer(in: 0...255)
    }

    private static func status(_ letters: UInt64?) -> (FixStatus?, Int?) {
        switch letters {
        case two("N", "F"), two("T", "T"): (.invalid, 1)
        case two("D", "R"): (.estimated, 2)
        case two("G", "2"): (.autonomous, 2)
        case two("G", "3"): (.autonomous, 3)
        case two("D", "2"): (.differential, 2)
        case two("D", "3"): (.differential, 3)
        // Satellites and dead reckoning together.
        case two("R", "K"): (.estimated, 3)
        default: (nil, nil)
        }
    }

    private static func two(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> UInt64 {
        UInt64(UInt8(ascii: first)) << 8 | UInt64(UInt8(ascii: second))
    }
}
