/// An area of the map between corners, with holes.
@_weakLinked open class MKPolygon: MKMultiPoint, MKOverlay {
    /// Its holes; `nil` without any.
    public let interiorPolygons: [MKPolygon]?
    /// The smallest rectangle that it is within.
    open var boundingMapRect: MKMapRect { bounds }
    /// The middle of that.
    open override var coordinate: CLLocationCoordinate2D { bounds.middle }

    /// An area without corners.
    public override init() {
        interiorPolygons = nil
        super.init()
    }

    /// An area between points of the map.
    public init(points: UnsafePointer<MKMapPoint>, count: Int) {
        interiorPolygons = nil
        super.init(of: UnsafeBufferPointer(start: points, count: max(count, 0)))
    }

    /// An area between points of the map, with holes.
    public init(points: UnsafePointer<MKMapPoint>, count: Int, interiorPolygons: [MKPolygon]?) {
        self.interiorPolygons = interiorPolygons
        super.init(of: UnsafeBufferPointer(start: points, count: max(count, 0)))
    }

    /// An area between places. From one to the next it goes the shorter way, over the antimeridian too.
    public init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
        interiorPolygons = nil
        super.init(of: MKMultiPoint.points(coords, count: count))
    }

    /// An area between places, with holes.
    public init(
        coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int, interiorPolygons: [MKPolygon]?
    ) {
        self.interiorPolygons = interiorPolygons
        super.init(of: MKMultiPoint.points(coords, count: count))
    }
}
