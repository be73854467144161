import LocdTestSupport
import MapKit
import Testing

@Suite("Points, rectangles and regions of the map")
struct MapGeometryTests {
    private static let world = 268_435_456.0

    @Test(  // The middle of the projection, and its edges at atan(sinh π).
        arguments: [
            (0.0, 0.0, 134_217_728.0, 134_217_728.0, 1e-6), (0, -180, 0, 134_217_728, 1e-6),
            (0, 180, 268_435_456, 134_217_728, 1e-6),
            (85.051_128_779_806_59, 0, 134_217_728, 0, 1e-3),
            (-85.051_128_779_806_59, 0, 134_217_728, 268_435_456, 1e-3),
            (89, 0, 134_217_728, 0, 1e-3),
        ])
    func `Places are where the tiles of the world show them`(
        latitude: Double, longitude: Double, x: Double, y: Double, tolerance: Double
    ) {
        let point = MKMapPoint(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
        #expect(abs(point.x - x) <= tolerance && abs(point.y - y) <= tolerance, "\(point)")
    }

    @Test func `Tiles of zoom 18 are 1024 map points wide, and places lie in theirs`() {
        // OpenStreetMap wiki, tile names: 35.6590699, 139.7006793 is in tile 232798, 103246 of zoom 18.
        let point = MKMapPoint(CLLocationCoordinate2D(latitude: 35.659_069_9, longitude: 139.700_679_3))
        #expect((Int(point.x / 1024), Int(point.y / 1024)) == (232_798, 103_246))
    }

    // OpenStreetMap wiki, Zoom levels: 156,543.03 m for a pixel of zoom 0 at the equator, of which a map point is
    // 2^-20.
    @Test(arguments: [(0.0, 1.0), (60, 0.5), (-60, 0.5)])
    func `Metres of a map point are those of the published zoom levels`(latitude: Double, part: Double) {
        let metres = 156_543.033_928_041 / 1_048_576 * part
        #expect(abs(MKMetersPerMapPointAtLatitude(latitude) - metres) < 1e-9)
        #expect(abs(MKMapPointsPerMeterAtLatitude(latitude) * metres - 1) < 1e-8)
    }

    @Test func `What is no place is no point`() {
        for (latitude, longitude) in [(91.0, 0.0), (0, 181), (.nan, 0), (0, .infinity)] {
            let point = MKMapPoint(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
            #expect((point.x, point.y) == (-1, -1))
        }
    }

    @Test func `A place becomes a point and the same place again`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let place = CLLocationCoordinate2D(
                latitude: .random(in: -85...85, using: &random), longitude: .random(in: -180...180, using: &random))
            let again = MKMapPoint(place).coordinate
            #expect(abs(again.latitude - place.latitude) < 1e-9 && abs(again.longitude - place.longitude) < 1e-9)
        }
    }

    @Test func `Metres between points are those between their places`() {
        let newYork = CLLocationCoordinate2D(latitude: 40.7128, longitude: -74.0060)
        let london = CLLocationCoordinate2D(latitude: 51.5074, longitude: -0.1278)
        let metres = MKMetersBetweenMapPoints(MKMapPoint(newYork), MKMapPoint(london))
        #expect(abs(metres - 5_585_234) < 1)
        // A short way is as long as the scale says, but for the flattening.
        let here = MKMapPoint(london)
        let east = MKMapPoint(x: here.x + 1000, y: here.y)
        #expect(abs(here.distance(to: east) / (1000 * MKMetersPerMapPointAtLatitude(51.5074)) - 1) < 0.0035)
    }

    @Test func `A region of metres spans as many degrees as there are metres in one`() {
        // 40,075,016.69 m around the equator: 111,319.49 m in a degree.
        let equator = MKCoordinateRegion(
            center: CLLocationCoordinate2D(latitude: 0, longitude: 8), latitudinalMeters: 1000, longitudinalMeters: 1000
        )
        #expect(abs(equator.span.latitudeDelta - 0.008_983_152_841_195) < 1e-12)
        #expect(abs(equator.span.longitudeDelta - 0.008_983_152_841_195) < 1e-12)
        let north = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2D(latitude: 60, longitude: 8), 1000, 1000)
        #expect(abs(north.span.longitudeDelta - 2 * north.span.latitudeDelta) < 1e-12)
        let pole = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2D(latitude: 90, longitude: 8), 1000, 1000)
        #expect(pole.span.longitudeDelta == 360)
    }

    @Test
    func `The whole map is the whole Earth between its edges, and a rectangle over the antimeridian keeps its middle`()
    {
        let world = MKCoordinateRegion(.world)
        #expect(
            abs(world.span.longitudeDelta - 360) < 1e-9 && abs(world.span.latitudeDelta - 2 * 85.051_128_779_8) < 1e-9)
        let fiji = MKCoordinateRegion(
            MKMapRect(x: Self.world - 1_000_000, y: 1.4e8, width: 3_000_000, height: 1_000_000))
        #expect(fiji.center.longitude < -178 && fiji.center.longitude > -180)
        #expect(abs(fiji.span.longitudeDelta - 3_000_000 / Self.world * 360) < 1e-9)
    }

    @Test func `Rectangles: what they have in common is in both, and both are in their union`() {
        var random = SeededGenerator(seed: 5)
        // Whole numbers: sums of them are exact.
        func whole(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
        func any() -> MKMapRect {
            MKMapRect(x: whole(0...100), y: whole(0...100), width: whole(0...80), height: whole(0...80))
        }
        var meetings = 0
        for _ in 0..<2000 {
            let (a, b) = (any(), any())
            let (common, whole) = (a.intersection(b), a.union(b))
            #expect(whole.contains(a) && whole.contains(b))
            #expect(a.intersects(b) == b.intersects(a))
            if a.intersects(b) {
                meetings += 1
                #expect(
                    a.contains(common) && b.contains(common)
                )
                // The right and lower edges are not within.
                let isArea = common.width > 0 && common.height > 0
                #expect(!isArea || a.contains(MKMapPoint(x: common.midX, y: common.midY)))
            } else {
                #expect(common.isNull || common.width == 0 || common.height == 0)
            }
            for edge in [CGRectEdge.minXEdge, .minYEdge, .maxXEdge, .maxYEdge] {
                let (slice, remainder) = a.divided(atDistance: 20, from: edge)
                #expect(
                    abs(slice.width * slice.height + remainder.width * remainder.height - a.width * a.height) < 1e-6)
                #expect(
                    MKMapRectEqualToRect(slice.union(remainder), a)
                        || abs(slice.union(remainder).width - a.width) < 1e-9)
            }
            let moved = a.offsetBy(dx: 3, dy: -4)
            #expect((moved.minX, moved.minY, moved.width) == (a.minX + 3, a.minY - 4, a.width))
        }
        #expect(meetings > 200)
    }

    @Test func `No rectangle meets nothing, has nothing within and changes no union`() {
        let rect = MKMapRect(x: 1, y: 2, width: 3, height: 4)
        #expect(MKMapRect.null.isNull && MKMapRect.null.isEmpty && !rect.isNull)
        #expect(MKMapRect.null.intersection(rect).isNull && !rect.intersects(.null) && !rect.contains(.null))
        #expect(MKMapRectEqualToRect(rect.union(.null), rect) && MKMapRectEqualToRect(MKMapRect.null.union(rect), rect))
        #expect(rect.insetBy(dx: 2, dy: 0).isNull && MKMapRect.null.offsetBy(dx: 1, dy: 1).isNull)
        #expect(rect.contains(MKMapPoint(x: 1, y: 2)) && !rect.contains(MKMapPoint(x: 4, y: 2)))
    }

    @Test func `A rectangle without width or height meets what it lies in, and is empty only without both`() {
        let rect = MKMapRect(x: 1, y: 2, width: 3, height: 4)
        let line = MKMapRect(x: 2, y: 0, width: 0, height: 9)
        #expect(!line.isEmpty && line.intersects(rect) && rect.intersects(line) && line.intersects(.world))
        #expect(!line.offsetBy(dx: 9, dy: 0).intersects(rect) && !line.offsetBy(dx: 0, dy: 6).intersects(rect))
        #expect(MKMapRect(x: 2, y: 3, width: 0, height: 0).isEmpty)
        #expect(!rect.offsetBy(dx: 3, dy: 0).intersects(rect), "they touch")
    }

    @Test func `What is beyond the map's edge is brought back`() {
        let over = MKMapRect(x: Self.world - 10, y: 5, width: 30, height: 7)
        #expect(over.spans180thMeridian && !MKMapRect.world.spans180thMeridian)
        #expect(MKMapRectEqualToRect(over.remainder(), MKMapRect(x: 0, y: 5, width: 20, height: 7)))
        let left = MKMapRect(x: -10, y: 5, width: 30, height: 7)
        #expect(MKMapRectEqualToRect(left.remainder(), MKMapRect(x: Self.world - 10, y: 5, width: 10, height: 7)))
        #expect(MKMapRect(x: 1, y: 1, width: 1, height: 1).remainder().isNull)
    }
}
