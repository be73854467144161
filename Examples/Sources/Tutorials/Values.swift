import CoreLocation
import LocationToolkit
import MapKit

/// Distances, bearings, areas.
enum DistanceTutorial {
    static func run() async {
        let zurich = CLLocation(latitude: 47.3769, longitude: 8.5417)
        let bern = CLLocation(latitude: 46.948, longitude: 7.4474)
        print(String(format: "%.1f km", zurich.distance(from: bern) / 1000))
        print(String(format: "%.0f°", zurich.coordinate.bearing(to: bern.coordinate)))
        let formatter = MKDistanceFormatter()
        formatter.units = .metric
        formatter.unitStyle = .abbreviated
        formatter.locale = Locale(identifier: "en_US")
        print(formatter.string(fromDistance: 1500))
        print(String(format: "%.0f m on", Drive.route.totalDistance))
    }
}

/// Which locations are good enough.
enum FilterTutorial {
    static func run() async {
        var locations = Drive.route
        locations[20] = Drive.location(20, north: 4000)
        locations[30] = Drive.location(30, accuracy: 300)
        locations[40] = Drive.location(40, accuracy: -1)
        let good = locations.filtered(maximumAccuracy: 50, maximumAge: 30, maximumSpeed: 60)
        print("\(locations.count) locations, \(good.count) good")
    }
}

/// Noise, and less of it.
enum SmootherTutorial {
    static func run() async {
        let noisy = (0...60).map { Drive.location($0, north: $0 % 2 == 0 ? 4 : -4) }
        for (name, method) in [
            ("moving average", LocationSmoothing.movingAverage(window: 5)), ("weighted", .weightedMovingAverage()),
            ("Kalman", .kalman(processNoise: 0.5, measurementNoise: 4)),
        ] {
            let smoothed = noisy.smoothed(method)
            let isSmoother = smoothed.totalDistance < noisy.totalDistance
            print("\(name): \(isSmoother ? "shorter" : "not shorter")")
        }
    }
}

/// A line with as few points as it needs, and what it encloses.
enum RouteTutorial {
    static func run() async {
        let corner = Drive.location(60)
        let route = Drive.route + (1...30).map { Drive.location(60, north: Double($0) * 10) }
        let simple = route.simplified(tolerance: 5)
        print("\(route.count) points, \(simple.count) needed")
        print(simple.contains { $0 === route[60] } ? "the corner stays" : "the corner is lost")
        let line = MKPolyline(coordinates: simple.map(\.coordinate), count: simple.count)
        print(line.boundingMapRect.contains(MKMapPoint(corner.coordinate)) || !line.boundingMapRect.isEmpty)
        let area = simple.map(\.coordinate).area
        print(String(format: "%.1f ha", area / 10_000))
    }
}

/// Shapes from a file.
enum GeoJSONTutorial {
    private struct Properties: Decodable { let name: String }

    static func run() async throws {
        let text = """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "id": "1", "properties": {"name": "park"},
               "geometry": {"type": "Polygon", "coordinates": [[[8, 47], [8.1, 47], [8.1, 47.1], [8, 47]]]}},
              {"type": "Feature", "properties": {"name": "paths"}, "geometry": {"type": "MultiLineString",
               "coordinates": [[[8, 47], [8.1, 47]], [[8, 47.1], [8.1, 47.1]]]}}]}
            """
        for case let feature as MKGeoJSONFeature in try MKGeoJSONDecoder().decode(Data(text.utf8)) {
            let name = try feature.properties.map { try JSONDecoder().decode(Properties.self, from: $0).name } ?? "?"
            switch feature.geometry.first {
            case let polygon as MKPolygon: print("\(name): \(polygon.pointCount) corners")
            case let lines as MKMultiPolyline: print("\(name): \(lines.polylines.count) lines")
            default: print("\(name): something else")
            }
        }
    }
}

/// The arithmetic of maps, and shapes of the program's own.
enum MapValuesTutorial {
    private final class Stop: NSObject, MKAnnotation {
        let coordinate: CLLocationCoordinate2D
        let title: String?
        init(_ title: String, _ coordinate: CLLocationCoordinate2D) {
            (self.title, self.coordinate) = (title, coordinate)
        }
    }

    private final class ColouredLine: MKPolyline {
        var colour = "red"
    }

    static func run() async {
        let place = CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7)
        let stop = Stop("Central", place)
        let region = MKCoordinateRegion(center: place, latitudinalMeters: 1000, longitudinalMeters: 1000)
        print(stop.title ?? "?", String(format: "%.4f°", region.span.latitudeDelta))
        let line = ColouredLine(coordinates: [place, CLLocationCoordinate2D(latitude: 47.6, longitude: 8.8)], count: 2)
        print(line.colour, line.pointCount)
        let flight = MKGeodesicPolyline(
            coordinates: [place, CLLocationCoordinate2D(latitude: 40.6, longitude: -73.8)], count: 2)
        print(flight.pointCount > 50 ? "a curved line" : "a straight line")
        let circle = MKCircle(center: place, radius: 100)
        print(circle.intersects(line.boundingMapRect))
    }
}

/// Directions, for which there is no router.
enum DirectionsTutorial {
    static func run() async {
        let request = MKDirections.Request()
        request.source = .forCurrentLocation()
        request.destination = MKMapItem(location: Drive.location(60), address: nil)
        request.transportType = .walking
        do {
            let response = try await MKDirections(request: request).calculate()
            print(response.routes.first?.distance ?? 0)
        } catch {
            print(error.localizedDescription)
        }
    }
}

/// What was known at the end, at the next start.
enum SaveTutorial {
    static func run() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("last-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let location = Drive.location(7)
        try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: true).write(to: file)
        let restored = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: Data(contentsOf: file))
        print(restored?.distance(from: location) == 0 ? "restored" : "lost")
    }
}
