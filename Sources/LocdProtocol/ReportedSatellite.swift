public import LocationModel

/// A satellite in view, as `Sky` tells it.
///
/// Where it stands in the sky is left out on purpose: with the time, whole degrees of a few satellites tell where their
/// observer is, to kilometres and better where somebody watches them change.
public struct ReportedSatellite: Codable, Sendable, Hashable {
    /// The system, where the receiver tells.
    public var constellation: Satellite.Constellation?
    /// The number that the receiver gives it; numbering schemes differ.
    public var identifier: Int
    /// Carrier-to-noise density in dB-Hz; absent where nothing is heard of it.
    public var signalStrength: Double?
    /// Whether the solution uses it.
    public var isUsed: Bool

    /// What may be told of a satellite.
    public init(_ satellite: Satellite) {
        constellation = satellite.constellation
        identifier = satellite.identifier
        signalStrength = satellite.signalStrength.flatMap { $0.isFinite ? $0 : nil }
        isUsed = satellite.isUsed
    }
}
