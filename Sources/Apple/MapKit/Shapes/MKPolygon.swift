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
        let corners = MKMultiPoint.points(coords, count: count)
        let xs = corners.map(\.x)
        let outer = (xs.min() ?? 0)...(xs.max() ?? 0)
        self.interiorPolygons = interiorPolygons?.map { $0.moved(into: outer) }
        super.init(of: corners)
    }

    /// A hole of an area over the antimeridian: if it is beyond the area from west to east, and would be within a
    /// world's width beside, it is there.
    private func moved(into outer: ClosedRange<Double>) -> MKPolygon {
        let world = MKMapSize.world.width
        let first = points()[0].x
        guard pointCount > 0, !outer.contains(first),
            let shift = [world, -world].first(where: { outer.contains(first + $0) })
        else { return self }
        let corners = UnsafeBufferPointer(start: points(), count: pointCount)
            .map { MKMapPoint(x: $0.x + shift, y: $0.y) }
        return MKPolygon(points: corners, count: corners.count, interiorPolygons: interiorPolygons)
    }
}
