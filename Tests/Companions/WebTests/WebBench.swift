import Foundation
import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import Phrasing
import Testing

@testable import Web

/// A web app with a track, a private region, and a daemon that says who may have what.
struct WebBench {
    /// Who asks: root of the test, by number.
    static let (exact, reduced, denied, unknown) = (UInt32(1001), UInt32(1002), UInt32(1003), UInt32(1004))

    /// The bytes of the token.
    static let random = (0..<32).map { UInt8($0) }

    struct Absent: Error {}
    struct Refused: Error {}

    let directory: TemporaryDirectory
    let app: WebApp
    let clock = ManualClock()
    let token: String

    /// - Parameters:
    ///   - isPresent: Whether the daemon answers.
    ///   - own: What locd-web itself may have.
    ///   - tiles: The administrator's tiles.
    ///   - tracks: A path in place of the folder with the track.
    ///   - libraries: Where libraries for browsers are.
    init(
        isPresent: Bool = true, own: Authorization = .everything, tiles: TileSource? = nil, tracks: String? = nil,
        libraries: String = "/usr/share/javascript"
    ) throws {
        directory = TemporaryDirectory()
        try Data(Self.track.utf8).write(to: URL(filePath: "\(directory.path)/2026-11-21.jsonl"))
        try Data(Self.regions.utf8).write(to: URL(filePath: "\(directory.path)/regions.geojson"))
        var book = TokenBook()
        let made = book.add(name: "phone", accuracy: .full, random: Self.random)
        token = try #require(made)
        try Data(book.bytes).write(to: URL(filePath: "\(directory.path)/tokens"))
        var configuration = WebConfiguration()
        configuration.tracks = tracks ?? directory.path
        configuration.socket = directory.path + "/none.sock"
        configuration.regions = directory.path + "/regions.geojson"
        configuration.tokens = directory.path + "/tokens"
        configuration.baseMap = directory.path + "/none"
        configuration.places = directory.path + "/none"
        configuration.hosts = ["van.example.org"]
        configuration.tiles = tiles
        let questions = ViewerAuthority.Questions { user, _ in
            guard isPresent else { throw Absent() }
            guard own.disclosure == .everything else { throw Refused() }
            return switch user {
            case Self.exact: Authorization(.authorizedAlways)
            case Self.reduced: Authorization(.authorizedAlways, accuracy: .reducedAccuracy)
            case Self.denied: Authorization(.denied)
            default: Authorization(.notDetermined)
            }
        } own: {
            guard isPresent else { throw Absent() }
            return own
        } isAbsence: {
            $0 is Absent
        }
        app = WebApp(
            configuration, questions: questions, libraries: libraries, calendar: .utc, clock: clock.clock
        ) {
            Timestamp("2026-11-21T12:00:00Z") ?? .earliest
        }
    }

    /// Replaces the file of tokens.
    func write(_ book: TokenBook) throws {
        try Data(book.bytes).write(to: URL(filePath: "\(directory.path)/tokens"))
    }

    func reply(
        _ target: String, as user: UInt32?, method: String = "GET", host: String = "127.0.0.1:8947",
        isLoopback: Bool = true, _ headers: [String: String] = [:], body: String = ""
    ) async -> (status: Int, text: String, headers: [String: String]) {
        let reply = await app.reply(
            to: WebRequest(
                method: method, target: target, host: host, headers: headers, body: Array(body.utf8),
                remote: WebRequest.Remote(isLoopback: isLoopback, address: isLoopback ? "127.0.0.1" : "192.0.2.7") {
                    user
                }))
        var bytes: [UInt8] = []
        switch reply.body {
        case .bytes(let all): bytes = all
        case .stream(let body):
            // What has no end of its own is not awaited here.
            if reply.headers["Content-Type"] != "text/event-stream" {
                let collected = Locked<[UInt8]>([])
                try? await body { part in collected.withLock { $0 += part } }
                bytes = collected.withLock { $0 }
            }
        }
        return (reply.status, String(decoding: bytes, as: UTF8.self), reply.headers)
    }

    /// An hour eastwards at 10 m/s from 8° E, with a gap, a pause, a visit; and ten minutes in a private region at 9°
    /// E.
    static let track: String = {
        var lines = [#"{"type":"header","schema":1,"version":"0.1.0","receiver":"test"}"#]
        let start = Timestamp("2026-11-21T08:00:00Z") ?? .earliest
        func at(_ seconds: Int) -> Timestamp { start.advanced(bySeconds: Double(seconds)) }
        for second in 0..<3600 where !(1000..<1300).contains(second) && !(2000..<2600).contains(second) {
            let isHidden = (3000..<3400).contains(second)
            let longitude = isHidden ? 9.0 + Double(second - 3000) * 1e-5 : 8.0 + Double(second) * 1.33e-4
            lines.append(
                #"{"type":"location","timestamp":"\#(at(second))","latitude":47.1234567,"longitude":\#(longitude),"horizontalAccuracy":3.0,"altitude":450.0,"speed":10.0,"course":90.0}"#
            )
            if second == 999 {
                lines.append(#"{"type":"gap","from":"\#(at(999))","to":"\#(at(1300))","cause":"noFix"}"#)
            }
            if second == 1999 {
                lines.append(
                    #"{"type":"pause","timestamp":"\#(at(1999))","latitude":47.1234567,"longitude":8.26587,"cause":"stationary"}"#
                )
                lines.append(
                    #"{"type":"visit","timestamp":"\#(at(2300))","since":"\#(at(2000))","arrivalDate":"\#(at(2000))","latitude":47.1234567,"longitude":8.26587,"horizontalAccuracy":20.0}"#
                )
                lines.append(
                    #"{"type":"resume","timestamp":"\#(at(2599))","latitude":47.1234567,"longitude":8.26587,"cause":"displacement"}"#
                )
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    static let regions = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"secret-hut","properties":{"radius":5000,"private":true},"geometry":{"type":"Point","coordinates":[9.0,47.1234567]}},
        {"type":"Feature","id":"harbour","properties":{"radius":300,"name":"Harbour"},"geometry":{"type":"Point","coordinates":[8.1,47.1234567]}}]}
        """
}
