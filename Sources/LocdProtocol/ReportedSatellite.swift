public import LocationModel

/// A satellite in view, in the reply of `Sky`.
///
/// With the time, the directions of a few satellites reveal the observer's position to kilometres, and better if they are
/// watched over time: they are absent while there is no location, and in a private region.
public struct ReportedSatellite: Codable, Sendable, Hashable {
    /// The system, if the receiver reports it.
    public var constellation: Satellite.Constellation?
    /// The receiver's number for it; numbering schemes differ.
    public var identifier: Int
    /// Carrier-to-noise density in dB-Hz; absent if there is no signal.
    public var signalStrength: Double?
    /// Degrees above the horizon, -90 to 90; absent if unknown.
    public var elevation: Double?
    /// Degrees from true north, clockwise, 0 to 360; absent if unknown.
    public var azimuth: Double?
    /// Whether the solution uses it.
    public var isUsed: Bool

    /// Creates the wire form of a satellite.
    public init(_ satellite: Satellite) {
        constellation = satellite.constellation
        identifier = satellite.identifier
        signalStrength = satellite.signalStrength.flatMap { $0.isFinite ? $0 : nil }
        elevation = satellite.elevation.flatMap { $0.isFinite ? $0 : nil }
        azimuth = satellite.azimuth.flatMap { $0.isFinite ? $0 : nil }
        isUsed = satellite.isUsed
    }
}
