import GeocodeProtocol
import LocationModel
import Testing

@testable import Nominatim

/// What an address server is asked, and what its answers are taken for.
@Suite(.timeLimit(.minutes(15))) struct NominatimServerTests {
    @Test func `A place is asked for and its address is reported`() async throws {
        let asked = try await AddressServer.with(.json(Questions.answer)) { port in
            let placemark = try #require(
                try await Questions(server: "http://127.0.0.1:\(port)/nominatim/").ask(locale: "de_CH.UTF-8").first)
            #expect(placemark.thoroughfare == "Bundesplatz")
            #expect(placemark.subThoroughfare == "3")
            #expect(placemark.name == "Bundesplatz 3")
            #expect(placemark.locality == "Bern")
            #expect(placemark.subLocality == "Innere Stadt")
            #expect(placemark.postalCode == "3005")
            #expect(placemark.isoCountryCode == "CH")
            #expect(placemark.subAdministrativeArea == "Bern-Mittelland")
            let accuracy = try #require(placemark.horizontalAccuracy)
            #expect(abs(accuracy - placemark.coordinate.distance(to: Questions.bern)) < 0.001)
            #expect(try #require(placemark.radius) > 5 && placemark.radius ?? 0 < 20)
        }
        let request = try #require(asked.first)
        #expect(asked.count == 1)
        let expected =
            "/nominatim/reverse?lat=46.948&lon=7.4474&zoom=18&format=jsonv2&addressdetails=1&accept-language=de-CH"
        #expect(request.uri == expected)
        #expect(request.headers["User-Agent"] == "test/1 (me)")
        #expect(request.headers["Host"]?.hasPrefix("127.0.0.1:") == true)
        #expect(request.headers["Accept"] == "application/json")
        #expect(Set(request.headers.keys) == ["User-Agent", "Host", "Accept"])
    }

    @Test func `An address is escaped on its way`() async throws {
        let asked = try await AddressServer.with(.json("[\(Questions.answer), {\"error\":\"x\"}]")) { port in
            let near = GeocodeRequest.Circle(center: Questions.bern, radius: 1000)
            let found = try await Questions(server: "http://127.0.0.1:\(port)/nominatim")
                .ask(.address("Zürich & Co\r\nHost: x", near: near))
            #expect(found.count == 1)
        }
        let uri = try #require(asked.first?.uri)
        #expect(uri.hasPrefix("/nominatim/search?q=Z%C3%BCrich%20%26%20Co%0D%0AHost%3A%20x&limit=10&"))
        #expect(uri.contains("&viewbox=7."))
    }

    @Test func `No more places are reported than a reply may have`() async throws {
        let many = "[" + Array(repeating: Questions.answer, count: 30).joined(separator: ",") + "]"
        try await AddressServer.with(.json(many)) { port in
            let found = try await Questions(server: "http://127.0.0.1:\(port)").ask(.address("a", near: nil))
            #expect(found.count == GeocodeReply.maximumPlacemarks)
        }
    }

    @Test func `Hostile texts are left out`() async throws {
        let answer = #"{"lat":"1","lon":"2","address":{"road":"a\u001b[2J","city":"Bern","country_code":"x1"}}"#
        try await AddressServer.with(.json(answer)) { port in
            let placemark = try await Questions(server: "http://127.0.0.1:\(port)").ask().first
            #expect(placemark?.locality == "Bern")
            #expect(placemark?.thoroughfare == nil && placemark?.isoCountryCode == nil)
        }
    }

    @Test(arguments: [
        (AddressServer.Answer.status(500), GeocodeFailure.Code.status), (.status(429), .status),
        (.json("nonsense"), .badAnswer), (.json("[]"), .badAnswer), (.endless, .tooLong), (.endlessHeaders, .tooLong),
        (.short, .incomplete), (.banner, .badAnswer),
    ])
    func `Invalid answers are reported with their kind`(_ answer: AddressServer.Answer, _ code: GeocodeFailure.Code)
        async throws
    {
        let asked = try await AddressServer.with(answer) { port in
            let failure = try await Questions(server: "http://127.0.0.1:\(port)").failure()
            #expect(failure.code == code, "\(failure)")
        }
        #expect(asked.count == 1)
    }

    @Test(arguments: [
        "1e308", "-1e308", "nan", "inf", "-9223372036854775809", "0x1p1023", "180.000001",
        String(repeating: "9", count: 400),
    ])
    func `An absurd figure of an answer is left out`(_ figure: String) async throws {
        let absurd = "\"\(figure)\""
        let places = [
            #"{"lat":"1","lon":"2","boundingbox":[\#(absurd),"1.1","1.9","2.1"]}"#,
            #"{"lat":"1","lon":"2","boundingbox":["0.9","1.1","1.9",\#(absurd)]}"#,
            #"{"lat":\#(absurd),"lon":"2","boundingbox":["0.9","1.1","1.9","2.1"]}"#,
            #"{"lat":"1","lon":\#(absurd)}"#, #"{"lat":"1","lon":"2","boundingbox":["0.9","1.1","1.9","2.1"]}"#,
        ]
        try await AddressServer.with(.json("[\(places.joined(separator: ","))]")) { port in
            let found = try await Questions(server: "http://127.0.0.1:\(port)").ask(.address("a", near: nil))
            #expect(found.map { $0.radius.map { $0 < 20_000 } } == [nil, nil, true])
            #expect(found.allSatisfy { $0.coordinate == Coordinate(latitude: 1, longitude: 2) })
        }
    }

    @Test(arguments: [
        "{\"lat\":\"" + String(repeating: "1", count: 100_000) + "\"}", #"{"error":"Unable to geocode"}"#,
        #"{"lat":"95","lon":"0"}"#,
    ])
    func `An answer without a place is no place`(_ answer: String) async throws {
        let asked = try await AddressServer.with(.json(answer)) { port in
            let found = try await Questions(server: "http://127.0.0.1:\(port)").ask()
            #expect(found == [])
        }
        #expect(asked.count == 1)
    }

    @Test func `A server that is not there is unreachable`() async throws {
        // Nobody may listen on port 1 without being root, and nobody does.
        let failure = try await Questions(server: "http://127.0.0.1:1").failure()
        #expect(failure.code == .unreachable && failure.message.contains("refused"), "\(failure)")
        let unknown = try await Questions(server: "http://locd.invalid").failure()
        #expect([.unresolved, .timedOut].contains(unknown.code), "\(unknown)")
    }

    @Test(arguments: [
        "", "file:///etc/passwd", "ftp://127.0.0.1", "gopher://127.0.0.1", "http://", "http://me@127.0.0.1",
        "http://127.0.0.1/a?b", "http://127.0.0.1/a#b", "http://a b", "http://a\r\nb", "127.0.0.1",
    ])
    func `No other scheme and no other part is asked`(_ server: String) async throws {
        let failure = try await Questions(server: server).failure()
        #expect(failure.code == .badRequest, "\(failure)")
    }

    @Test(arguments: [
        ("https://other.example/nominatim/reverse?lat=46.948&lon=7.4474", " https://other.example,"),
        ("https://other.example:8443", " https://other.example:8443,"), ("/elsewhere?lat=46.948", nil), ("", nil),
        ("file:///etc/passwd?46.948", nil), ("https://me@there/46.948", nil),
    ])
    func `A redirect is reported and not followed`(_ location: String, _ named: String?) async throws {
        let asked = try await AddressServer.with(.moved(301, to: location)) { port in
            let failure = try await Questions(server: "http://127.0.0.1:\(port)").failure()
            #expect(failure.code == .status && failure.message.contains("301"))
            #expect(failure.message.contains("redirect") == (named != nil), "\(failure)")
            #expect(failure.message.contains(named ?? ""), "\(failure)")
            // Where it points contains what was asked, which belongs in no log.
            #expect(!failure.description.contains("46.948"))
        }
        #expect(asked.count == 1)
    }

    @Test(arguments: [
        "https://\u{1B}[2J/", "https://a b/", "javascript:46.948", "https://me@there/", "https:///", "//there/",
        "file:///etc/passwd", "",
    ])
    func `A redirect to no server has no name`(_ location: String) {
        #expect(GeocodeFailure.server(of: location) == "")
    }

    @Test func `The worst certificate of a chain decides`() {
        let now: Int64 = 1_795_000_000
        func fault(_ chain: (Int64, Int64)...) -> GeocodeFailure.Code {
            .unverified(chain: chain.map { CertificateValidity(from: now + $0.0, to: now + $0.1) }, now: now)
        }
        #expect(fault((-9, 9), (-9, -1)) == .expired)
        #expect(fault((5, 9), (-9, 9)) == .notYetValid)
        #expect(fault((-9, 9)) == .untrusted)
        #expect(fault() == .untrusted)
        // A machine that has lost its clock: the clock is wrong, and both days are named.
        let words = GeocodeFailure.unverified(chain: [CertificateValidity(from: now, to: now + 9)], now: 0).message
        #expect(words.contains("2026-11-18") && words.contains("1970-01-01"), "\(words)")
    }
}

extension GeocodeFailure.Code {
    fileprivate static func unverified(chain: [CertificateValidity], now: Int64) -> Self {
        GeocodeFailure.unverified(chain: chain, now: now).code
    }
}
