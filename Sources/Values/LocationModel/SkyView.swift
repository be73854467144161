/// The satellites that a receiver sees.
public struct SkyView: Sendable, Hashable {
    /// The receiver's time of the view, UTC.
    public var timestamp: Timestamp?
    /// Every satellite in view, used or not.
    public var satellites: [Satellite]
    /// Horizontal dilution of precision.
    public var hdop: Double?

    /// Creates a view of these satellites.
    public init(timestamp: Timestamp? = nil, satellites: [Satellite], hdop: Double? = nil) {
        self.timestamp = timestamp
        self.satellites = satellites
        self.hdop = hdop
    }

    /// The number of satellites used in the solution.
    public var used: Int { satellites.count(where: \.isUsed) }
}

/// One satellite in view.
public struct Satellite: Sendable, Hashable {
    /// The satellite system.
    public enum Constellation: String, Sendable, Hashable, Codable, CaseIterable {
        case gps, sbas, galileo, beidou, imes, qzss, glonass, navic
    }

    /// The system, if the receiver reports it.
    public var constellation: Constellation?
    /// The receiver's number for the satellite; numbering schemes differ.
    public var identifier: Int
    /// Degrees above the horizon, -90...90.
    public var elevation: Double?
    /// Degrees true, 0..<360.
    public var azimuth: Double?
    /// Carrier-to-noise density in dB-Hz.
    public var signalStrength: Double?
    /// Whether the solution uses the satellite.
    public var isUsed: Bool

    /// Creates a satellite with only a number.
    public init(constellation: Constellation? = nil, identifier: Int, isUsed: Bool = false) {
        self.constellation = constellation
        self.identifier = identifier
        self.isUsed = isUsed
    }
}
