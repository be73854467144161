/// The position error that SiRF's and CSR's receivers estimate (`PSRFEPE`), in metres.
public struct PSRFEPE: Sendable, Hashable {
    /// Time of the position.
    public var time: TimeOfDay?
    /// Horizontal, above 0.
    public var horizontal: Double?
    /// Vertical, above 0.
    public var vertical: Double?

    init(_ fields: consuming FieldReader) {
        time = fields.timeOfDay()
        let isValid = fields.letter() == UInt8(ascii: "A")
        fields.skip()
        let (horizontal, vertical) = (fields.deviation(), fields.deviation())
        if isValid { (self.horizontal, self.vertical) = (horizontal, vertical) }
    }
}
