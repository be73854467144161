import LocationModel
import Testing

@testable import CoreLocation

@Suite("CLLocation")
struct CLLocationTests {
    @Test("a place has Core Location's marks for what is not known")
    func aPlaceAlone() {
        let before = Date()
        let place = CLLocation(latitude: 47.5, longitude: 8.5)
        #expect(place.coordinate.latitude == 47.5)
        #expect(place.coordinate.longitude == 8.5)
        #expect((place.altitude, place.horizontalAccuracy, place.verticalAccuracy) == (0, 0, -1))
        #expect((place.course, place.speed, place.courseAccuracy, place.speedAccuracy) == (-1, -1, -1, -1))
        #expect(place.timestamp >= before && place.timestamp <= Date())
        #expect(place.floor == nil)
        #expect(place.sourceInformation == nil)
    }

    @Test("coordinates that are not on Earth are stored as they are")
    func notOnEarth() {
        let place = CLLocation(latitude: 100, longitude: 200)
        #expect((place.coordinate.latitude, place.coordinate.longitude) == (100, 200))
        #expect(!CLLocationCoordinate2DIsValid(place.coordinate))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    @Test(
        "distances are geodesics",
        arguments: [
            (40.7128, -74.0060, 51.5074, -0.1278, 5_585_234.0), (0, 0, 0, 1, 111_319.49),
            (0, 179.5, 0, -179.5, 111_319.49),
            (-33.9, 18.4, -33.9, 18.4, 0),
        ])
    func distances(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ metres: Double) {
        let distance = CLLocation(latitude: a, longitude: b).distance(from: CLLocation(latitude: c, longitude: d))
        #expect(abs(distance - metres) < 1)
    }

    @Test("what the daemon does not know is marked, and nothing is ever NaN")
    func unknownIsMarked() throws {
        let time = try #require(Timestamp(milliseconds: 1_700_000_000_123))
        let bare = CLLocation(Location(timestamp: time, coordinate: Coordinate(latitude: 1, longitude: 2)))
        #expect(bare.timestamp.timeIntervalSince1970 == 1_700_000_000.123)
        #expect(bare.horizontalAccuracy == CLLocation.unknownHorizontalAccuracy)
        #expect((bare.altitude, bare.ellipsoidalAltitude, bare.verticalAccuracy) == (0, 0, -1))
        #expect((bare.course, bare.courseAccuracy, bare.speed, bare.speedAccuracy) == (-1, -1, -1, -1))
        #expect(bare.sourceInformation?.isProducedByAccessory == true)

        var location = Location(timestamp: time, coordinate: Coordinate(latitude: 1, longitude: 2), isSimulated: true)
        location.horizontalAccuracy = 3
        location.altitude = 450
        location.ellipsoidalAltitude = 497
        location.speedAccuracy = 0.5
        let unsure = CLLocation(location)
        // An altitude without an accuracy is there and not valid; the other height is then 0, as Apple says.
        #expect((unsure.altitude, unsure.ellipsoidalAltitude, unsure.verticalAccuracy) == (450, 0, -1))
        #expect(unsure.speedAccuracy == -1, "of a speed that is not known")
        #expect(unsure.sourceInformation?.isSimulatedBySoftware == true)
        location.verticalAccuracy = 6
        #expect(CLLocation(location).ellipsoidalAltitude == 497)
    }

    @Test("an archive gives the same location back, and one that is none gives none")
    func archives() throws {
        var location = Location(
            timestamp: try #require(Timestamp(milliseconds: 1_700_000_000_123)),
            coordinate: Coordinate(latitude: -47.123456789, longitude: 179.5))
        location.horizontalAccuracy = 3
        location.altitude = -5
        location.ellipsoidalAltitude = 42
        location.verticalAccuracy = 6
        location.speed = 13
        location.course = 359.5
        let original = CLLocation(location)
        let data = try NSKeyedArchiver.archivedData(withRootObject: original, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(read.description == original.description)
        #expect(read.ellipsoidalAltitude == 42)
        #expect(read.timestamp == original.timestamp)
        #expect(read.sourceInformation == original.sourceInformation)

        let other = try NSKeyedArchiver.archivedData(
            withRootObject: NSString("no location"), requiringSecureCoding: true)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: other)) ?? nil == nil)
    }

    @Test("its description says place, accuracy, movement and time")
    func description() {
        let place = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 37.33182, longitude: -122.03118), altitude: 0,
            horizontalAccuracy: 5, verticalAccuracy: -1, timestamp: Date(timeIntervalSince1970: 0))
        #expect(
            place.description
                == "<+37.33182000,-122.03118000> +/- 5.00m (speed -1.00 mps / course -1.00) @ 1970-01-01 00:00:00 +0000"
        )
    }
}
