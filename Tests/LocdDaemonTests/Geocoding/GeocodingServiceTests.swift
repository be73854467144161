import FoundationEssentials
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Logging
import Testing
import Tracks

@testable import LocdDaemon

/// What the daemon answers without a table, and what it asks a server of addresses.
@Suite(.timeLimit(.minutes(20))) struct GeocodingServiceTests {
    private static let bern = Coordinate(latitude: 46.948, longitude: 7.4474)
    private static let noTable = VarlinkError.geocoderUnavailable(
        detail: "No place table is configured: see geocoder.table.")
    private static let answer = """
        {"lat":"46.9465","lon":"7.4445","name":"","boundingbox":["46.9464","46.9466","7.4444","7.4446"],
        "address":{"house_number":"3","road":"Bundesplatz","suburb":"Innere Stadt","city":"Bern","county":"Bern-Mittelland",
        "state":"Bern","postcode":"3005","country":"Schweiz","country_code":"ch"}, "unknown": 1}
        """

    private func service(
        port: Int? = nil, table: String? = nil, interval: Double = 0, clock: MonotonicClock = ManualClock().clock
    ) throws -> GeocodingService {
        var settings = Configuration.Geocoder()
        settings.table = table
        settings.serverInterval = interval
        settings.userAgent = "test/1 (me)"
        settings.serverTimeout = 60
        settings.server = try port.map { try GeocodingServer(parsing: "http://127.0.0.1:\($0)/nominatim/") }
        return GeocodingService(settings: { [settings] in settings }, clock: clock, logger: Logger(label: "test"))
    }

    @Test func theTableIsReadOnAThreadOfItsOwn() async throws {
        let thread = try ExecutorThread(named: "test-reading")
        let names = Locked<[String]>([])
        let service = GeocodingService(
            settings: {
                let name = (try? String(contentsOf: URL(filePath: "/proc/thread-self/comm"), encoding: .utf8)) ?? ""
                names.withLock { $0.append(name) }
                return Configuration.Geocoder()
            }, clock: ManualClock().clock, reading: thread, logger: Logger(label: "test"))
        let caller = Caller(
            peer: Peer(user: 1, group: 1, process: 1, supplementaryGroups: []), authority: Nobody(),
            otherConnections: { 0 })
        let calls = [
            try VarlinkCall.encode(
                LocationInterface.ReverseGeocode.self, ReverseGeocodeParameters(coordinate: Self.bern, locale: nil)),
            try VarlinkCall.encode(
                LocationInterface.Geocode.self, GeocodeParameters(address: "Bern", locale: nil, near: nil)),
        ]
        for (bytes, handler) in zip(calls, MethodTable.geocoding(service)) {
            let call = try VarlinkCall(message: bytes.dropLast())
            try? await handler.answer(call, caller, ReplyWriter(for: call) { _ in })
        }
        let found = names.withLock { $0 }
        #expect(found.count >= 2 && found.allSatisfy { $0 == "test-reading\n" }, "\(found)")
    }

    @Test func withoutATableTheAnswerSaysWhatToDo() async throws {
        let service = try service(table: "/nowhere/places.locd")
        do {
            _ = try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            Issue.record("it was found")
        } catch {
            guard case .geocoderUnavailable(let detail) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(detail.contains("/nowhere/places.locd") && detail.contains("make places"))
        }
    }

    @Test func aUserWhoAsksTooOftenIsRefusedAndAnotherIsNot() async throws {
        let service = try service()
        var refusals: [VarlinkError] = []
        for _ in 0...GeocodingAllowance.burst {
            do {
                _ = try await service.placemarks(at: Self.bern, locale: nil, for: 7)
            } catch {
                refusals.append(error)
            }
        }
        #expect(refusals.last == .geocodeLimit)
        #expect(refusals.count { $0 == .geocodeLimit } == 1)
        await #expect(throws: Self.noTable) {
            try await service.placemarks(at: Self.bern, locale: nil, for: 8)
        }
    }

    @Test func aServerIsAskedAndItsAddressIsTold() async throws {
        try await AddressServer.with(.json(Self.answer)) { server, port in
            let service = try service(port: port)
            let placemark = try #require(
                try await service.placemarks(at: Self.bern, locale: "de_CH", for: 0).first)
            #expect(placemark.thoroughfare == "Bundesplatz")
            #expect(placemark.subThoroughfare == "3")
            #expect(placemark.name == "Bundesplatz 3")
            #expect(placemark.locality == "Bern")
            #expect(placemark.subLocality == "Innere Stadt")
            #expect(placemark.postalCode == "3005")
            #expect(placemark.isoCountryCode == "CH")
            #expect(placemark.subAdministrativeArea == "Bern-Mittelland")
            let accuracy = try #require(placemark.horizontalAccuracy)
            #expect(abs(accuracy - placemark.coordinate.distance(to: Self.bern)) < 0.001)
            #expect(try #require(placemark.radius) > 5 && placemark.radius ?? 0 < 20)
            let asked = try #require(server.asked.first)
            #expect(
                asked.uri
                    == "/nominatim/reverse?lat=46.948&lon=7.4474&zoom=18&format=jsonv2&addressdetails=1&accept-language=de-CH"
            )
            #expect(asked.headers["User-Agent"] == "test/1 (me)")
            #expect(asked.headers["Host"] == "127.0.0.1:\(port)")
        }
    }

    @Test func anAddressIsEscapedOnItsWay() async throws {
        try await AddressServer.with(.json("[\(Self.answer), {\"error\":\"x\"}]")) { server, port in
            let service = try service(port: port)
            let found = try await service.placemarks(
                named: "Zürich & Co\r\nHost: x", near: (Self.bern, 1000), locale: nil, for: 0)
            #expect(found.placemarks.count == 1)
            #expect(!found.isPartial)
            let uri = try #require(server.asked.first?.uri)
            #expect(uri.hasPrefix("/nominatim/search?q=Z%C3%BCrich%20%26%20Co%0D%0AHost%3A%20x&limit=10&"))
            #expect(uri.contains("&viewbox=7."))
        }
    }

    @Test(arguments: [
        AddressServer.Answer.status(500), .status(429), .json("nonsense"), .json(#"{"error":"Unable to geocode"}"#),
        .json("{\"lat\":\"" + String(repeating: "1", count: 2 << 20) + "\"}"), .json(#"{"lat":"95","lon":"0"}"#),
    ])
    func whereTheServerHasNoAnswerTheTableIsAsked(_ answer: AddressServer.Answer) async throws {
        try await AddressServer.with(answer) { server, port in
            let service = try service(port: port)
            // There is no table here, and that is what is said.
            await #expect(throws: Self.noTable) {
                try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            }
            #expect(server.asked.count == 1)
        }
    }

    @Test func theServerIsAskedNoOftenerThanConfigured() async throws {
        try await AddressServer.with(.json(Self.answer)) { server, port in
            let clock = ManualClock()
            let service = try service(port: port, interval: 30, clock: clock.clock)
            _ = try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            let second = Task { try await service.placemarks(at: Self.bern, locale: nil, for: 0) }
            await clock.sleepers(atLeast: 1)
            #expect(server.asked.count == 1)
            clock.advance(by: .seconds(30))
            #expect(try await second.value.count == 1)
            #expect(server.asked.count == 2)
            // Three that come at once: the last of them would have to wait for longer than the timeout.
            let waiting = [1, 2].map { _ in Task { try await service.placemarks(at: Self.bern, locale: nil, for: 0) } }
            await clock.sleepers(atLeast: 2)
            await #expect(throws: VarlinkError.self) {
                try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            }
            clock.advance(by: .seconds(60))
            for task in waiting { #expect(try await task.value.count == 1) }
            #expect(server.asked.count == 4)
        }
    }

    @Test(arguments: [
        ("http://localhost", "http://localhost"), ("http://localhost:8080/", "http://localhost:8080"),
        ("HTTP://[::1]:80/nominatim/", "http://[::1]/nominatim"), ("http://[::1]", "http://[::1]"),
        ("https://nominatim.example.org", "https://nominatim.example.org"), ("HTTPS://[::1]:443/a/", "https://[::1]/a"),
        ("https://localhost:80", "https://localhost:80"), ("http://localhost:443", "http://localhost:443"),
    ])
    func theServersAddressIsReadAndPrinted(_ text: String, _ printed: String) throws {
        #expect(try GeocodingServer(parsing: text).description == printed)
    }

    @Test(arguments: [
        "localhost", "http://", "https://", "https:///reverse", "https://anna@localhost", "http://a b", "http://a/b?c",
        "http://a/ä", "ftp://a",
    ])
    func whatIsNoServerIsRefused(_ text: String) {
        #expect(throws: ValueProblem.self) { try GeocodingServer(parsing: text) }
    }
}
