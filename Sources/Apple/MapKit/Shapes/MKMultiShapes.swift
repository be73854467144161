import LocationModel

/// Several areas that are one overlay.
@_weakLinked open class MKMultiPolygon: MKShape, MKOverlay {
    /// The areas.
    public let polygons: [MKPolygon]
    /// The smallest rectangle that all are within.
    open var boundingMapRect: MKMapRect { polygons.reduce(.null) { $0.union($1.boundingMapRect) } }
    /// The middle of that.
    open override var coordinate: CLLocationCoordinate2D { boundingMapRect.middle }

    /// Several areas.
    public init(_ polygons: [MKPolygon]) {
        self.polygons = polygons
        super.init()
    }
}

/// Several lines that are one overlay.
@_weakLinked open class MKMultiPolyline: MKShape, MKOverlay {
    /// The lines.
    public let polylines: [MKPolyline]
    /// The smallest rectangle that all are within.
    open var boundingMapRect: MKMapRect { polylines.reduce(.null) { $0.union($1.boundingMapRect) } }
    /// The middle of that.
    open override var coordinate: CLLocationCoordinate2D { boundingMapRect.middle }

    /// Several lines.
    public init(_ polylines: [MKPolyline]) {
        self.polylines = polylines
        super.init()
    }
}

/// The shortest line on the Earth through places: points are added to it, 100 km apart at most.
@_weakLinked open class MKGeodesicPolyline: MKPolyline {
    /// A line through points of the map.
    public override init(points: UnsafePointer<MKMapPoint>, count: Int) {
        let places = UnsafeBufferPointer(start: points, count: max(count, 0)).map(\.place)
        let all = Self.filled(places)
        super.init(coordinates: all, count: all.count)
    }

    /// A line through places.
    public override init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
        let all = Self.filled(Array(UnsafeBufferPointer(start: coords, count: max(count, 0))))
        super.init(coordinates: all, count: all.count)
    }

    private static func filled(_ places: [CLLocationCoordinate2D]) -> [CLLocationCoordinate2D] {
        var all = Array(places.prefix(1))
        for (from, to) in zip(places, places.dropFirst()) {
            let (start, end) = (from.coordinate, to.coordinate)
            // The way around the Earth is 40,000 km: 400 steps at most.
            if start.isValid, end.isValid {
                let (distance, bearing) = start.geodesic(to: end)
                let step = 100_000.0
                for metres in stride(from: step, to: distance, by: step) {
                    all.append(CLLocationCoordinate2D(start.moved(by: metres, bearing: bearing)))
                }
            }
            all.append(to)
        }
        return all
    }
}

/// Which tile of a map is meant: column, row and zoom level.
@_weakLinked public struct MKTileOverlayPath: Sendable {
    /// Columns from the antimeridian.
    public var x: Int
    /// Rows from the north.
    public var y: Int
    /// The map has 2^z columns.
    public var z: Int
    /// Pixels of a point.
    public var contentScaleFactor: Double

    /// The tile of the whole map.
    public init() { (x, y, z, contentScaleFactor) = (0, 0, 0, 1) }

    /// A tile.
    public init(x: Int, y: Int, z: Int, contentScaleFactor: Double) {
        (self.x, self.y, self.z, self.contentScaleFactor) = (x, y, z, contentScaleFactor)
    }
}
