import GeocodeProtocol
import LocationModel
import Testing

/// A reply as the daemon reads it: what locd-geocode may send, and nothing else.
@Suite struct GeocodeReplyTests {
    private func read(_ text: String) throws -> GeocodeReply {
        try GeocodeLine.read(GeocodeReply.self, from: Array((text + "\n").utf8), maximum: GeocodeReply.maximumLength)
    }

    /// Every member that an address server can fill.
    private static var full: Placemark {
        var placemark = Placemark(coordinate: Coordinate(latitude: 46.9465, longitude: 7.4445), horizontalAccuracy: 12)
        placemark.radius = 8
        placemark.name = "Bundesplatz 3"
        placemark.thoroughfare = "Bundesplatz"
        placemark.subThoroughfare = "3"
        placemark.locality = "Bern"
        placemark.subLocality = "Innere Stadt"
        placemark.administrativeArea = "Bern"
        placemark.subAdministrativeArea = "Bern-Mittelland"
        placemark.postalCode = "3005"
        placemark.isoCountryCode = "CH"
        placemark.country = "Schweiz"
        placemark.inlandWater = "Aare"
        placemark.ocean = "\u{645}\u{200C}\u{646}"
        placemark.areasOfInterest = ["Bundeshaus"]
        return placemark
    }

    @Test(arguments: [
        GeocodeReply.placemarks([full, full]), .placemarks([]),
        .error(GeocodeFailure(.untrusted, "no authority", remedy: "apt install ca-certificates")),
    ])
    func `A written reply is read again`(_ reply: GeocodeReply) throws {
        let line = try GeocodeLine.write(reply)
        #expect(try GeocodeLine.read(GeocodeReply.self, from: line, maximum: line.count) == reply)
    }

    @Test(arguments: GeocodeFailure.Code.allCases)
    func `Every code is read again`(_ code: GeocodeFailure.Code) throws {
        #expect(
            try read(#"{"error":{"code":"\#(code.rawValue)","message":"m"}}"#) == .error(GeocodeFailure(code, "m")))
    }

    @Test func `The longest reply fits`() throws {
        var placemark = Self.full
        let text = String(repeating: "\"", count: GeocodeReply.maximumText)
        placemark.name = text
        placemark.country = text
        placemark.areasOfInterest = Array(repeating: text, count: GeocodeReply.maximumPlacemarks)
        let line = try GeocodeLine.write(
            GeocodeReply.placemarks(Array(repeating: placemark, count: GeocodeReply.maximumPlacemarks)))
        #expect(placemark.bounded() == placemark && line.count > 1 << 15)
    }

    private static let place = #""coordinate":{"latitude":1,"longitude":2}"#

    @Test(arguments: [
        "", "null", "[]", "{}", "nonsense", #"{"placemarks":[],"error":{"code":"status","message":"m"}}"#,
        #"{"placemarks":[{}]}"#, #"{"placemarks":[{"coordinate":{"latitude":91,"longitude":2}}]}"#,
        #"{"placemarks":[{\#(place),"name":""}]}"#, #"{"placemarks":[{\#(place),"name":"a\u001b[2J"}]}"#,
        #"{"placemarks":[{\#(place),"name":"a\u2028b"}]}"#, #"{"placemarks":[{\#(place),"isoCountryCode":"ch"}]}"#,
        #"{"placemarks":[{\#(place),"isoCountryCode":"CHE"}]}"#, #"{"placemarks":[{\#(place),"radius":-1}]}"#,
        #"{"placemarks":[{\#(place),"horizontalAccuracy":1e9}]}"#, #"{"placemarks":[{\#(place),"radius":1e999}]}"#,
        #"{"placemarks":[{\#(place),"timeZone":"Europe/Zurich"}]}"#,
        #"{"placemarks":[{\#(place),"areasOfInterest":[]}]}"#,
        #"{"placemarks":[{\#(place),"areasOfInterest":["a\nb"]}]}"#,
        #"{"placemarks":[{\#(place),"locality":"\#(String(repeating: "a", count: 257))"}]}"#,
        "{\"placemarks\":[" + Array(repeating: "{\(place)}", count: 11).joined(separator: ",") + "]}",
        #"{"error":{"code":"other","message":"m"}}"#, #"{"error":{"code":"status","message":""}}"#,
        #"{"error":{"code":"status","message":"a\r\nb"}}"#,
        #"{"error":{"code":"status","message":"m","remedy":"\u0007"}}"#,
        #"{"error":{"code":"status","message":"\#(String(repeating: "a", count: 513))"}}"#,
        #"{"placemarks":"# + String(repeating: "[", count: 30_000),
    ])
    func `Answers that locd geocode never sends are refused`(_ text: String) {
        #expect(throws: GeocodeLine.Malformed()) { try read(text) }
    }

    @Test func `Bounds take away what may not be sent and nothing else`() throws {
        #expect(Self.full.bounded() == Self.full)
        var placemark = Self.full
        placemark.name = "a\u{1B}b"
        placemark.country = String(repeating: "a", count: 257)
        placemark.isoCountryCode = "C1"
        placemark.radius = .infinity
        placemark.horizontalAccuracy = .nan
        placemark.timeZone = "Europe/Zurich"
        placemark.areasOfInterest = ["", "ok"]
        let bounded = placemark.bounded()
        #expect(bounded.name == nil && bounded.country == nil && bounded.isoCountryCode == nil)
        #expect(bounded.radius == nil && bounded.horizontalAccuracy == nil && bounded.timeZone == nil)
        #expect(bounded.areasOfInterest == ["ok"] && bounded.thoroughfare == "Bundesplatz")
        #expect(bounded.bounded() == bounded)
        #expect(throws: Never.self) { try GeocodeLine.write(GeocodeReply.placemarks([bounded])) }
    }
}
