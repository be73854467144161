/// A point on the WGS 84 ellipsoid, in degrees: latitude positive north, longitude positive east.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north, -90...90 where ``isValid``.
    public var latitude: Double
    /// Degrees east, -180...180 where ``isValid``.
    public var longitude: Double

    /// Takes the values as they are; ask ``isValid`` before relying on them.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Both finite and in range.
    public var isValid: Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180
    }

    /// Latitude and longitude both exactly zero: what a receiver says that knows nothing.
    public var isNullIsland: Bool {
        latitude == 0 && longitude == 0
    }

    /// Metres to `other` along the WGS 84 geodesic (Karney 2013, about 15 nm accurate); altitude is not counted.
    /// NaN where a latitude is out of range or a value is not finite; longitudes may go round.
    public func distance(to other: Coordinate) -> Double {
        Geodesic(from: self, to: other).distance
    }

    /// The geodesic to `other`: metres, and the initial bearing in degrees true, 0..<360.
    /// Between one point and itself, and between antipodes, the bearing is one of the many that are right.
    public func geodesic(to other: Coordinate) -> (distance: Double, initialBearing: Double) {
        let line = Geodesic(from: self, to: other)
        let azimuth = line.initialAzimuth.degrees
        let bearing = azimuth < 0 ? azimuth + 360 : azimuth
        // An azimuth just below zero rounds up to 360.
        return (line.distance, bearing < 360 ? bearing : bearing.isNaN ? bearing : 0)
    }

    /// The point `distance` metres away along `bearing` degrees true.
    public func moved(by distance: Double, bearing: Double) -> Coordinate {
        Geodesic.end(from: self, azimuth: bearing, distance: distance)
    }
}
