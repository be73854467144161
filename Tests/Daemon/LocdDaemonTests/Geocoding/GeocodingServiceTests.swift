import FoundationEssentials
import GeocodeProtocol
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Logging
import SystemSupport
import Testing

@testable import LocdConfiguration
@testable import LocdDaemon
@testable import LocdServer

/// What the daemon answers without a table, and what it asks a server of addresses.
@Suite(.timeLimit(.minutes(15))) struct GeocodingServiceTests {
    private static let bern = Coordinate(latitude: 46.948, longitude: 7.4474)
    private static let noTable = VarlinkError.geocoderUnavailable(
        detail: "No place table configured: set geocoder.table.")
    private static var bundesplatz: Placemark {
        var placemark = Placemark(coordinate: Coordinate(latitude: 46.9465, longitude: 7.4445), horizontalAccuracy: 9)
        placemark.thoroughfare = "Bundesplatz"
        return placemark
    }

    private func service(
        helper: ScriptedHelper? = nil, table: String? = nil, interval: Double = 0,
        clock: MonotonicClock = ManualClock().clock
    ) throws -> GeocodingService {
        var settings = Configuration.Geocoder()
        settings.table = table
        settings.serverInterval = interval
        settings.userAgent = "test/1 (me)"
        settings.serverTimeout = 60
        if let helper {
            settings.server = try GeocodingServer(parsing: "https://nominatim.example.org/a/")
            settings.helper = helper.path
        }
        let service = GeocodingService(
            settings: { [settings] in settings }, clock: clock, logger: Logger(label: "test"))
        service.loop.set(helper?.loop)
        return service
    }

    @Test func `The table is read on a thread of its own`() async throws {
        let thread = try ExecutorThread(named: "test-reading")
        let names = Locked<[String]>([])
        let service = GeocodingService(
            settings: {
                let name = (try? String(contentsOf: URL(filePath: "/proc/thread-self/comm"), encoding: .utf8)) ?? ""
                names.withLock { $0.append(name) }
                return Configuration.Geocoder()
            }, clock: ManualClock().clock, reading: thread, logger: Logger(label: "test"))
        let caller = Caller(
            peer: Peer(user: 1, group: 1, process: 1, supplementaryGroups: []),
            authority: DefaultAuthority(privilegedGroup: nil),
            otherConnections: { 0 })
        let calls = [
            try VarlinkCall.encode(
                LocationInterface.ReverseGeocode.self,
                ReverseGeocodeParameters(latitude: Self.bern.latitude, longitude: Self.bern.longitude)),
            try VarlinkCall.encode(
                LocationInterface.Geocode.self, GeocodeParameters(address: "Bern")),
        ]
        for (bytes, handler) in zip(calls, MethodTable.geocoding(service)) {
            let call = try VarlinkCall(message: bytes.dropLast())
            try? await handler.answer(call, caller, ReplyWriter(for: call) { _ in })
        }
        let found = names.withLock { $0 }
        #expect(found.count >= 2 && found.allSatisfy { $0 == "test-reading\n" }, "\(found)")
    }

    @Test func `Without a table the answer says what to do`() async throws {
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

    @Test func `A user who asks too often is refused and another is not`() async throws {
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

    @Test func `A place is asked through locd geocode`() async throws {
        try await ScriptedHelper.with(.placemarks([Self.bundesplatz])) { helper in
            let service = try service(helper: helper)
            #expect(
                try await service.placemarks(at: Self.bern, locale: "de_CH", for: 0) == [Self.bundesplatz])
            let request = GeocodeRequest(
                server: "https://nominatim.example.org/a", userAgent: "test/1 (me)", timeout: 60, locale: "de_CH",
                question: .place(Self.bern))
            #expect(helper.asked == [request])
        }
    }

    @Test func `An address is asked through locd geocode`() async throws {
        try await ScriptedHelper.with(.placemarks([Self.bundesplatz])) { helper in
            let service = try service(helper: helper)
            let found = try await service.placemarks(named: "Bern\r\n", near: (Self.bern, 1000), locale: nil, for: 0)
            #expect(found.placemarks == [Self.bundesplatz])
            #expect(!found.isPartial)
            let near = GeocodeRequest.Circle(center: Self.bern, radius: 1000)
            #expect(helper.asked.map(\.question) == [.address("Bern\r\n", near: near)])
        }
    }

    @Test(arguments: [
        ScriptedHelper.Script.error(GeocodeFailure(.status, "it answered with HTTP status 500")),
        .raw("nonsense\n"), .raw(""), .raw(#"{"placemarks":[]}"#), .raw("\n"),
        .raw(#"{"placemarks":[{"coordinate":{"latitude":95,"longitude":0}}]}"# + "\n"),
        .raw(String(repeating: " ", count: GeocodeReply.maximumLength + 1) + "{}\n"),
    ])
    func `If there is no answer the table is asked`(_ script: ScriptedHelper.Script) async throws {
        try await ScriptedHelper.with(script) { helper in
            let service = try service(helper: helper)
            // There is no table here: the caller learns what is wrong with the server.
            let error = await #expect(throws: VarlinkError.self) {
                try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            }
            guard case .geocoderUnavailable(let detail)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(detail.contains("server"), "\(detail)")
            #expect(helper.asked.count == 1)
        }
    }

    @Test(arguments: [nil, "/nowhere/places.locd"])
    func `A server that finds nothing has answered, whatever the table`(table: String?) async throws {
        try await ScriptedHelper.with(.placemarks([])) { helper in
            let service = try service(helper: helper, table: table)
            await #expect(throws: VarlinkError.geocodeFoundNoResult) {
                try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            }
            await #expect(throws: VarlinkError.geocodeFoundNoResult) {
                try await service.placemarks(named: "Nowhere", near: nil, locale: nil, for: 0)
            }
        }
    }

    @Test func `No more than sixteen questions wait for the server`() async throws {
        try await ScriptedHelper.with(.silence) { helper in
            let service = try service(helper: helper)
            let waiting = (0..<16).map { _ in
                Task { try await service.placemarks(at: Self.bern, locale: nil, for: 0) }
            }
            await helper.questions(atLeast: 16)
            // A further one is answered at once.
            await #expect(throws: VarlinkError.geocodeLimit) {
                try await service.placemarks(at: Self.bern, locale: nil, for: 1)
            }
            #expect(helper.asked.count == 16)
            for task in waiting { task.cancel() }
            for task in waiting { _ = await task.result }
        }
    }

    @Test func `The server is asked no oftener than configured`() async throws {
        try await ScriptedHelper.with(.placemarks([Self.bundesplatz])) { helper in
            let clock = ManualClock()
            let service = try service(helper: helper, interval: 30, clock: clock.clock)
            _ = try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            let second = Task { try await service.placemarks(at: Self.bern, locale: nil, for: 0) }
            await clock.sleepers(atLeast: 1)
            #expect(helper.asked.count == 1)
            clock.advance(by: .seconds(30))
            #expect(try await second.value.count == 1)
            #expect(helper.asked.count == 2)
            // Three that come at once: the last of them would have to wait for longer than the timeout.
            let waiting = [1, 2].map { _ in Task { try await service.placemarks(at: Self.bern, locale: nil, for: 0) } }
            await clock.sleepers(atLeast: 2)
            await #expect(throws: VarlinkError.self) {
                try await service.placemarks(at: Self.bern, locale: nil, for: 0)
            }
            clock.advance(by: .seconds(60))
            for task in waiting { #expect(try await task.value.count == 1) }
            #expect(helper.asked.count == 4)
        }
    }

    @Test(arguments: [
        ("http://localhost", "http://localhost"), ("http://localhost:8080/", "http://localhost:8080"),
        ("HTTP://[::1]:80/nominatim/", "http://[::1]/nominatim"), ("http://[::1]", "http://[::1]"),
        ("https://nominatim.example.org", "https://nominatim.example.org"), ("HTTPS://[::1]:443/a/", "https://[::1]/a"),
        ("https://localhost:80", "https://localhost:80"), ("http://localhost:443", "http://localhost:443"),
    ])
    func `The server's address is read and printed`(_ text: String, _ printed: String) throws {
        #expect(try GeocodingServer(parsing: text).description == printed)
    }

    @Test(arguments: [
        "localhost", "http://", "https://", "https:///reverse", "https://anna@localhost", "http://a b", "http://a/b?c",
        "http://a/ä", "ftp://a",
    ])
    func `Invalid servers are refused`(_ text: String) {
        #expect(throws: ValueProblem.self) { try GeocodingServer(parsing: text) }
    }
}

@Suite struct GeocodingAllowanceTests {
    @Test func `A user may ask sixty times at once and then once a second`() {
        var allowance = GeocodingAllowance()
        /// How many of a hundred questions are granted.
        func granted(to user: UInt32, at seconds: Double) -> Int {
            (0..<100).count { _ in allowance.take(user, at: .seconds(seconds)) }
        }
        #expect(granted(to: 1, at: 1000) == 60)
        #expect(granted(to: 2, at: 1000) == 60)
        #expect(granted(to: 1, at: 1000.9) == 0)
        #expect(granted(to: 1, at: 1001) == 1)
        #expect(granted(to: 1, at: 1031) == 30)
        #expect(granted(to: 1, at: 10_000) == 60)
    }

    @Test func `Users that have all of their questions again are forgotten`() {
        var allowance = GeocodingAllowance()
        let granted = (0..<5000).count { allowance.take(UInt32($0), at: .seconds(2 * $0)) }
        #expect(granted == 5000)
    }
}
