/// A line through points of the map.
@_weakLinked open class MKPolyline: MKMultiPoint, MKOverlay {
    /// The smallest rectangle that it is within.
    open var boundingMapRect: MKMapRect { bounds }
    /// The middle of that.
    open override var coordinate: CLLocationCoordinate2D { bounds.middle }

    /// A line without points.
    public override init() { super.init() }

    /// A line through points of the map.
    public init(points: UnsafePointer<MKMapPoint>, count: Int) {
        super.init(of: UnsafeBufferPointer(start: points, count: max(count, 0)))
    }

    /// A line through places. From one to the next it goes the shorter way, over the antimeridian too.
    public init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
        super.init(of: MKMultiPoint.points(coords, count: count))
    }
}
