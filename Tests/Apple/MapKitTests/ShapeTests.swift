import MapKit
import Testing

@Suite("Lines, areas, circles and distances in words")
struct ShapeTests {
    private let places = [
        CLLocationCoordinate2D(latitude: 47, longitude: 8), CLLocationCoordinate2D(latitude: 48, longitude: 8.5),
        CLLocationCoordinate2D(latitude: 47.5, longitude: 9),
    ]

    @Test func `A line keeps its places, and its rectangle has them within`() {
        let line = MKPolyline(coordinates: places, count: places.count)
        #expect(line.pointCount == 3)
        var read = [CLLocationCoordinate2D](repeating: CLLocationCoordinate2D(), count: 2)
        line.getCoordinates(&read, range: NSRange(location: 1, length: 2))
        #expect(abs(read[0].latitude - 48) < 1e-9 && abs(read[1].longitude - 9) < 1e-9)
        let rect = line.boundingMapRect
        for index in 0..<line.pointCount {
            let point = line.points()[index]
            #expect((rect.minX...rect.maxX).contains(point.x) && (rect.minY...rect.maxY).contains(point.y))
        }
        #expect(abs(line.coordinate.longitude - 8.5) < 1e-9 && line.coordinate.latitude > 47.4)
        #expect(line.location(atPointIndex: 0) == 0 && line.location(atPointIndex: 2) == 1)
        #expect(line.intersects(MKMapRect.world))
        let north = [places[0], CLLocationCoordinate2D(latitude: 48, longitude: 8)]
        #expect(MKPolyline(coordinates: north, count: 2).intersects(.world))
        let none = MKPolyline(coordinates: [], count: 0)
        #expect(none.pointCount == 0 && none.boundingMapRect.isNull && !none.intersects(.world))
    }

    @Test func `A line over the antimeridian goes the shorter way`() throws {
        let line = MKPolyline(
            coordinates: [
                CLLocationCoordinate2D(latitude: -17, longitude: 179),
                CLLocationCoordinate2D(latitude: -18, longitude: -179),
            ], count: 2)
        #expect(abs(line.boundingMapRect.width - 2 / 360.0 * MKMapSize.world.width) < 1e-3)
        #expect(line.boundingMapRect.spans180thMeridian)
        #expect(abs(abs(line.coordinate.longitude) - 180) < 1e-6)
        var read = [CLLocationCoordinate2D](repeating: CLLocationCoordinate2D(), count: 2)
        line.getCoordinates(&read, range: NSRange(location: 0, length: 2))
        #expect(abs(read[0].longitude - 179) < 1e-9 && abs(read[1].longitude + 179) < 1e-9)
        let geodesic = MKGeodesicPolyline(points: line.points(), count: 2)
        #expect(geodesic.pointCount == 4)
        #expect(abs(geodesic.boundingMapRect.width - line.boundingMapRect.width) < 1)
        // A hole on the other side of it is within the area, too.
        func ring(_ west: Double, _ east: Double) -> [CLLocationCoordinate2D] {
            [(-17.0, west), (-17.0, east), (-18.0, east)].map { CLLocationCoordinate2D(latitude: $0, longitude: $1) }
        }
        let hole = MKPolygon(coordinates: ring(-179.8, -179.2), count: 3)
        let area = MKPolygon(coordinates: ring(179, -179), count: 3, interiorPolygons: [hole])
        let within = try #require(area.interiorPolygons?.first)
        #expect(area.boundingMapRect.contains(within.boundingMapRect))
    }

    @Test func `An area keeps its holes`() {
        let hole = MKPolygon(coordinates: places, count: 3)
        let area = MKPolygon(
            points: [MKMapPoint(), MKMapPoint(x: 10, y: 0), MKMapPoint(x: 10, y: 10)], count: 3,
            interiorPolygons: [hole])
        area.title = "Park"
        #expect(area.interiorPolygons?.first === hole && hole.interiorPolygons == nil)
        #expect(MKMapRectEqualToRect(area.boundingMapRect, MKMapRect(x: 0, y: 0, width: 10, height: 10)))
        let annotation: any MKAnnotation = area
        #expect(annotation.title == "Park" && annotation.subtitle == nil)
    }

    @Test func `A pin has its place and words, and objects keep places`() {
        let pin = MKPointAnnotation(__coordinate: places[0], title: "Home", subtitle: nil)
        #expect(pin.coordinate.latitude == 47 && pin.title == "Home" && pin.subtitle == nil)
        #expect(MKPointAnnotation(__coordinate: places[1]).coordinate.longitude == 8.5)
        let kept = NSValue(mkCoordinate: places[1])
        #expect(kept.mkCoordinateValue.latitude == 48 && kept.mkCoordinateValue.longitude == 8.5)
        #expect(kept == NSValue(mkCoordinate: places[1]) && kept != NSValue(mkCoordinate: places[0]))
        let span = NSValue(mkCoordinateSpan: MKCoordinateSpan(latitudeDelta: 1, longitudeDelta: 2))
        #expect(span.mkCoordinateSpanValue.latitudeDelta == 1 && span.mkCoordinateSpanValue.longitudeDelta == 2)
    }

    @Test(arguments: [0.0, 47, -60, 84])
    func `A circle's rectangle is as wide as the circle, anywhere`(latitude: Double) {
        let center = CLLocationCoordinate2D(latitude: latitude, longitude: 8)
        let circle = MKCircle(center: center, radius: 1000)
        let rect = circle.boundingMapRect
        #expect(abs(rect.width * MKMetersPerMapPointAtLatitude(latitude) - 2000) < 1e-6)
        #expect(abs(MKCircle(mapRect: rect).radius - 1000) < 1e-6)
        // On the ellipsoid the edge is a circle's, but for the flattening.
        let edge = MKMapPoint(x: rect.maxX, y: rect.midY)
        #expect(abs(MKMapPoint(center).distance(to: edge) / 1000 - 1) < 0.004)
        #expect(MKCircle(center: kCLLocationCoordinate2DInvalid, radius: 5).boundingMapRect.width.isFinite)
    }

    @Test(arguments: [
        (0.4, "0 m"), (12, "12 m"), (99.4, "99 m"), (128, "150 m"), (940, "950 m"), (980, "1 km"), (1234, "1.2 km"),
        (9_960, "10 km"),
        (84_000, "84 km"),
    ])
    func `Distances are written as people say them`(metres: Double, text: String) {
        let formatter = MKDistanceFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.units = .metric
        #expect(formatter.string(fromDistance: metres) == text)
    }

    @Test func `Feet, yards and miles; words; and read again`() {
        let formatter = MKDistanceFormatter()
        formatter.locale = Locale(identifier: "en_US")
        #expect(formatter.string(fromDistance: 100) == "350 ft")
        #expect(formatter.string(fromDistance: 1609.344) == "1 mi")
        formatter.units = .imperialWithYards
        #expect(formatter.string(fromDistance: 91.44) == "100 yd")
        formatter.units = .metric
        formatter.unitStyle = .full
        #expect(formatter.string(fromDistance: 5000) == "5 kilometers")
        #expect(formatter.distance(from: "5 kilometers") == 5000)
        #expect(formatter.distance(from: "1.5 mi") == 1.5 * 1609.344)
        #expect(formatter.distance(from: "200") == 200)
        #expect(formatter.distance(from: "far") == -1 && formatter.distance(from: "") == -1)
        #expect(formatter.string(fromDistance: .nan) == "")
    }
}
