import Interchange
import LocationModel
import Testing

@testable import Simulator

@Suite("Simulator: GPX")
struct SimulatorGPXTests {
    private func document(_ text: String) throws -> GPXDocument {
        try GPXParser.document(Array(text.utf8), name: "test.gpx")
    }

    private func route(_ points: String, groundSpeed: Double = 10) throws -> Route {
        try #require(Route(try document("<gpx><trk>\(points)</trk></gpx>"), groundSpeed: groundSpeed))
    }

    private func point(_ latitude: Double, _ time: String? = nil, elevation: Double? = nil) -> String {
        let elevation = elevation.map { "<ele>\($0)</ele>" } ?? ""
        return "<trkpt lat='\(latitude)' lon='0'>\(elevation)\(time.map { "<time>\($0)</time>" } ?? "")</trkpt>"
    }

    @Test func `Timed track goes as recorded and stands where it stood`() throws {
        let route = try route(
            "<trkseg>" + point(1, "2026-01-01T00:00:00Z") + point(1.001, "2026-01-01T00:00:10Z")
                + point(1.001, "2026-01-01T00:10:10Z") + point(1.002, "2026-01-01T00:10:20.5Z") + "</trkseg>")
        #expect(route.knots.map(\.elapsed) == [0, 10, 610, 620.5])
    }

    @Test func `Untimed track is driven at ground speed from rest to rest`() throws {
        let route = try route("<trkseg>" + point(1) + point(1.01) + point(1.02) + "</trkseg>")
        var cursor = RouteCursor(route)
        #expect(abs(cursor.state(at: route.duration / 2).speed - 10) < 1e-6)
        #expect(cursor.state(at: 1).speed < 3)
        #expect(cursor.state(at: route.duration - 1).speed < 3)
        let length = 2 * 0.01 * 110_580.0
        #expect(abs(route.duration - length / 10) < 10)
    }

    @Test func `Holes between segments are losses of signal of bounded length`() throws {
        let first = "<trkseg>" + point(1, "2026-01-01T00:00:00Z") + point(1.001, "2026-01-01T00:00:10Z") + "</trkseg>"
        let soon = "<trkseg>" + point(1.002, "2026-01-01T00:00:15Z") + "</trkseg>"
        let nextYear = "<trkseg>" + point(1.003, "2027-01-01T00:00:00Z") + "</trkseg>"
        let route = try route(first + soon + nextYear)
        #expect(route.knots.map(\.elapsed) == [0, 10, 15, 45])
        #expect(route.knots.map(\.losesSignal) == [false, true, true, false])
    }

    @Test func `Step back in time is a loss of signal`() throws {
        let route = try route(
            "<trkseg>" + point(1, "2026-01-01T00:00:10Z") + point(1.001, "2026-01-01T00:00:05Z")
                + point(1.002, "2026-01-01T00:00:06Z") + "</trkseg>")
        #expect(route.knots.map(\.elapsed) == [0, 1, 2])
        #expect(route.knots.map(\.losesSignal) == [true, false, false])
    }

    @Test func `Missing elevations come from the neighbours`() throws {
        func altitudes(_ elevations: [Double?]) throws -> [Double] {
            let points = elevations.enumerated().map {
                point(1 + Double($0) / 1000, "2026-01-01T00:00:0\($0)Z", elevation: $1)
            }
            return try route("<trkseg>\(points.joined())</trkseg>").knots.map(\.altitude)
        }
        #expect(try altitudes([nil, 10, nil, nil, 40, nil]) == [10, 10, 20, 30, 40, 40])
        #expect(try altitudes([nil, nil]) == [0, 0])
    }

    @Test func `Open route loses signal on the way back and a closed one does not`() throws {
        let times = ["2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"]
        #expect(try route("<trkseg>" + point(1, times[0]) + point(1.001, times[1]) + "</trkseg>").returnTime > 5)
        #expect(try route("<trkseg>" + point(1, times[0]) + point(9, times[1]) + "</trkseg>").returnTime == 30)
        #expect(try route("<trkseg>" + point(1, times[0]) + point(1.0001, times[1]) + "</trkseg>").returnTime == 0)
    }
}
