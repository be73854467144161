/// All points within a radius around a point.
@_weakLinked open class CLCircularRegion: CLRegion {
    /// The middle.
    open override var center: CLLocationCoordinate2D { circle?.center ?? kCLLocationCoordinate2DInvalid }
    /// Metres.
    open override var radius: CLLocationDistance { circle?.radius ?? -1 }

    /// A circle around a point, `radius` in metres, at most ``CLLocationManager/maximumRegionMonitoringDistance``.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        super.init(identifier: identifier, circle: CLRegionCircle(center: center, radius: radius))
    }

    /// Reads an archive; `nil` if it contains no circle.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard circle != nil else { return nil }
    }

    /// A region that does not change with this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copied(to: CLCircularRegion(center: center, radius: radius, identifier: identifier))
    }

    /// Whether a point is inside, the boundary included; along the WGS 84 geodesic.
    open override func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        CLRegionCircle(center: center, radius: radius).contains(coordinate)
    }

    /// Identifier, centre and radius.
    open override var description: String {
        let circle = String(
            format: "center:<%+.8f,%+.8f>, radius:%.2fm", center.latitude, center.longitude, radius)
        return "\(type(of: self)) (identifier:'\(identifier)', \(circle))"
    }
}
