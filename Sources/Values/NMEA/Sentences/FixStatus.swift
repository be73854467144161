/// How a position was determined. One set of values for GGA's quality, the mode indicators of RMC, GLL, VTG and GNS,
/// and PUBX,00's status.
public enum FixStatus: UInt8, Sendable, Hashable {
    /// No position.
    case invalid
    /// From the satellites alone.
    case autonomous
    /// Corrected by a base station or SBAS.
    case differential
    /// With undegraded precise signals (PPS, or precise point positioning).
    case precise
    /// Carrier phase, whole cycles known.
    case realTimeKinematic
    /// Carrier phase, whole cycles not yet known.
    case floatRealTimeKinematic
    /// Dead reckoning.
    case estimated
    /// Entered by hand, or a surveyed point.
    case manual
    /// Made by a simulator.
    case simulated

    /// Converts GGA's quality indicator; `nil` if neither the standard nor gpsd's recordings contain it.
    init?(quality: Int) {
        switch quality {
        case 0: self = .invalid
        case 1: self = .autonomous
        case 2: self = .differential
        case 3: self = .precise
        case 4: self = .realTimeKinematic
        case 5: self = .floatRealTimeKinematic
        case 6: self = .estimated
        case 7: self = .manual
        case 8: self = .simulated
        // Trimble and NovAtel: 9 is a differential solution by SBAS.
        case 9: self = .differential
        default: return nil
        }
    }

    /// Converts the mode indicator of NMEA 2.3 and later; `nil` if it is unknown.
    init?(indicator: UInt8) {
        switch indicator {
        case UInt8(ascii: "N"): self = .invalid
        case UInt8(ascii: "A"): self = .autonomous
        case UInt8(ascii: "D"): self = .differential
        case UInt8(ascii: "P"): self = .precise
        case UInt8(ascii: "R"): self = .realTimeKinematic
        case UInt8(ascii: "F"): self = .floatRealTimeKinematic
        case UInt8(ascii: "E"): self = .estimated
        case UInt8(ascii: "M"): self = .manual
        case UInt8(ascii: "S"): self = .simulated
        default: return nil
        }
    }

    /// How good it is: the higher, the better.
    var rank: Int {
        switch self {
        case .invalid: 0
        case .simulated: 1
        case .manual: 2
        case .estimated: 3
        case .autonomous: 4
        case .differential: 5
        case .precise: 6
        case .floatRealTimeKinematic: 7
        case .realTimeKinematic: 8
        }
    }

    var needsSatellites: Bool {
        switch self {
        case .autonomous, .differential, .precise, .realTimeKinematic, .floatRealTimeKinematic: true
        case .invalid, .estimated, .manual, .simulated: false
        }
    }
}
