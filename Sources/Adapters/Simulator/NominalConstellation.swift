import Glibc
import LocationModel

/// Satellites on the nominal orbits of GPS (30 in six planes) and GLONASS (24 in three): in number, height and speed
/// like the real ones over any place at any time, but not the real ones of that day.
enum NominalConstellation {
    /// A satellite as seen from a place.
    struct Sighting: Sendable, Hashable {
        var constellation: Satellite.Constellation
        /// NMEA's number: 1 to 32 GPS, 65 to 96 GLONASS.
        var identifier: Int
        /// Degrees above the horizon, greater than 0.
        var elevation: Double
        /// Degrees true, 0..<360.
        var azimuth: Double
    }

    private struct Orbit {
        let constellation: Satellite.Constellation
        let identifier: Int
        /// Radians at 1970-01-01T00:00:00Z: longitude of the ascending node, and angle from there along the orbit.
        let node: Double
        let argument: Double
        let shape: Shape
    }

    private struct Shape {
        /// Metres from the centre of the Earth.
        let radius: Double
        let inclination: (sin: Double, cos: Double)
        /// Radians per second, by Kepler's third law.
        let motion: Double

        init(radius: Double, inclination: Double) {
            self.radius = radius
            self.inclination = (sin(inclination * radian), cos(inclination * radian))
            motion = (3.986004418e14 / (radius * radius * radius)).squareRoot()
        }
    }

    /// Interface specifications: IS-GPS-200 (26,559.7 km, 55°) and the GLONASS ICD (25,508 km, 64.8°).
    private static let orbits: [Orbit] =
        walker(.gps, first: 1, planes: 6, slots: 5, phase: 24, shape: Shape(radius: 26_559_700, inclination: 55))
        + walker(
            .glonass, first: 65, planes: 3, slots: 8, phase: 15, shape: Shape(radius: 25_508_000, inclination: 64.8))

    private static func walker(
        _ constellation: Satellite.Constellation, first: Int, planes: Int, slots: Int, phase: Double, shape: Shape
    ) -> [Orbit] {
        (0..<planes * slots).map { index in
            let (plane, slot) = index.quotientAndRemainder(dividingBy: slots)
            return Orbit(
                constellation: constellation, identifier: first + index,
                node: Double(plane) * 360 / Double(planes) * radian,
                argument: (Double(slot) * 360 / Double(slots) + Double(plane) * phase) * radian, shape: shape)
        }
    }

    /// The satellites above the horizon of a place at a time, by number.
    static func sightings(from place: Coordinate, altitude: Double, at time: Timestamp) -> [Sighting] {
        let horizon = Horizon(place, altitude: altitude)
        let seconds = Double(time.milliseconds) / 1000
        return orbits.compactMap { orbit in
            let along = orbit.argument + orbit.shape.motion * seconds
            // The Earth rotates below the orbit.
            let node = orbit.node - 7.2921151467e-5 * seconds
            let (x, y) = (cos(along), sin(along) * orbit.shape.inclination.cos)
            let radius = orbit.shape.radius
            let (elevation, azimuth) = horizon.direction(
                x: radius * (x * cos(node) - y * sin(node)), y: radius * (x * sin(node) + y * cos(node)),
                z: radius * sin(along) * orbit.shape.inclination.sin)
            guard elevation > 0 else { return nil }
            return Sighting(
                constellation: orbit.constellation, identifier: orbit.identifier, elevation: elevation,
                azimuth: azimuth)
        }
    }
}

/// The tangent plane of a place, and the direction from it to an Earth-fixed position (metres).
private struct Horizon {
    private let sinLatitude: Double
    private let cosLatitude: Double
    private let sinLongitude: Double
    private let cosLongitude: Double
    private let origin: (x: Double, y: Double, z: Double)

    init(_ place: Coordinate, altitude: Double) {
        sinLatitude = sin(place.latitude * radian)
        cosLatitude = cos(place.latitude * radian)
        sinLongitude = sin(place.longitude * radian)
        cosLongitude = cos(place.longitude * radian)
        let normal = WGS84.radii(atSineOfLatitude: sinLatitude).primeVertical
        origin = (
            (normal + altitude) * cosLatitude * cosLongitude, (normal + altitude) * cosLatitude * sinLongitude,
            (normal * (1 - WGS84.eccentricitySquared) + altitude) * sinLatitude
        )
    }

    /// Degrees: elevation -90...90, azimuth 0..<360.
    func direction(x: Double, y: Double, z: Double) -> (elevation: Double, azimuth: Double) {
        let (dx, dy, dz) = (x - origin.x, y - origin.y, z - origin.z)
        let east = -sinLongitude * dx + cosLongitude * dy
        let north = -sinLatitude * cosLongitude * dx - sinLatitude * sinLongitude * dy + cosLatitude * dz
        let up = cosLatitude * cosLongitude * dx + cosLatitude * sinLongitude * dy + sinLatitude * dz
        let azimuth = atan2(east, north) / radian
        return (atan2(up, hypot(east, north)) / radian, azimuth < 0 ? azimuth + 360 : azimuth)
    }
}

private let radian = Double.pi / 180
