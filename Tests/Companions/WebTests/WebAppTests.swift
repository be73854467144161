import Dispatch
import Foundation
import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import NIOPosix
import Phrasing
import SystemSupport
import Testing
import TrackTools
import Tracks

@testable import Web

/// What each viewer is shown.
struct WebAppTests {
    private let bench: WebBench

    init() throws { bench = try WebBench() }

    /// Every address that tells something of the position.
    private static let places = [
        "/api/tracks/2026-11-21", "/api/tracks/2026-11-20..2026-11-22", "/api/calendar/2026-11-01..2026-11-30",
        "/api/overview/2026-01-01..2026-12-31?zoom=6", "/api/export/2026-11-21.gpx", "/api/export/2026-11-21.geojson",
        "/api/export/2026-11-21.kml", "/api/why?time=2026-11-21T08:10:00Z",
    ]
    private static let others = ["/api/live", "/api/ground/0/0/0", "/api/towns?box=40,0,50,10"]

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `One with full accuracy sees the day as its records are`() async throws {
        let reply = await bench.reply(Self.places[0], as: WebBench.exact)
        #expect(reply.status == 200)
        let day = try object(reply.text)
        #expect(day["accuracy"] as? String == "full")
        let start = Timestamp("2026-11-21T08:00:00Z")?.milliseconds ?? 0

        let gaps = try #require(day["gaps"] as? [[String: Any]])
        // The one of the track, and the one that stands for the private region.
        #expect(gaps.map { $0["cause"] as? String } == ["noFix", "privateRegion"])
        #expect(gaps[0]["from"] as? Int64 == start + 999_000)
        #expect(gaps[0]["to"] as? Int64 == start + 1_300_000)
        #expect(abs((gaps[0]["longitude"] as? Double ?? 0) - 8.132867) < 1e-5)

        let pauses = try #require(day["pauses"] as? [[String: Any]])
        #expect(pauses.count == 1)
        #expect(pauses[0]["from"] as? Int64 == start + 1_999_000)
        #expect(pauses[0]["to"] as? Int64 == start + 2_599_000)
        let visits = try #require(day["visits"] as? [[String: Any]])
        #expect(visits.count == 1)
        #expect(visits[0]["from"] as? Int64 == start + 2_000_000)
        #expect(try #require(day["regions"] as? [[String: Any]]).map { $0["name"] as? String } == ["Harbour"])
    }

    @Test func `The kilometres are those of track stats`() async throws {
        var statistics = TrackStatistics()
        let range = try #require(DayRange("2026-11-21"))
        _ = try bench.app.source.read(range.interval(in: .utc)) { statistics.add($0) }
        statistics.finish()
        #expect(statistics.distance > 20_000)
        let day = try object(await bench.reply(Self.places[0], as: WebBench.exact).text)
        #expect(abs((day["distance"] as? Double ?? 0) - statistics.distance) < 0.06)
        let calendar = try object(await bench.reply(Self.places[2], as: WebBench.exact).text)
        let days = try #require(calendar["days"] as? [[String: Any]])
        #expect(days.count == 1)
        #expect(abs((days[0]["distance"] as? Double ?? 0) - statistics.distance) < 0.06)
    }

    @Test func `One with reduced accuracy sees cells and nothing else`() async throws {
        let reply = await bench.reply(Self.places[0], as: WebBench.reduced)
        let day = try object(reply.text)
        #expect(day["accuracy"] as? String == "reduced")
        #expect(Set(day.keys) == ["days", "accuracy", "from", "to", "clock", "places"])
        let cells = try #require(day["places"] as? [[String: Any]])
        #expect((1...5).contains(cells.count))
        for cell in cells {
            #expect((cell["radius"] as? Double ?? 0) > 2000)
            #expect(abs((cell["latitude"] as? Double ?? 0) - 47.1234567) > 1e-6)
        }
        for address in Self.places.dropFirst(2) {
            #expect(await bench.reply(address, as: WebBench.reduced).status == 403, "\(address)")
        }
    }

    @Test(arguments: [WebBench.denied, WebBench.unknown, nil])
    func `One without authorization sees nothing`(_ user: UInt32?) async throws {
        for address in Self.places + Self.others {
            let reply = await bench.reply(address, as: user)
            #expect(reply.status == 403, "\(address)")
            #expect(!reply.text.contains("47.") && !reply.text.contains("latitude"), "\(address): \(reply.text)")
        }
        let session = try object(await bench.reply("/api/session", as: user).text)
        #expect(session["access"] as? String == "none")
        #expect(session["today"] == nil && session["clock"] == nil)
        #expect(session["firstDay"] == nil)
    }

    @Test func `Private regions are in no reply`() async {
        for address in Self.places + ["/api/session", "/api/why?time=2026-11-21T08:55:00Z"] {
            let reply = await bench.reply(address, as: WebBench.exact)
            #expect(reply.status == 200, "\(address)")
            #expect(!reply.text.isEmpty)
            for secret in ["secret-hut", "9.0", "9,0"] {
                #expect(
                    !reply.text.contains(",\(secret)") && !reply.text.contains("\"\(secret)")
                        && !reply.text.contains("[\(secret)"), "\(address) has \(secret)")
            }
            #expect(!reply.text.contains("lon=\"9.") && !reply.text.contains("\"longitude\":9"), "\(address)")
        }
    }

    @Test func `What is missing is named with its cure, and the rest of the page works`() async throws {
        let folder = TemporaryDirectory()
        let (chart, map) = ("\(folder.path)/dygraphs", "\(folder.path)/leaflet")
        let bench = try WebBench(tracks: "\(folder.path)/none", libraries: folder.path)
        #expect(bench.app.missing.count == 5)
        for (loss, cure) in [
            ("no map:", "apt install libjs-leaflet"), ("no chart of speed and altitude:", "apt install libjs-dygraphs"),
            ("no coasts and borders:", "baseMap:"), ("no names of towns:", "places:"), ("no history:", "tracks:"),
        ] {
            #expect(bench.app.missing.contains { $0.hasPrefix(loss) && $0.contains(cure) }, "\(bench.app.missing)")
        }
        let session = try object(await bench.reply("/api/session", as: WebBench.exact).text)
        // By it the page shows what is now, whatever day is shown beside it.
        let clock = try #require(session["clock"] as? [[String: Any]])
        #expect(clock.map { $0["since"] as? Int64 } == [Timestamp("2026-11-21T00:00:00Z")?.milliseconds])
        #expect(clock.map { $0["seconds"] as? Int } == [0])
        #expect(session["missing"] as? [String] == bench.app.missing)
        // Where the track would be is not for everybody.
        #expect(try object(await bench.reply("/api/session", as: WebBench.reduced).text)["missing"] == nil)
        for file in ["/", "/page.js", "/alarm.js", "/halts.js", "/regions.js", "/page.css"] {
            #expect(await bench.reply(file, as: WebBench.exact).status == 200, "\(file)")
        }
        // An empty file is a file; a folder is none. What is installed later counts at once.
        try FileManager.default.createDirectory(atPath: map, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: "\(chart)/dygraph.min.js", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(map)/leaflet.min.js"))
        #expect(bench.app.missing.map { String($0.prefix(5)) } == ["no ch", "no co", "no na", "no hi"])
        // A folder without any track yet is no fault.
        #expect(!(try WebBench(tracks: folder.path)).app.missing.contains { $0.hasPrefix("no history") })
    }

    @Test(arguments: [
        (EADDRINUSE, "another program"), (EADDRNOTAVAIL, "no such address"), (EACCES, "below 1024"),
        (ENOBUFS, "buffer"),
    ])
    func `An address that cannot be used is explained in words`(_ code: Int32, _ words: String) {
        let reason = WebServer.reason(code: code)
        #expect(reason.contains(words), "\(reason)")
    }

    /// Nor is it known what was private while an editor replaces the file.
    @Test(arguments: [true, false])
    func `A regions file that cannot be read or is gone hides everything`(_ isGone: Bool) async throws {
        let file = URL(filePath: bench.directory.path + "/regions.geojson")
        #expect(await bench.reply(Self.places[0], as: WebBench.exact).status == 200)
        if isGone { try FileManager.default.removeItem(at: file) } else { try Data("{".utf8).write(to: file) }
        for address in Self.places {
            let reply = await bench.reply(address, as: WebBench.exact)
            #expect(reply.status == 503, "\(address)")
            #expect(!reply.text.contains("47."))
        }
        try Data(#"{"type":"FeatureCollection","features":[]}"#.utf8).write(to: file)
        #expect(await bench.reply(Self.places[0], as: WebBench.exact).status == 200)
    }

    @Test func `Without a daemon only the user of the process sees the track`() async throws {
        let bench = try WebBench(isPresent: false)
        #expect(await bench.reply(Self.places[0], as: WebBench.exact).status == 403)
        #expect(await bench.reply(Self.places[0], as: 0).status == (geteuid() == 0 ? 200 : 403))
        #expect(await bench.reply(Self.places[0], as: geteuid()).status == 200)
        #expect(await bench.reply(Self.places[0], as: nil, ["authorization": "Bearer \(bench.token)"]).status == 403)
    }

    @Test func `Nobody sees more than the process itself`() async throws {
        for own in [Authorization(.denied), Authorization(.authorizedAlways, accuracy: .reducedAccuracy)] {
            let bench = try WebBench(own: own)
            #expect(await bench.reply(Self.places[0], as: WebBench.exact).status == 403)
            let token = await bench.reply(Self.places[0], as: nil, ["authorization": "Bearer \(bench.token)"])
            #expect(token.status == (own.disclosure == .nothing ? 403 : 200))
            #expect(!token.text.contains("\"pieces\""))
        }
    }

    // MARK: The network

    @Test func `Behind a proxy the user of the connection does not count`() async {
        for header in ["x-forwarded-for", "forwarded", "via", "x-real-ip"] {
            #expect(await bench.reply(Self.places[0], as: WebBench.exact, [header: "192.0.2.1"]).status == 403)
        }
        #expect(await bench.reply(Self.places[0], as: WebBench.exact, host: "van.example.org").status == 403)
        #expect(await bench.reply(Self.places[0], as: WebBench.exact, isLoopback: false).status == 403)
    }

    @Test func `A token signs in`() async throws {
        let host = "van.example.org"
        let origin = ["origin": "https://van.example.org"]
        let wrong = await bench.reply(
            "/api/session", as: nil, method: "POST", host: host, isLoopback: false, origin, body: "locd-0")
        #expect(wrong.status == 401)
        #expect(wrong.headers["Set-Cookie"] == nil)
        let reply = await bench.reply(
            "/api/session", as: nil, method: "POST", host: host, isLoopback: false, origin, body: bench.token)
        #expect(reply.status == 200)
        let cookie = try #require(reply.headers["Set-Cookie"])
        for part in ["__Host-locd=", "Secure", "HttpOnly", "SameSite=Strict", "Path=/"] {
            #expect(cookie.contains(part))
        }
        #expect(!cookie.contains("Domain"))
        let signedIn = ["cookie": String(cookie.prefix { $0 != ";" })]
        #expect(await bench.reply(Self.places[0], as: nil, host: host, isLoopback: false, signedIn).status == 200)
        #expect(
            await bench.reply(Self.places[0], as: nil, host: "evil.example", isLoopback: false, signedIn).status == 421)
        let out = await bench.reply(
            "/api/session", as: nil, method: "DELETE", host: host, isLoopback: false, signedIn.merging(origin) { $1 })
        #expect(out.status == 200)
        #expect(await bench.reply(Self.places[0], as: nil, host: host, isLoopback: false, signedIn).status == 403)
    }

    @Test(arguments: ["withdrawn", "reduced", "signed out"])
    func `An open page ends with its token`(_ end: String) async throws {
        let (host, origin) = ("van.example.org", ["origin": "https://van.example.org"])
        var headers = ["authorization": "Bearer \(bench.token)"]
        if end == "signed out" {
            let signedIn = await bench.reply(
                "/api/session", as: nil, method: "POST", host: host, isLoopback: false, origin, body: bench.token)
            headers = ["cookie": String(try #require(signedIn.headers["Set-Cookie"]).prefix { $0 != ";" })]
        }
        let reply = await bench.app.reply(
            to: WebRequest(
                method: "GET", target: "/api/live", host: host, headers: headers,
                remote: WebRequest.Remote(isLoopback: false, address: "192.0.2.7") { nil }))
        guard case .stream(let body) = reply.body else {
            Issue.record("no stream: \(reply.status)")
            return
        }
        let states = Watched(0)
        let page = Task {
            try? await body { part in
                if String(decoding: part, as: UTF8.self).hasPrefix("event: state") { states.change { $0 += 1 } }
            }
            states.change { $0 = 0 }
        }
        await bench.clock.sleepers(atLeast: 1)
        bench.clock.advance(by: LiveFeed.interval)
        await states.wait { $0 == 2 }
        await bench.clock.sleepers(atLeast: 1)
        switch end {
        case "withdrawn": try bench.write(TokenBook())
        case "reduced":
            var book = TokenBook()
            _ = book.add(name: "phone", accuracy: .reduced, random: WebBench.random)
            try bench.write(book)
        default:
            _ = await bench.reply(
                "/api/session", as: nil, method: "DELETE", host: host, isLoopback: false,
                headers.merging(origin) { $1 })
        }
        bench.clock.advance(by: LiveFeed.interval)
        #expect(await states.wait { $0 != 2 } == 0, "the page has ended")
        page.cancel()
        await page.value
    }

    /// The state would go on beside an old position: a stream without positions ends, and the browser asks again.
    @Test(.timeLimit(.minutes(15))) func `A session that the daemon refuses ends the stream`() async throws {
        let address = try #require(UnixAddress("\(bench.directory.path)/none.sock"))
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let isListening = address.withPointer { bind(listener, $0, $1) } == 0 && listen(listener, 8) == 0
        try #require(isListening)
        let refusal = Array(#"{"error":"org.varlink.service.PermissionDenied"}"#.utf8) + [0]
        _ = try ExecutorThread(named: "refusing").run {
            var call = [UInt8](repeating: 0, count: 4096)
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                _ = read(connection, &call, call.count)
                _ = write(connection, refusal, refusal.count)
                close(connection)
            }
            close(listener)
        }
        defer { shutdown(listener, Int32(SHUT_RDWR)) }
        let reply = await bench.app.reply(
            to: WebRequest(
                method: "GET", target: "/api/live", host: "van.example.org",
                headers: ["authorization": "Bearer \(bench.token)"],
                remote: WebRequest.Remote(isLoopback: false, address: "192.0.2.7") { nil }))
        guard case .stream(let body) = reply.body else {
            Issue.record("no stream: \(reply.status)")
            return
        }
        let page = Task { try await body { _ in } }
        // One for the next state, and one for the end.
        await bench.clock.sleepers(until: .seconds(3), atLeast: 2)
        bench.clock.advance(by: .seconds(3))
        try await page.value
    }

    @Test func `Guessing is slowed down, and the owner not locked out`() async {
        var statuses: [Int] = []
        for number in 0..<20 {
            statuses.append(
                await bench.reply(
                    "/api/session", as: nil, isLoopback: false, ["authorization": "Bearer locd-\(number)"]
                ).status)
        }
        #expect(statuses.prefix(5).allSatisfy { $0 == 401 })
        #expect(statuses.dropFirst(5).allSatisfy { $0 == 429 })
        let owner = await bench.reply(
            Self.places[0], as: nil, isLoopback: false, ["authorization": "Bearer \(bench.token)"])
        #expect(owner.status == 200)
    }

    // MARK: Every reply

    @Test func `Every reply forbids inline code frames and sniffing`() async throws {
        for address in [
            "/", "/page.js", "/nothing", "/api/nothing", "/api/session", "/lib/leaflet.js", "/api/tracks/x",
        ] + Self.places {
            let reply = await bench.reply(address, as: WebBench.exact)
            let policy = try #require(reply.headers["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("*"))
            #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
            #expect(reply.headers["Referrer-Policy"] == "no-referrer")
            #expect(reply.headers.keys.allSatisfy { !$0.lowercased().hasPrefix("access-control") })
            #expect(reply.headers["Server"] == nil)
        }
        let refused = await bench.reply("/", as: WebBench.exact, host: "evil.example")
        #expect(refused.headers["Content-Security-Policy"] != nil)
    }

    @Test func `The page has no code of its own and asks nobody else`() async {
        let page = await bench.reply("/", as: WebBench.denied).text
        #expect(page.contains("data-testid=\"map\""))
        for forbidden in ["<style", " style=", " onclick=", "javascript:", "<script>", "http://", "https://", "//cdn"] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
        for file in ["/page.js", "/map.js", "/regions.js", "/sky.js", "/words.js", "/page.css"] {
            let text = await bench.reply(file, as: WebBench.denied).text
            #expect(text.utf8.count > 500)
            for forbidden in ["http://", "https://", "innerHTML", "eval(", "document.write"] {
                #expect(!text.contains(forbidden), "\(file) has \(forbidden)")
            }
        }
    }

    @Test func `A server of tiles is the only other that the browser may ask`() async throws {
        let server = try #require(TileServer("https://tiles.example.org:8443/{z}/{x}/{y}.png?key=a"))
        let bench = try WebBench(tiles: .server(server))
        let reply = await bench.reply("/", as: WebBench.exact)
        let policy = try #require(reply.headers["Content-Security-Policy"])
        #expect(policy.contains("img-src 'self' data: https://tiles.example.org:8443;"))
        #expect(policy.components(separatedBy: "https://").count == 2, "images, and nothing else")
        let session = try object(await bench.reply("/api/session", as: WebBench.exact).text)
        #expect(session["tiles"] as? String == server.template)
    }

    @Test func `Only those with full accuracy reach the regions`() async {
        let origin = ["origin": "http://127.0.0.1:8947"]
        for method in ["GET", "POST", "DELETE"] {
            for user in [WebBench.reduced, WebBench.denied, WebBench.unknown, nil] {
                let reply = await bench.reply("/api/regions?identifier=a", as: user, method: method, origin)
                #expect(reply.status == 403, "\(method)")
            }
        }
        // There is no daemon: what is sent is checked all the same.
        let broken = await bench.reply("/api/regions", as: WebBench.exact, method: "POST", origin, body: "{")
        #expect(broken.status == 400)
        let secret =
            #"{"type":"Feature","id":"a","properties":{"radius":5,"private":true},"geometry":{"type":"Point","coordinates":[8,47]}}"#
        let hidden = await bench.reply("/api/regions", as: WebBench.exact, method: "POST", origin, body: secret)
        #expect(hidden.status == 400)
        #expect(hidden.text.contains("administrator"))
        let valid = secret.replacingOccurrences(of: ",\"private\":true", with: "")
        for hours in ["0", "9999", "a", "-1"] {
            let reply = await bench.reply(
                "/api/regions?hours=\(hours)", as: WebBench.exact, method: "POST", origin, body: valid)
            #expect(reply.status == 400, "\(hours)")
        }
        #expect(
            await bench.reply("/api/regions", as: WebBench.exact, method: "POST", origin, body: valid).status == 503)
        #expect(await bench.reply("/api/regions", as: WebBench.exact, method: "DELETE", origin).status == 400)
    }

    @Test func `The year is read beforehand for one who may see it`() async {
        let finished = Watched(0)
        let sketches = bench.app.sketches
        let run = Task { await sketches.run { finished.change { $0 += 1 } } }
        _ = await bench.reply("/api/session", as: WebBench.denied)
        _ = await bench.reply("/api/session", as: WebBench.reduced)
        #expect(sketches.knownCount == 0)
        _ = await bench.reply("/api/session", as: WebBench.exact)
        await bench.clock.sleepers(atLeast: 1)
        #expect(sketches.knownCount == 0, "the page asks for its day first")
        bench.clock.advance(by: DaySketches.quiet)
        await finished.wait { $0 == 1 }
        #expect(sketches.knownCount == 367)
        run.cancel()
        await run.value
    }

    @Test func `Memory is given back once after a burst`() async throws {
        let count = Watched(0)
        let clock = ManualClock()
        let upkeep = MemoryUpkeep(clock: clock.clock) { count.change { $0 += 1 } }
        let run = Task { await upkeep.run() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: MemoryUpkeep.quiet)
        await count.wait { $0 == 1 }
        for _ in 0..<50 { upkeep.noteUse() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: MemoryUpkeep.quiet)
        await count.wait { $0 == 2 }
        run.cancel()
        await run.value
    }

    @Test func `A missing library names its package`() async {
        let reply = PageFiles(libraries: "/nonexistent").reply(
            to: WebRequest(
                method: "GET", target: "/lib/leaflet.js", host: "localhost",
                remote: WebRequest.Remote(isLoopback: true, address: "") { nil }))
        #expect(reply?.status == 404)
        guard case .bytes(let bytes)? = reply?.body else {
            Issue.record("no words")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("libjs-leaflet"))
        #expect(await bench.reply("/lib/../../etc/passwd", as: 0).status == 404)
    }

    @Test func `Hostile requests are answered without a place`() async {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "/", "api", "..", "%2e", "tracks", "2026-11-21", "export", ".gpx", "?", "=", "&", "time", "\u{0}", "é",
            "9999999999", "-1", "ground",
        ]
        for _ in 0..<2000 {
            let target =
                "/"
                + (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                    pieces.randomElement(using: &generator) ?? ""
                }.joined(separator: Bool.random() ? "/" : "")
            let reply = await bench.reply(target, as: WebBench.denied)
            #expect([200, 400, 403, 404, 405].contains(reply.status), "\(target): \(reply.status)")
            #expect(!reply.text.contains("\"latitude\""))
        }
    }

    @Test(.timeLimit(.minutes(15))) func `Readings keep neither permissions nor exports waiting`() async {
        let end = DispatchSemaphore(value: 0)
        // More than the pool has threads.
        let count = 64
        for _ in 0..<count { NIOThreadPool.singleton.submit { _ in _ = end.wait(timeout: .now() + 60) } }
        #expect(await bench.reply("/api/session", as: WebBench.exact).status == 200)
        #expect(await bench.reply(Self.places[4], as: WebBench.exact).status == 200)
        for _ in 0..<count { end.signal() }
    }

    @Test func `One viewer does not keep the others out`() {
        let gate = ViewerGate()
        for _ in 0..<4 { #expect(gate.enter(.user(1))) }
        #expect(!gate.enter(.user(1)))
        #expect(gate.enter(.user(2)))
        gate.leave(.user(1))
        #expect(gate.enter(.user(1)))
    }
}
