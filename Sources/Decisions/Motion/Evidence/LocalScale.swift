internal import Glibc
package import LocationModel

/// Metres of a degree where it is: right to a thousandth within some kilometres of a latitude.
package struct LocalScale: Sendable, Hashable, Codable {
    /// Degrees of latitude by which it may be off.
    private static let validity = 0.02

    private var latitude = 0.0
    private var east = 0.0
    private var north = 0.0

    package init() {}

    private init(at latitude: Double) {
        let radians = Double.pi / 180
        let sine = sin(latitude * radians)
        let (meridian, primeVertical) = WGS84.radii(atSineOfLatitude: sine)
        self.latitude = latitude
        east = primeVertical * max(0, 1 - sine * sine).squareRoot() * radians
        north = meridian * radians
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    package var isValid: Bool { abs(latitude) <= 90 && (0...1e6).contains(east) && (0...1e6).contains(north) }

    /// The way from one place to another. A leap and the leap back are exact opposites.
    package mutating func way(from start: Coordinate, to end: Coordinate) -> PlaneVector {
        var scale = self
        if north == 0 || abs(end.latitude - latitude) > Self.validity {
            scale = LocalScale(at: (start.latitude + end.latitude) / 2)
            if abs(end.latitude - start.latitude) <= Self.validity { self = LocalScale(at: end.latitude) }
        }
        return PlaneVector(
            north: (end.latitude - start.latitude) * scale.north,
            east: wrappedLongitude(end.longitude - start.longitude) * scale.east)
    }

    /// The place at this distance in metres from another.
    package func place(_ way: PlaneVector, from start: Coordinate) -> Coordinate {
        let scale = LocalScale(at: start.latitude)
        let latitude = min(max(start.latitude + way.north / scale.north, -90), 90)
        // At a pole all longitudes are the same place.
        guard scale.east > 0.01 else { return Coordinate(latitude: latitude, longitude: start.longitude) }
        return Coordinate(latitude: latitude, longitude: wrappedLongitude(start.longitude + way.east / scale.east))
    }
}
