import LocationModel
import LocdClient
import LocdProtocol
import Testing

@testable import CommandText

@Suite("The way of the last minutes in braille")
struct BrailleTraceTests {
    private func places(_ steps: [(second: Int, north: Double, east: Double)], from start: Coordinate) -> [Location] {
        steps.map { step in
            let place = start.moved(by: step.north, bearing: 0).moved(by: step.east, bearing: 90)
            return Location(
                timestamp: Timestamp(milliseconds: 1_795_240_800_000 + Int64(step.second) * 1000) ?? .earliest,
                coordinate: place)
        }
    }

    private func dots(_ lines: [String]) -> Int {
        lines.joined().unicodeScalars.reduce(0) { $0 + (Int($1.value) - 0x2800).nonzeroBitCount }
    }

    @Test(arguments: [(47.5, 8.5), (-45.9, 170.5), (-16.9, 179.9995), (0, 0), (79, -179.999)])
    func `A way to the north-east rises to the right, everywhere on Earth`(_ latitude: Double, _ longitude: Double) {
        let way = places([(0, 0, 0), (30, 500, 500)], from: Coordinate(latitude: latitude, longitude: longitude))
        let (lines, metres) = BrailleTrace(way).lines(columns: 20, rows: 10)
        #expect(lines.count == 10 && lines.allSatisfy { $0.unicodeScalars.count == 20 })
        // 500 m in 39 steps of a dot, two to a character.
        #expect(abs(metres - 2 * 500 / 39) < 0.5)
        #expect(lines.first?.last == "⣿", "the latest place is the upper right")
        #expect(lines.last?.first != "⠀")
        #expect(dots(lines) >= 40)
    }

    @Test func `What no fix joins is not joined`() {
        let start = Coordinate(latitude: 47, longitude: 8)
        let joined = BrailleTrace(places([(0, 0, 0), (60, 0, 900)], from: start)).lines(columns: 30, rows: 4)
        let apart = BrailleTrace(places([(0, 0, 0), (600, 0, 900)], from: start)).lines(columns: 30, rows: 4)
        #expect(dots(joined.lines) > 50)
        #expect(dots(apart.lines) == 9)
    }

    @Test func `Noise is no way and nothing is nothing`() {
        let start = Coordinate(latitude: 47, longitude: 8)
        let standing = BrailleTrace(places([(0, 0, 0), (1, 0.5, 0.4), (2, -0.3, 0)], from: start)).lines(
            columns: 40, rows: 8)
        #expect(standing.metres >= 1 && dots(standing.lines) < 16)
        #expect(BrailleTrace([]).lines(columns: 40, rows: 8).lines.isEmpty)
        #expect(BrailleTrace(places([(0, 0, 0)], from: start)).lines(columns: 40, rows: 8).lines.isEmpty)
        #expect(BrailleTrace(places([(0, 0, 0), (1, 9, 9)], from: start)).lines(columns: 3, rows: 8).lines.isEmpty)
        #expect(BrailleTrace(places([(0, 0, 0), (1, 9, 9)], from: start)).lines(columns: 40, rows: 1).lines.isEmpty)
    }

    @Test func `The screen shows it where there is room and nowhere in a private region`() throws {
        var state = WatchState()
        state.receive(.connected, at: .zero)
        state.receive(status: try Statuses.fixed(), satellites: [], clients: [], users: [:], at: .zero)
        let way = places(
            (0..<300).map { ($0, Double($0), Double($0) * 3) }, from: Coordinate(latitude: 47, longitude: 8))
        state.receive(.events(way.map { .location($0) }), at: .zero)
        func screen(_ columns: Int, _ rows: Int) -> [String] {
            WatchScreen(state, at: .seconds(1), size: TerminalSize(columns: columns, rows: rows)).lines
        }
        #expect(screen(80, 24).contains { $0.hasPrefix("Trace") && $0.contains("last 4 min 59 s") })
        #expect(screen(80, 24).joined().contains("⣿"))
        for columns in 1...130 {
            for rows in [1, 5, 9, 12, 16, 24, 50] {
                let lines = screen(columns, rows)
                #expect(lines.count <= rows)
                #expect(lines.allSatisfy { TextSegment.width(of: $0) <= columns })
            }
        }
        #expect(!screen(80, 7).joined().contains("⣿"))
        var hidden = try Statuses.fixed()
        hidden.location = nil
        state.receive(status: hidden, satellites: [], clients: [], users: [:], at: .seconds(1))
        #expect(!screen(80, 24).joined().contains("⣿"))
    }

    @Test func `The trace is bounded in time and number`() throws {
        var state = WatchState()
        state.receive(.connected, at: .zero)
        let way = places((0..<5000).map { ($0, Double($0), 0) }, from: Coordinate(latitude: 47, longitude: 8))
        for location in way { state.receive(.events([.location(location)]), at: .zero) }
        #expect(state.trace.count <= 901 && state.trace.count > 800)
        // After a long silence, and after a step back in time, the way begins anew.
        state.receive(.events([.location(way[10])]), at: .zero)
        #expect(state.trace.count == 1)
    }
}
