import LocationModel
import LocdTestSupport

extension SkyView {
    /// Satellites of several systems.
    static var several: SkyView {
        func satellite(
            _ constellation: Satellite.Constellation, _ identifier: Int, _ isUsed: Bool = true
        ) -> Satellite {
            var satellite = Satellite(constellation: constellation, identifier: identifier, isUsed: isUsed)
            satellite.elevation = Double(identifier % 90)
            satellite.azimuth = Double(identifier * 3 % 360)
            satellite.signalStrength = 30
            return satellite
        }
        return SkyView(
            timestamp: .sample(0),
            satellites: [
                satellite(.gps, 1), satellite(.gps, 7), satellite(.gps, 30, false), satellite(.gps, 12),
                satellite(.gps, 15), satellite(.glonass, 65), satellite(.galileo, 301), satellite(.sbas, 123, false),
            ], hdop: 0.9)
    }
}
