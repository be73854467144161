/// A point on the WGS 84 ellipsoid, in degrees: latitude positive north, longitude positive east.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north, -90...90 if ``isValid``.
    public var latitude: Double
    /// Degrees east, -180...180 if ``isValid``.
    public var longitude: Double

    /// Creates a coordinate from unchecked values; check ``isValid`` before relying on them.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both values are finite and in range.
    public var isValid: Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180
    }

    /// Whether latitude and longitude are both exactly zero, as a receiver without a position may report.
    public var isNullIsland: Bool {
        latitude == 0 && longitude == 0
    }

    /// Metres to `other` along the WGS 84 geodesic (Karney 2013, about 15 nm accurate), ignoring altitude.
    /// NaN if a latitude is out of range or a value is not finite; longitudes may exceed their range.
    public func distance(to other: Coordinate) -> Double {
        Geodesic(from: self, to: other).distance
    }

    /// The geodesic to `other`: metres, and the initial bearing in degrees true, 0..<360.
    /// From a point to itself or to its antipode, the bearing is one of many valid ones.
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

extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey {
        case latitude
        case longitude
    }

    /// Reads two numbers, in degrees; throws if the coordinate is not ``isValid``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        guard isValid else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "not on Earth: \(latitude), \(longitude)")
        }
    }

    /// Writes two numbers, in degrees.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
    }
}

/// A difference of longitudes, or a longitude, brought to -180..<180 degrees: the shorter way around the Earth.
@inlinable
package func wrappedLongitude(_ degrees: Double) -> Double {
    if degrees >= -180, degrees < 180 { return degrees }
    return degrees - 360 * ((degrees + 180) / 360).rounded(.down)
}
