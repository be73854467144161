/// Points of the map in a row.
@_weakLinked open class MKMultiPoint: MKShape {
    // Never empty, so that `points()` has an address; one more than there are.
    private let storage: UnsafeMutablePointer<MKMapPoint>
    /// How many there are.
    public let pointCount: Int

    /// No points, for subclasses.
    public override init() {
        pointCount = 0
        storage = .allocate(capacity: 1)
        storage.initialize(to: MKMapPoint())
        super.init()
    }

    init(of points: some Collection<MKMapPoint>) {
        pointCount = points.count
        storage = .allocate(capacity: max(points.count, 1))
        storage.initialize(to: MKMapPoint())
        for (index, point) in points.enumerated() { (storage + index).initialize(to: point) }
        super.init()
    }

    deinit {
        storage.deallocate()
    }

    /// The points, as long as this object is there: ``pointCount`` of them.
    open func points() -> UnsafeMutablePointer<MKMapPoint> { storage }

    /// Copies the places of some points into memory that has room for them. A range beyond the points ends the program.
    open func getCoordinates(_ coords: UnsafeMutablePointer<CLLocationCoordinate2D>, range: NSRange) {
        precondition(
            range.location >= 0 && range.length >= 0 && range.location <= pointCount - range.length,
            "The range goes beyond the points.")
        for index in 0..<range.length { coords[index] = storage[range.location + index].place }
    }

    /// The part of the whole length at which a point lies, 0...1, along the map. A number that is not a point's ends
    /// the program.
    open func location(atPointIndex index: Int) -> Double {
        let lengths = distances(to: index)
        let whole = distances(to: pointCount - 1)
        return whole > 0 ? lengths / whole : 0
    }

    /// The parts of the whole length at which some points lie.
    open func locations(atPointIndexes indexes: IndexSet) -> [Double] { indexes.map { location(atPointIndex: $0) } }

    /// The smallest rectangle of the map that all points are within.
    var bounds: MKMapRect {
        guard pointCount > 0 else { return .null }
        let points = UnsafeBufferPointer(start: storage, count: pointCount)
        var (left, right, top, bottom) = (storage[0].x, storage[0].x, storage[0].y, storage[0].y)
        for point in points {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
        return MKMapRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func distances(to index: Int) -> Double {
        precondition(index >= 0 && index < max(pointCount, 1), "There is no such point.")
        var sum = 0.0
        for next in 1..<max(index + 1, 1) {
            sum += hypot(storage[next].x - storage[next - 1].x, storage[next].y - storage[next - 1].y)
        }
        return sum
    }

    /// Map points of coordinates that follow each other: a step is never longer than half the map, so that a line over
    /// the antimeridian goes on beyond the edge.
    static func points(
        _ coordinates: UnsafePointer<CLLocationCoordinate2D>, count: Int
    ) -> [MKMapPoint] {
        let world = MKMapSize.world.width
        var points: [MKMapPoint] = []
        points.reserveCapacity(count)
        for index in 0..<max(count, 0) {
            var point = MKMapPoint(coordinates[index])
            if let last = points.last { point.x -= ((point.x - last.x) / world).rounded() * world }
            points.append(point)
        }
        return points
    }
}

extension MKMapRect {
    /// The place in its middle.
    var middle: CLLocationCoordinate2D {
        isNull ? kCLLocationCoordinate2DInvalid : MKCoordinateRegion(self).center
    }
}

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
