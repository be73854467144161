internal import Glibc
package import LocationModel

/// Metres of a degree where it is: right to a thousandth within some kilometres of a latitude.
package struct LocalScale: Sendable, Hashable, Codable {
    /// Degrees of latitude for which it is the same, as parts of one.
    private static let steps = 50.0

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
    package var isValid: Bool {
        abs(latitude) <= 90 && (0...112_000).contains(east)
            && (north == 0 && east == 0 || (110_000...112_000).contains(north))
    }

    /// The way from one place to another. A leap and the leap back are exact opposites.
    package mutating func way(from start: Coordinate, to end: Coordinate) -> PlaneVector {
        // Of the latitude in the middle, which is that of the way back, too.
        let latitude = ((start.latitude + end.latitude) * (Self.steps / 2)).rounded() / Self.steps
        if north == 0 || latitude != self.latitude { self = LocalScale(at: latitude) }
        return PlaneVector(
            north: (end.latitude - start.latitude) * north,
            east: wrappedLongitude(end.longitude - start.longitude) * east)
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
