package import LocationModel

/// A point on the WGS 84 ellipsoid, in degrees.
///
/// It conforms to nothing else on purpose: clients add `Equatable`, `Hashable`, `Codable` and others themselves, and a
/// conformance in this module would make theirs an error.
@_weakLinked public struct CLLocationCoordinate2D: Sendable, BitwiseCopyable {
    /// Degrees north.
    public var latitude: CLLocationDegrees
    /// Degrees east.
    public var longitude: CLLocationDegrees

    /// 0° north, 0° east.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Takes the degrees unchanged; check ``CLLocationCoordinate2DIsValid(_:)`` before you use them.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Whether it is valid: a latitude of -90 to 90 and a longitude of -180 to 180 degrees, both finite.
@_weakLinked public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    coord.coordinate.isValid
}

/// A coordinate of a latitude and a longitude.
@_weakLinked public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

extension CLLocationCoordinate2D {
    /// The place of the daemon's.
    package init(_ coordinate: Coordinate) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// The same for the daemon.
    package var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}
