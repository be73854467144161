import LocationModel
import Testing

@testable import CoreLocation

@Suite("Values of Core Location")
struct CLValuesTests {
    private func restored<T: NSObject & NSSecureCoding>(_ value: T) throws -> T {
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data))
    }

    @Test func `A visit whose arrival or departure is not known has Core Location's dates for that`() throws {
        let time = try #require(Timestamp(milliseconds: 1_700_000_000_000))
        let open = CLVisit(
            Visit(
                timestamp: time, arrivalDate: nil, departureDate: nil,
                coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracy: 12))
        #expect(open.arrivalDate == .distantPast)
        #expect(open.departureDate == .distantFuture)
        let read = try restored(open)
        #expect((read.arrivalDate, read.departureDate) == (.distantPast, .distantFuture))
        #expect((read.coordinate.latitude, read.coordinate.longitude, read.horizontalAccuracy) == (1, 2, 12))
        #expect(CLVisit().horizontalAccuracy < 0)
    }

    @Test func `A heading without figures is invalid, one without an accuracy is not`() throws {
        #expect(CLHeading(Heading()).headingAccuracy < 0)
        let heading = CLHeading(Heading(magneticHeading: 10, trueHeading: nil))
        #expect((heading.magneticHeading, heading.trueHeading, heading.headingAccuracy) == (10, -1, 180))
        #expect(try restored(heading).magneticHeading == 10)
        #expect(CLHeading().headingAccuracy < 0)
    }

    @Test func `A circular region contains its boundary, and is equal by identifier and class`() throws {
        let center = CLLocationCoordinate2D(latitude: 0, longitude: 179.999)
        let region = CLCircularRegion(center: center, radius: 500, identifier: "home")
        let across = CLLocationCoordinate2D(latitude: 0, longitude: -179.999)
        #expect(region.contains(across))
        #expect(!region.contains(CLLocationCoordinate2D(latitude: 0.01, longitude: 179.999)))
        #expect(!region.contains(CLLocationCoordinate2D(latitude: 91, longitude: 0)))
        #expect(CLCircularRegion(center: center, radius: 0, identifier: "point").contains(center))
        #expect(region == CLCircularRegion(center: across, radius: 1, identifier: "home"))
        #expect(region != CLCircularRegion(center: center, radius: 500, identifier: "work"))
        #expect(region != CLBeaconRegion(uuid: UUID(), identifier: "home"))
        #expect(Set<CLRegion>([region, CLCircularRegion(center: across, radius: 1, identifier: "home")]).count == 1)
    }

    @Test func `Regions keep what they are over archives and copies`() throws {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: -33, longitude: 18), radius: 120, identifier: "cape")
        region.notifyOnExit = false
        for copy in [try restored(region), try #require(region.copy() as? CLCircularRegion)] {
            #expect((copy.identifier, copy.radius, copy.center.latitude) == ("cape", 120, -33))
            #expect((copy.notifyOnEntry, copy.notifyOnExit) == (true, false))
        }
        let uuid = UUID()
        let beacons = CLBeaconRegion(uuid: uuid, major: 1, minor: 65535, identifier: "shop")
        let read = try restored(beacons)
        #expect((read.uuid, read.major, read.minor) == (uuid, 1, 65535))
        #expect(
            try restored(CLBeaconIdentityConstraint(uuid: uuid, major: 7))
                == CLBeaconIdentityConstraint(uuid: uuid, major: 7))
    }

    @Test func `A beacon region says what a device advertises to be one`() throws {
        let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        let region = CLBeaconRegion(uuid: uuid, major: 0x0102, minor: 0x0304, identifier: "x")
        let data = region.peripheralData(withMeasuredPower: -60)["kCBAdvDataAppleBeaconKey"] as? Data
        #expect(
            data?.map { String(format: "%02x", $0) }.joined() == "00112233445566778899aabbccddeeff01020304c4")
    }

    @Test func `A placemark keeps its names over archives and copies`() throws {
        var values = CLPlacemarkValues()
        values.name = "Bahnhofstrasse 1"
        values.locality = "Zürich"
        values.country = "Switzerland"
        values.isoCountryCode = "CH"
        values.timeZone = TimeZone(identifier: "Europe/Zurich")
        values.location = CLLocation(latitude: 47.37, longitude: 8.54)
        values.region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 47, longitude: 8), radius: 9, identifier: "r")
        values.areasOfInterest = ["Lake"]
        let original = CLPlacemark(values: values)
        for placemark in [try restored(original), CLPlacemark(placemark: original)] {
            #expect(placemark.locality == "Zürich")
            #expect(placemark.isoCountryCode == "CH")
            #expect(placemark.timeZone?.identifier == "Europe/Zurich")
            #expect(placemark.location?.coordinate.latitude == 47.37)
            #expect((placemark.region as? CLCircularRegion)?.radius == 9)
            #expect(placemark.areasOfInterest == ["Lake"])
            #expect(placemark.ocean == nil)
        }
    }

    @Test func `Errors are compared and bridged as Core Location's are`() {
        let error: any Error = CLError(.regionMonitoringFailure, userInfo: ["why": "many"])
        #expect((error as NSError).domain == kCLErrorDomain)
        #expect((error as NSError).code == 5)
        #expect((error as NSError).userInfo["why"] as? String == "many")
        #expect((error as? CLError)?.code == .regionMonitoringFailure)
        #expect(CLError(.denied) == CLError(.denied))
        #expect(CLError(.denied) != CLError(.denied, userInfo: ["a": 1]))
        let region = CLCircularRegion(center: CLLocationCoordinate2D(), radius: 1, identifier: "r")
        #expect(
            CLError(.regionMonitoringResponseDelayed, userInfo: [kCLErrorUserInfoAlternateRegionKey: region])
                .alternateRegion === region)
        #expect((CLLocationPushServiceError(.unsupportedPlatform) as NSError).code == 4)
    }
}
