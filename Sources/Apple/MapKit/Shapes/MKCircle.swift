/// All places within so many metres of one.
@_weakLinked open class MKCircle: MKShape, MKOverlay {
    private let center: CLLocationCoordinate2D
    /// Metres.
    public let radius: CLLocationDistance

    /// Its middle.
    open override var coordinate: CLLocationCoordinate2D { center }

    /// The smallest rectangle that it is within, by the scale of the map at its middle; it may reach beyond the map's
    /// edges.
    open var boundingMapRect: MKMapRect {
        guard CLLocationCoordinate2DIsValid(center) else { return .null }
        let point = MKMapPoint(center)
        let reach = radius * MKMapPointsPerMeterAtLatitude(min(max(center.latitude, -MKMapPoint.edge), MKMapPoint.edge))
        return MKMapRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    }

    /// All places within `radius` metres of one.
    public init(center coord: CLLocationCoordinate2D, radius: CLLocationDistance) {
        (center, self.radius) = (coord, radius)
        super.init()
    }

    /// The circle that touches the longer sides of a rectangle of the map.
    public init(mapRect: MKMapRect) {
        center =
            mapRect.isNull ? kCLLocationCoordinate2DInvalid : MKMapPoint(x: mapRect.midX, y: mapRect.midY).coordinate
        radius = max(mapRect.width, mapRect.height) / 2 * MKMetersPerMapPointAtLatitude(center.latitude)
        super.init()
    }
}
