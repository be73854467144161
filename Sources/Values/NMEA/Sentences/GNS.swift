/// Fix data of several systems.
public struct GNS: Sendable, Hashable {
    /// Time of the position.
    public var time: TimeOfDay?
    /// The point, where well-formed.
    public var position: Position?
    /// The best of the mode indicators, one per system.
    public var status: FixStatus?
    /// Satellites in the solution.
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
        status = fields.letters().flatMap(Self.best)
        satellitesUsed = fields.integer(in: 0...255)
        hdop = fields.horizontalDilution()
        altitude = fields.number()
        geoidSeparation = fields.number()
    }

    /// The indicator of the system that contributes most: a solution is as good as its best part.
    private static func best(_ indicators: UInt64) -> FixStatus? {
        var rest = indicators
        var best: FixStatus?
        while rest != 0 {
            if let status = FixStatus(indicator: UInt8(rest & 0xFF)), status.rank > best?.rank ?? -1 {
                best = status
            }
            rest >>= 8
        }
        return best
    }
}
