/// The satellites that a receiver sees, of all systems and signals, each once.
public struct SkyReport: Sendable, Hashable {
    /// One satellite.
    public struct Satellite: Sendable, Hashable {
        /// The system, if reported or evident from the number.
        public var system: SatelliteSystem?
        /// The number that the receiver gives it.
        public var number: UInt16
        /// Degrees above the horizon, -90...90.
        public var elevation: Double?
        /// Degrees true, 0..<360.
        public var azimuth: Double?
        /// Carrier-to-noise density in dB-Hz, above 0, of its strongest signal.
        public var signalStrength: Double?
        /// Whether the solution uses it.
        public var isUsed: Bool
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, where known.
    public var time: Int64?
    /// In the order of the sentences.
    public var satellites: [Satellite]
    /// Horizontal dilution of precision, above 0.
    public var hdop: Double?
}
