/// Position, time and whether they are valid.
public struct GLL: Sendable, Hashable {
    /// Time of the position; old plotters send none.
    public var time: TimeOfDay?
    /// The point, where well-formed.
    public var position: Position?
    /// False where the status is `V` or the mode indicator `N`. A sentence of before NMEA 2.0 has no status: true.
    public var isValid: Bool
    /// The mode indicator of NMEA 2.3 and later.
    public var status: FixStatus?

    init(_ fields: consuming FieldReader) {
        position = fields.position()
        let hasStatus = fields.remaining >= 2
        time = fields.timeOfDay()
        let letter = fields.letter()
        status = fields.letter().flatMap(FixStatus.init(indicator:))
        isValid = (letter == UInt8(ascii: "A") || !hasStatus) && status != .invalid
    }
}
