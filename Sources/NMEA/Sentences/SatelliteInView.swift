/// One satellite of a GSV.
public struct SatelliteInView: Sendable, Hashable {
    /// The number that the receiver gives it, 1...999; numbering schemes differ.
    public var number: UInt16
    /// Degrees above the horizon, -90...90.
    public var elevation: Double?
    /// Degrees true, 0..<360.
    public var azimuth: Double?
    /// Carrier-to-noise density in dB-Hz, above 0; absent while not tracked.
    public var signalStrength: Double?

    /// Reads four fields; `nil` if the first is not a satellite number.
    init?(_ fields: inout FieldReader) {
        let number = fields.integer(in: 1...999)
        let elevation = fields.number()
        let azimuth = fields.direction()
        let strength = fields.magnitude()
        guard let number else { return nil }
        self.number = UInt16(number)
        self.elevation = elevation.flatMap { abs($0) <= 90 ? $0 : nil }
        self.azimuth = azimuth
        signalStrength = strength.flatMap { $0 > 0 && $0 < 100 ? $0 : nil }
    }
}
