import LocationModel
import LocdClient
import LocdProtocol
import Testing

@testable import CommandText

@Suite struct WatchScreenTests {
    private static func satellite(
        _ constellation: Satellite.Constellation?, _ number: Int, _ strength: Double?, isUsed: Bool = true
    ) -> ReportedSatellite {
        var satellite = Satellite(constellation: constellation, identifier: number, isUsed: isUsed)
        satellite.signalStrength = strength
        return ReportedSatellite(satellite)
    }

    private static let sky = [
        satellite(.gps, 32, 20, isUsed: false), satellite(.gps, 5, 50), satellite(.glonass, 70, 25),
        satellite(.galileo, 3, nil, isUsed: false), satellite(nil, 12345, 0, isUsed: false),
    ]

    private static func client(_ label: String?) -> ReportedClient {
        var client = ReportedClient(user: 1000, unit: nil, label: label)
        client.method = .Events
        client.services = [.updatingLocation]
        client.age = 65
        client.delivered = 1234
        return client
    }

    /// A fix, a sky, a client, and some news.
    private static func full() throws -> WatchState {
        var state = WatchState()
        state.receive(.connected, at: .zero)
        state.receive(
            status: try Statuses.fixed(), satellites: sky, clients: [client("map")], users: [1000: "alice"], at: .zero)
        let timestamp = try #require(Timestamp("2026-11-21T06:00:05Z"))
        var location = Location(timestamp: timestamp, coordinate: Coordinate(latitude: 47.5, longitude: 8.5))
        location.horizontalAccuracy = 2.5
        location.speed = 10
        location.course = 348.76
        state.receive(
            .events([
                .location(location), .heading(Heading(trueHeading: 90.2)),
                .region(RegionEvent(timestamp: timestamp, identifier: "home", state: .inside, cause: .crossed)),
            ]), at: .milliseconds(400))
        return state
    }

    private func lines(_ state: WatchState, _ columns: Int, _ rows: Int, after seconds: Int = 1) -> [String] {
        WatchScreen(state, at: .seconds(seconds), size: TerminalSize(columns: columns, rows: rows)).lines
    }

    /// What a terminal that does not wrap shows of what is written to it.
    private func shown(_ text: String, over screen: [[Character]]) -> [String] {
        var screen = screen
        var (row, column) = (0, 0)
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}":
                guard let end = rest.firstIndex(where: { $0.properties.isAlphabetic }) else { return [] }
                let code = String(String.UnicodeScalarView(rest[rest.index(after: rest.startIndex)...end]))
                rest = rest[rest.index(after: end)...]
                switch code {
                case "H": (row, column) = (0, 0)
                case "B": row = min(row + 1, screen.count - 1)
                case "K": for index in column..<screen[row].count { screen[row][index] = " " }
                case "2K": for index in screen[row].indices { screen[row][index] = " " }
                case "J":
                    for index in column..<screen[row].count { screen[row][index] = " " }
                    for row in row..<screen.count where row > 0 || column == 0 {
                        for index in screen[row].indices where row > 0 { screen[row][index] = " " }
                    }
                default: break
                }
            case "\r": column = 0
            case "\n" where row == screen.count - 1:
                screen.append([Character](repeating: " ", count: screen.removeFirst().count))
            case "\n": row += 1
            default:
                screen[row][min(column, screen[row].count - 1)] = Character(scalar)
                column = min(column + 1, screen[row].count - 1)
            }
        }
        return screen.map { String($0) }
    }

    @Test func `A line as wide as the terminal keeps its last column`() {
        let full = [[Character]](repeating: [Character](repeating: "#", count: 6), count: 4)
        #expect(
            shown(WatchScreen.frame(of: ["123456", "abc"], rows: 4), over: full) == [
                "123456", "abc   ", "      ", "      ",
            ])
        let lines = ["123456", "abcdef", "ghi", "jklmno"]
        #expect(shown(WatchScreen.frame(of: lines, rows: 4), over: full) == ["123456", "abcdef", "ghi   ", "jklmno"])
        // A terminal that has become smaller meanwhile keeps its first row.
        #expect(shown(WatchScreen.frame(of: lines, rows: 4), over: Array(full.prefix(2))).first == "123456")
        #expect(shown(WatchScreen.frame(of: [], rows: 4), over: full).dropFirst().allSatisfy { $0 == "      " })
    }

    @Test func `A usual terminal shows everything`() throws {
        let screen = lines(try Self.full(), 80, 24).joined(separator: "\n")
        #expect(
            screen == """
                ● 3D fix ± 2.5 m, just now
                Receiver   gpsd://localhost:2947 · /dev/ttyUSB0 · u-blox · 9 of 14 satellites
                           3D fix for 2 h 12 min
                Position   47.5000000,8.5000000 · 2026-11-21 06:00:05Z
                Accuracy   ± 2.5 m (high)
                Motion     36.0 km/h · course 349° N · heading 90° E
                Recorder   recording for 2 h 10 min · 1,234 lines · 1.2 MB · synced 3 s ago
                Clients    map (alice) · locations · 1,234 updates in 1 min 5 s
                Events     06:00:05Z entered home

                GPS    5 ███████████ 50   GPS   32 ░░░░        20   GLO   70 ██████      25
                GAL    3                  ?    345              0

                           q quits
                """)
    }

    @Test func `The least important rows are dropped first`() throws {
        let state = try Self.full()
        #expect(lines(state, 80, 1) == ["● 3D fix ± 2.5 m, just now"])
        let small = lines(state, 80, 6)
        #expect(
            small.map { $0.prefix(8) } == [
                "● 3D fix", "Position", "Accuracy", "Motion  ", "Recorder", "GPS    5",
            ])
        // Two satellites of five fit beside the count of the others.
        #expect(small.last?.contains("GLO   70") == true && small.last?.contains("… 3 more") == true)
    }

    @Test func `A narrow terminal leaves the labels out`() throws {
        let screen = lines(try Self.full(), 30, 40)
        #expect(screen.contains("47.5000000,8.5000000"))
        #expect(screen.contains("GPS    5 ███████████ 50"))
        #expect(!screen.joined().contains("Position"))
    }

    @Test func `The age grows while nothing comes, and a lost daemon is said first`() throws {
        var state = try Self.full()
        #expect(lines(state, 80, 24, after: 12)[0] == "● 3D fix ± 2.5 m, 11 s ago")
        state.receive(
            .disconnected(LocdClientError(.disconnected, socketPath: "/s"), retryingAfter: .seconds(1)), at: .zero)
        #expect(lines(state, 80, 24)[0] == "! locd at /s closed the connection")
        #expect(lines(state, 80, 24).contains { $0.hasPrefix("Position") })
        state.receive(.connected, at: .seconds(2))
        #expect(lines(state, 80, 24)[0].hasPrefix("● 3D fix"))
    }

    @Test func `In a private region the last place is shown no more`() throws {
        var state = try Self.full()
        var status = try Statuses.fixed()
        status.location = nil
        state.receive(status: status, satellites: nil, clients: nil, users: [:], at: .seconds(1))
        let screen = lines(state, 80, 24).joined(separator: "\n")
        #expect(screen.contains("in a private region"))
        #expect(!screen.contains("47.5"))
    }

    @Test func `Before anything is known it says so`() {
        #expect(lines(WatchState(), 80, 24) == ["! Asking locd…"])
    }

    /// All sizes at which something changes, with words that come from outside and mean no good.
    @Test func `No line is wider nor are there more lines than the terminal has`() throws {
        let evil = ["\u{1B}[2J", String(repeating: "漢字", count: 60), String(repeating: "long word ", count: 15), ""]
        for text in evil {
            var state = try Self.full()
            var status = try Statuses.fixed()
            status.receiver.source = text
            status.receiver.state = .absent
            status.receiver.detail = text
            status.recorder.cause = text
            status.location?.location.coordinate.latitude = 1e300
            status.problems = [text, text]
            var client = Self.client(text)
            client.unit = text
            client.missed = .max
            let satellites = (0..<70).map { Self.satellite(.beidou, $0, Double($0), isUsed: $0 % 2 == 0) }
            state.receive(
                status: status, satellites: satellites, clients: Array(repeating: client, count: 3), users: [:],
                at: .seconds(1))
            state.receive(.missed(.max), at: .seconds(1))
            for columns in [1, 2, 3, 11, 12, 13, 25, 26, 27, 49, 50, 51, 52, 79, 80, 200] {
                for rows in [1, 2, 8, 24, 200] {
                    let screen = lines(state, columns, rows)
                    #expect(screen.count <= rows)
                    let wide = screen.first { TextSegment.width(of: $0) > columns }
                    #expect(wide == nil, "\(columns) × \(rows)")
                    #expect(!screen.joined().contains("\u{1B}"))
                }
            }
        }
    }

    @Test func `Colours change nothing but the colour`() throws {
        let state = try Self.full()
        let size = TerminalSize(columns: 80, rows: 24)
        let plain = WatchScreen(state, at: .seconds(1), size: size).lines
        let coloured = WatchScreen(state, at: .seconds(1), size: size, isColoured: true).lines
        #expect(coloured.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") } == plain)
        #expect(coloured.joined().contains("\u{1B}[32m███████████\u{1B}[0m"))
    }

    @Test func `A terminal that does not know its size is a usual one`() {
        #expect(TerminalSize(columns: 0, rows: 0) == .usual)
    }

    @Test(arguments: [
        (0.0, "0° N"), (11.2, "11° N"), (11.3, "11° NNE"), (359.6, "0° N"), (348.76, "349° N"), (348.74, "349° NNW"),
        (180, "180° S"), (-90, "270° W"),
        (.nan, "?"), (1e300, "?"),
    ])
    func `A direction has its point of the compass`(_ degrees: Double, _ words: String) {
        #expect(WatchWords.direction(degrees) == words)
    }
}
