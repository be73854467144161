internal import Glibc
public import LocationModel

/// How the Earth is drawn on a plane: conformal, so that small shapes and all angles are right.
///
/// Mercator is that of web maps (EPSG:3857, but around a meridian of its own), the polar one is stereographic on the
/// same sphere. Both take geodetic latitudes for those of the sphere: north-south lengths are off by 0.7 % at most.
public enum MapProjection: Sendable, Hashable {
    /// Mercator; x is 0 at `meridian` (degrees east), y is 0 at the equator.
    case mercator(meridian: Double)
    /// Seen from above a pole, which is the origin. Greenwich points down in the north and up in the south.
    case polar(isNorth: Bool)

    /// Beyond this latitude Mercator draws nothing sensible: what lies beyond is drawn there.
    public static let mercatorLimit = 85.05112878
    /// Beyond this latitude the polar projection is chosen.
    static let polarLimit = 80.0

    /// What suits a box: Mercator around its middle; if it reaches towards one pole, the polar one.
    public init(for box: BoundingBox) {
        switch (box.south < -Self.polarLimit, box.north > Self.polarLimit) {
        case (false, true): self = .polar(isNorth: true)
        case (true, false): self = .polar(isNorth: false)
        default: self = .mercator(meridian: wrappedLongitude(box.west + box.width / 2))
        }
    }

    /// Where a place is drawn. Mercator draws it on the near side of the meridian opposite to its own.
    public func point(of place: Coordinate) -> MapPoint {
        point(latitude: place.latitude, longitude: place.longitude, isUnwrapped: false)
    }

    /// Where a place of a line is drawn whose longitudes go on beyond 180 degrees, so that the line is not torn.
    public func point(latitude: Double, unwrappedLongitude longitude: Double) -> MapPoint {
        point(latitude: latitude, longitude: longitude, isUnwrapped: true)
    }

    private func point(latitude: Double, longitude: Double, isUnwrapped: Bool) -> MapPoint {
        let radians = Double.pi / 180
        switch self {
        case .mercator(let meridian):
            let east = isUnwrapped ? longitude - meridian : wrappedLongitude(longitude - meridian)
            let north = min(max(latitude, -Self.mercatorLimit), Self.mercatorLimit)
            return MapPoint(
                x: WGS84.semiMajorAxis * east * radians, y: WGS84.semiMajorAxis * atanh(sin(north * radians)))
        case .polar(let isNorth):
            let north = isNorth ? latitude : -latitude
            // The other pole is infinitely far away.
            let radius = 2 * WGS84.semiMajorAxis * tan((90 - max(north, -85)) / 2 * radians)
            let (sine, cosine) = (sin(longitude * radians), cos(longitude * radians))
            return MapPoint(x: radius * sine, y: isNorth ? -radius * cosine : radius * cosine)
        }
    }

    /// The place that is drawn at a point.
    public func place(at point: MapPoint) -> Coordinate {
        let degrees = 180 / Double.pi
        switch self {
        case .mercator(let meridian):
            return Coordinate(
                latitude: asin(tanh(point.y / WGS84.semiMajorAxis)) * degrees,
                longitude: wrappedLongitude(meridian + point.x / WGS84.semiMajorAxis * degrees))
        case .polar(let isNorth):
            let radius = (point.x * point.x + point.y * point.y).squareRoot()
            let north = 90 - 2 * atan(radius / 2 / WGS84.semiMajorAxis) * degrees
            return Coordinate(
                latitude: isNorth ? north : -north,
                longitude: wrappedLongitude(atan2(point.x, isNorth ? -point.y : point.y) * degrees))
        }
    }

    /// Metres on the ground for one metre of the projection to the east at a point.
    public func groundScale(at point: MapPoint) -> Double {
        let latitude = place(at: point).latitude * .pi / 180
        switch self {
        case .mercator:
            // Exact on the ellipsoid, whose parallels are longer than the sphere's.
            return WGS84.radii(atSineOfLatitude: sin(latitude)).primeVertical * cos(latitude) / WGS84.semiMajorAxis
        case .polar:
            let square = point.x * point.x + point.y * point.y
            return 1 / (1 + square / (4 * WGS84.semiMajorAxis * WGS84.semiMajorAxis))
        }
    }

    /// The width of the whole Earth, after which Mercator repeats itself; `nil` if the projection does not.
    public var period: Double? {
        if case .mercator = self { return 2 * .pi * WGS84.semiMajorAxis }
        return nil
    }
}
