/// A navigation satellite system. The raw values 1 to 6 are NMEA 0183 4.11's system identifiers; SBAS has none.
public enum SatelliteSystem: UInt8, Sendable, Hashable {
    case sbas = 0
    case gps = 1
    case glonass = 2
    case galileo = 3
    case beidou = 4
    case qzss = 5
    case navic = 6

    /// The system of a satellite whose sentence names none, by the ranges that NMEA 0183 and the makers agree on:
    /// 1 to 32 GPS, 33 to 64 and 120 to 158 SBAS, 65 to 96 GLONASS, 193 to 200 QZSS, 201 to 263 and 401 to 463
    /// BeiDou, 301 to 336 Galileo. `nil` for any other number.
    public init?(satellite number: UInt16) {
        switch number {
        case 1...32: self = .gps
        case 33...64, 120...158: self = .sbas
        case 65...96: self = .glonass
        case 193...200: self = .qzss
        case 201...263, 401...463: self = .beidou
        case 301...336: self = .galileo
        default: return nil
        }
    }

    /// The system of a satellite of which the sentence names a system. Receivers list SBAS, QZSS and GLONASS under
    /// GPS too, with numbers that no GPS satellite has.
    init?(satellite number: UInt16, under system: SatelliteSystem?) {
        guard let system else {
            self.init(satellite: number)
            return
        }
        guard system == .gps, !(1...32).contains(number) else {
            self = system
            return
        }
        self = SatelliteSystem(satellite: number) ?? .gps
    }
}
