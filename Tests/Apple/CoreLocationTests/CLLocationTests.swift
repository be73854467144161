import LocationModel
import Testing

@testable import CoreLocation

@Suite("CLLocation")
struct CLLocationTests {
    @Test func `A place has Core Location's marks for what is not known`() {
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

    @Test func `Coordinates that are not on Earth are stored as they are`() {
        let place = CLLocation(latitude: 100, longitude: 200)
        #expect((place.coordinate.latitude, place.coordinate.longitude) == (100, 200))
        #expect(!CLLocationCoordinate2DIsValid(place.coordinate))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    @Test(arguments: [
        (40.7128, -74.0060, 51.5074, -0.1278, 5_585_234.0), (0, 0, 0, 1, 111_319.49),
        (0, 179.5, 0, -179.5, 111_319.49),
        (-33.9, 18.4, -33.9, 18.4, 0),
    ])
    func `Distances are geodesics`(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ metres: Double) {
        let distance = CLLocation(latitude: a, longitude: b).distance(from: CLLocation(latitude: c, longitude: d))
        #expect(abs(distance - metres) < 1)
    }

    @Test func `What the daemon does not know is marked, and nothing is ever NaN`() throws {
        let time = try #require(Timestamp(milliseconds: 1_700_000_000_123))
        let bare = CLLocation(Location(timestamp: time, coordinate: Coordinate(latitude: 1, longitude: 2)))
        #expect(bare.timestamp.timeIntervalSince1970 == 1_700_000_000.123)
        #expect(bare.horizontalAccuracy == Location.boundOfUnknownAccuracy)
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
        // Of a receiver that knows the other height alone.
        location.altitude = nil
        #expect((CLLocation(location).altitude, CLLocation(location).verticalAccuracy) == (0, -1))
    }

    @Test func `An archive gives the same location back, and one that is none gives none`() throws {
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

    @Test
    func `An archive has Apple's keys, and one of a phone is opened by the name that its class has there`() throws {
        let figures: [String: Any] = [
            "$class": 2, "kCLLocationCodingKeyCoordinateLatitude": 37.25,
            "kCLLocationCodingKeyCoordinateLongitude": -122.5,
            "kCLLocationCodingKeyAltitude": 28.5, "kCLLocationCodingKeyHorizontalAccuracy": 65.0,
            "kCLLocationCodingKeyVerticalAccuracy": 10.0, "kCLLocationCodingKeySpeed": -1.0,
            "kCLLocationCodingKeyCourse": -1.0,
            "kCLLocationCodingKeyTimestamp": 500_000_000.5, "kCLLocationCodingKeyConfidence": 65,
            "kCLLocationCodingKeyLifespan": 10.0, "kCLLocationCodingKeyType": 4,
        ]
        for name in ["CLLocation", "CoreLocation.CLLocation"] {
            let read = try #require(
                try NSKeyedUnarchiver.unarchivedObject(
                    ofClass: CLLocation.self, from: Self.archive(figures, class: name)))
            #expect(read.coordinate.latitude == 37.25 && read.coordinate.longitude == -122.5)
            #expect((read.altitude, read.horizontalAccuracy, read.verticalAccuracy) == (28.5, 65, 10))
            #expect((read.speed, read.course, read.speedAccuracy) == (-1, -1, -1))
            #expect(read.timestamp == Date(timeIntervalSinceReferenceDate: 500_000_000.5))
        }
        let written = try NSKeyedArchiver.archivedData(
            withRootObject: CLLocation(latitude: 1, longitude: 2), requiringSecureCoding: true)
        let plist = try #require(
            try PropertyListSerialization.propertyList(from: written, format: nil) as? [String: Any])
        let objects = try #require(plist["$objects"] as? [Any]).compactMap { $0 as? [String: Any] }
        let keys = Set(objects.flatMap(\.keys))
        #expect(
            keys.isSuperset(
                of: figures.keys.filter { !["Confidence", "Lifespan", "Type"].contains(where: $0.hasSuffix) }))
    }

    @Test func `An archive of before Apple's keys is opened`() throws {
        let figures: [String: Any] = [
            "$class": 2, "latitude": 47.5, "longitude": 8.5, "altitude": 400.0, "horizontalAccuracy": 5.0,
            "verticalAccuracy": -1.0, "course": 90.0, "courseAccuracy": 2.0, "speed": 1.5, "speedAccuracy": 0.5,
            "ellipsoidalAltitude": 447.0, "timestamp": 3,
        ]
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CLLocation.self, from: Self.archive(figures, class: "CoreLocation.CLLocation")))
        #expect((read.coordinate.latitude, read.coordinate.longitude, read.altitude) == (47.5, 8.5, 400))
        #expect((read.course, read.speed, read.speedAccuracy, read.ellipsoidalAltitude) == (90, 1.5, 0.5, 447))
        #expect(read.timestamp == Date(timeIntervalSinceReferenceDate: 500_000_000))
    }

    /// An archive as NSKeyedArchiver writes it, in XML: the object first, its class, and a date for who needs one.
    private static func archive(_ figures: [String: Any], class name: String) -> Data {
        func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
        let members = figures.map { key, value in
            let text =
                switch value {
                case let number as Int where key == "$class" || key == "timestamp": uid(number)
                case let number as Int: "<integer>\(number)</integer>"
                default: "<real>\(value)</real>"
                }
            return "<key>\(key)</key>\(text)"
        }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>$version</key><integer>100000</integer><key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$top</key><dict><key>root</key>\(uid(1))</dict>
            <key>$objects</key><array>
            <string>$null</string>
            <dict>\(members.joined())</dict>
            <dict><key>$classes</key><array><string>\(name)</string><string>NSObject</string></array>
            <key>$classname</key><string>\(name)</string></dict>
            <dict><key>$class</key>\(uid(4))<key>NS.time</key><real>500000000</real></dict>
            <dict><key>$classes</key><array><string>NSDate</string><string>NSObject</string></array>
            <key>$classname</key><string>NSDate</string></dict>
            </array></dict></plist>
            """
        return Data(text.utf8)
    }

    @Test func `Its description says place, accuracy, movement and time, as Apple's does`() {
        let time = Date(timeIntervalSince1970: 0)
        let place = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 37.33182, longitude: -122.03118), altitude: 0,
            horizontalAccuracy: 5, verticalAccuracy: -1, timestamp: time)
        let style = DateFormatter()
        (style.dateStyle, style.timeStyle) = (.short, .full)
        #expect(
            place.description == "<+37.33182000,-122.03118000> +/- 5.00m (speed -1.00 mps / course -1.00) @ "
                + style.string(from: time))
    }
}
