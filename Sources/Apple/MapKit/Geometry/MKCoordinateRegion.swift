/// How far a region reaches in latitude and in longitude, in degrees.
@_weakLinked public struct MKCoordinateSpan: Sendable {
    /// Degrees from south to north; one is about 111 km.
    public var latitudeDelta: CLLocationDegrees
    /// Degrees from west to east; one is about 111 km at the equator and nothing at the poles.
    public var longitudeDelta: CLLocationDegrees

    /// Nothing.
    public init() { (latitudeDelta, longitudeDelta) = (0, 0) }

    /// A span of degrees.
    public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
        (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
    }
}

/// A part of the Earth between two meridians and two parallels.
@_weakLinked public struct MKCoordinateRegion: Sendable {
    /// Its middle, in degrees.
    public var center: CLLocationCoordinate2D
    /// How far it reaches, half of it to each side of the middle.
    public var span: MKCoordinateSpan

    /// Nothing, where the equator meets the prime meridian.
    public init() { (center, span) = (CLLocationCoordinate2D(), MKCoordinateSpan()) }

    /// A middle and a span.
    public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) { (self.center, self.span) = (center, span) }

    /// A middle, and metres from south to north and from west to east, on the sphere that the map projects.
    public init(
        center centerCoordinate: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
        longitudinalMeters: CLLocationDistance
    ) {
        let degree = equator / 360
        let shrunk = max(cos(centerCoordinate.latitude * .pi / 180), 0)
        let longitudes = shrunk > 0 ? longitudinalMeters / (degree * shrunk) : 360
        self.init(
            center: centerCoordinate,
            span: MKCoordinateSpan(
                latitudeDelta: min(latitudinalMeters / degree, 180), longitudeDelta: min(longitudes, 360)))
    }

    /// The part of the Earth that a rectangle of the map shows.
    public init(_ rect: MKMapRect) {
        let corner = MKMapPoint(x: rect.minX, y: rect.minY).coordinate
        let opposite = MKMapPoint(x: rect.maxX, y: rect.maxY).coordinate
        let longitude = (corner.longitude + opposite.longitude) / 2
        self.init(
            center: CLLocationCoordinate2D(
                latitude: (corner.latitude + opposite.latitude) / 2,
                longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude),
            span: MKCoordinateSpan(
                latitudeDelta: corner.latitude - opposite.latitude,
                longitudeDelta: opposite.longitude - corner.longitude))
    }
}

/// A span of degrees.
@_weakLinked public func MKCoordinateSpanMake(
    _ latitudeDelta: CLLocationDegrees, _ longitudeDelta: CLLocationDegrees
) -> MKCoordinateSpan {
    MKCoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
}

/// A middle and a span.
@_weakLinked public func MKCoordinateRegionMake(
    _ centerCoordinate: CLLocationCoordinate2D, _ span: MKCoordinateSpan
) -> MKCoordinateRegion {
    MKCoordinateRegion(center: centerCoordinate, span: span)
}

/// A middle, and metres from south to north and from west to east.
@_weakLinked public func MKCoordinateRegionMakeWithDistance(
    _ centerCoordinate: CLLocationCoordinate2D, _ latitudinalMeters: CLLocationDistance,
    _ longitudinalMeters: CLLocationDistance
) -> MKCoordinateRegion {
    MKCoordinateRegion(
        center: centerCoordinate, latitudinalMeters: latitudinalMeters, longitudinalMeters: longitudinalMeters)
}

/// The part of the Earth that a rectangle of the map shows.
@_weakLinked public func MKCoordinateRegionForMapRect(_ rect: MKMapRect) -> MKCoordinateRegion {
    MKCoordinateRegion(rect)
}

extension NSValue {
    /// A coordinate as an object. Foundation on Linux takes no structures but its own: it is kept as a point.
    @_weakLinked public convenience init(mkCoordinate coordinate: CLLocationCoordinate2D) {
        self.init(point: NSPoint(x: coordinate.latitude, y: coordinate.longitude))
    }

    /// The coordinate that it was made of.
    @_weakLinked public var mkCoordinateValue: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: pointValue.x, longitude: pointValue.y)
    }

    /// A span as an object, kept as a size.
    @_weakLinked public convenience init(mkCoordinateSpan span: MKCoordinateSpan) {
        self.init(size: NSSize(width: span.longitudeDelta, height: span.latitudeDelta))
    }

    /// The span that it was made of.
    @_weakLinked public var mkCoordinateSpanValue: MKCoordinateSpan {
        MKCoordinateSpan(latitudeDelta: sizeValue.height, longitudeDelta: sizeValue.width)
    }
}
