/// Fix data: time, position, quality, satellites, altitude.
public struct GGA: Sendable, Hashable {
    /// Time of the position.
    public var time: TimeOfDay?
    /// The point, where well-formed.
    public var position: Position?
    /// The quality indicator.
    public var status: FixStatus?
    /// Satellites in the solution; many receivers count no further than 12.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision, above 0.
    public var hdop: Double?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres from the ellipsoid up to mean sea level.
    public var geoidSeparation: Double?

    init(_ fields: consuming FieldReader) {
        time = fields.timeOfDay()
        position = fields.position()
        status = fields.integer(in: 0...9).flatMap(FixStatus.init(quality:))
        satellitesUsed = fields.integer(in: 0...255)
        hdop = fields.horizontalDilution()
        altitude = fields.metres()
        geoidSeparation = fields.metres()
    }
}
