import LocationModel
import LocdTestSupport

extension Location {
    /// A location with everything that a receiver can say.
    static func full(_ seconds: Double = 0, at place: Coordinate = .sample) -> Location {
        var location = Location(timestamp: .sample(seconds), coordinate: place)
        location.horizontalAccuracy = 4
        location.altitude = 432.5
        location.ellipsoidalAltitude = 480.5
        location.verticalAccuracy = 6
        location.speed = 10
        location.speedAccuracy = 0.5
        location.course = 84.25
        location.courseAccuracy = 2
        location.fix = .fix3D
        location.satellitesUsed = 9
        location.hdop = 0.9
        return location
    }
}

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
