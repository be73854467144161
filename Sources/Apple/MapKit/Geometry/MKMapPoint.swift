/// A point of the world map: the Mercator projection of the sphere with the radius of WGS 84's equator, in a square of
/// 2^28 points a side. x grows to the east from the antimeridian, y to the south from 85.05° north.
@_weakLinked public struct MKMapPoint: Sendable {
    /// Points east of the antimeridian.
    public var x: Double
    /// Points south of the map's upper edge.
    public var y: Double

    /// The map's upper left corner.
    public init() { (x, y) = (0, 0) }

    /// A point of the map.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// Where a place is on the map; (-1, -1) if it is not a place. Latitudes beyond the map's edge, 85.05°, are on the
    /// edge.
    public init(_ coordinate: CLLocationCoordinate2D) {
        guard CLLocationCoordinate2DIsValid(coordinate) else {
            self.init(x: -1, y: -1)
            return
        }
        let width = MKMapSize.world.width
        let latitude = min(max(coordinate.latitude, -MKMapPoint.edge), MKMapPoint.edge) * .pi / 180
        // Mercator's y, by the inverse hyperbolic tangent: it keeps its digits near the equator.
        self.init(
            x: (coordinate.longitude + 180) / 360 * width, y: width / 2 - atanh(sin(latitude)) * width / (2 * .pi))
    }

    /// The place of this point. Beyond the map's left and right edges the longitude goes on beyond 180°.
    public var coordinate: CLLocationCoordinate2D {
        let width = MKMapSize.world.width
        let latitude = atan(sinh((width / 2 - y) * 2 * .pi / width)) * 180 / .pi
        return CLLocationCoordinate2D(latitude: latitude, longitude: x / width * 360 - 180)
    }

    /// The same with a longitude of -180...180 there too.
    var place: CLLocationCoordinate2D {
        var place = coordinate
        if abs(place.longitude) > 180 { place.longitude = place.longitude.remainder(dividingBy: 360) }
        return place
    }

    /// Metres between the places of two points, along the WGS 84 geodesic.
    public func distance(to point: MKMapPoint) -> CLLocationDistance {
        let (here, there) = (coordinate, point.coordinate)
        return CLLocation(latitude: here.latitude, longitude: here.longitude)
            .distance(from: CLLocation(latitude: there.latitude, longitude: there.longitude))
    }

    /// The latitude at which the map is a square: atan(sinh π).
    static let edge = 85.051_128_779_806_59
}

/// Metres that one map point stands for at a latitude, on the sphere that the map projects: 0.149 at the equator.
@_weakLinked public func MKMetersPerMapPointAtLatitude(_ latitude: CLLocationDegrees) -> CLLocationDistance {
    cos(latitude * .pi / 180) * equator / MKMapSize.world.width
}

/// Map points that stand for one metre at a latitude: 6.70 at the equator.
@_weakLinked public func MKMapPointsPerMeterAtLatitude(_ latitude: CLLocationDegrees) -> Double {
    1 / MKMetersPerMapPointAtLatitude(latitude)
}

/// Metres between the places of two points.
@_weakLinked public func MKMetersBetweenMapPoints(_ a: MKMapPoint, _ b: MKMapPoint) -> CLLocationDistance {
    a.distance(to: b)
}

/// A point of the map.
@_weakLinked public func MKMapPointMake(_ x: Double, _ y: Double) -> MKMapPoint { MKMapPoint(x: x, y: y) }

/// Where a place is on the map.
@_weakLinked public func MKMapPointForCoordinate(_ coordinate: CLLocationCoordinate2D) -> MKMapPoint {
    MKMapPoint(coordinate)
}

/// The place of a point.
@_weakLinked public func MKCoordinateForMapPoint(_ mapPoint: MKMapPoint) -> CLLocationCoordinate2D {
    mapPoint.coordinate
}

/// Whether two points are one.
@_weakLinked public func MKMapPointEqualToPoint(_ point1: MKMapPoint, _ point2: MKMapPoint) -> Bool {
    point1.x == point2.x && point1.y == point2.y
}

/// Metres around the sphere that the map projects: 2 π times 6,378,137 m.
let equator = 2 * Double.pi * 6_378_137
