import CoreLocation
import LocationToolkit
import Testing

@Suite struct LocationToolkitTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let origin = CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7)

    private func location(
        _ place: CLLocationCoordinate2D, _ second: Double, accuracy: Double = 5, speed: Double = -1
    ) -> CLLocation {
        CLLocation(
            coordinate: place, altitude: 400, horizontalAccuracy: accuracy, verticalAccuracy: 8,
            course: speed < 0 ? -1 : 90,
            speed: speed, timestamp: start.addingTimeInterval(second))
    }

    /// Eastwards at 10 m/s, once a second.
    private func drive(_ count: Int) -> [CLLocation] {
        (0..<count).map { location(origin.moved(by: Double($0) * 10, bearing: 90), Double($0), speed: 10) }
    }

    @Test func `Leaps and what is inaccurate old or invalid is left out`() {
        var way = drive(20)
        way[5] = location(origin.moved(by: 5000, bearing: 0), 5)
        way[7] = location(way[7].coordinate, 7, accuracy: 500)
        way[9] = location(way[9].coordinate, 9, accuracy: -1)
        way[11] = location(way[11].coordinate, -90)
        let believed = way.filtered(maximumAccuracy: 100, maximumAge: 60, maximumSpeed: 50)
        #expect(believed.count == 16)
        #expect(!believed.contains { $0 === way[5] || $0 === way[7] || $0 === way[9] || $0 === way[11] })
        #expect(abs(believed.totalDistance - 190) < 0.1)
        #expect(way.filtered().count == 19, "without a limit only the invalid one")
    }

    @Test func `A leap that stays is believed`() {
        let way =
            drive(5) + (5..<40).map { location(origin.moved(by: 90_000 + Double($0) * 10, bearing: 90), Double($0)) }
        #expect(way.filtered(maximumSpeed: 50).count > 30)
    }

    @Test(arguments: [LocationSmoothing.movingAverage(), .weightedMovingAverage(window: 7), .kalman()])
    func `Smoothing reduces white noise`(_ method: LocationSmoothing) {
        var seed: UInt64 = 7
        func noise() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 40) / Double(1 << 24) - 0.5
        }
        let way = drive(300)
        let noisy = way.map {
            location(
                $0.coordinate.moved(by: 10 * noise(), bearing: 360 * noise()), $0.timestamp.timeIntervalSince(start),
                speed: 10)
        }
        let smoothed = noisy.smoothed(method)
        func error(_ locations: [CLLocation]) -> Double {
            zip(way, locations).reduce(0) { $0 + $1.0.distance(from: $1.1) }
        }
        #expect(smoothed.count == 300)
        #expect(error(smoothed) < 0.8 * error(noisy))
        #expect(smoothed[7].timestamp == noisy[7].timestamp && smoothed[7].altitude == 400)
    }

    @Test func `The noise of a Kalman filter can be said`() {
        let zigzag = (0..<60).map { location(origin.moved(by: $0 % 2 == 0 ? 5 : -5, bearing: 0), Double($0)) }
        func length(_ processNoise: Double?, _ measurementNoise: Double?) -> Double {
            zigzag.smoothed(.kalman(processNoise: processNoise, measurementNoise: measurementNoise)).totalDistance
        }
        #expect(length(0.1, 5) < 0.3 * length(1, 1))
        #expect(length(nil, 0.01) > 0.9 * zigzag.totalDistance)
    }

    @Test func `A straight line needs two places`() {
        #expect(drive(50).simplified(tolerance: 1).count == 2)
        #expect([CLLocation]().simplified(tolerance: 1).isEmpty)
        #expect([CLLocation]().smoothed(.kalman()).isEmpty && [CLLocation]().filtered().isEmpty)
    }

    @Test func `Geometry is that of the ellipsoid`() {
        let east = origin.moved(by: 1000, bearing: 90)
        #expect(abs(origin.bearing(to: east) - 90) < 1e-6)
        #expect(abs(east.bearing(to: origin) - 270) < 0.02)
        let beside = origin.moved(by: 500, bearing: 90).moved(by: 30, bearing: 0)
        #expect(abs(beside.nearestPoint(from: origin, to: east).distance - 30) < 0.05)
        let north = east.moved(by: 1000, bearing: 0)
        let square = [origin, east, north, origin.moved(by: 1000, bearing: 0)]
        #expect(abs(square.area - 1_000_000) < 500)
        #expect(square.contains(beside) && !square.contains(origin.moved(by: 10, bearing: 180)))
        #expect([origin, east].area == 0 && ![origin].contains(origin))
    }
}
