import LocationModel
import Testing

/// Figures that are finite and impossible.
private let absurd = [
    1e18, 9.3e18, 1e80, 1.7e308, .greatestFiniteMagnitude, -1e18, -1e300, -.greatestFiniteMagnitude,
]

@Suite struct PlausibleRangeTests {
    @Test(arguments: absurd) func `An absurd figure costs only itself`(_ figure: Double) throws {
        let text =
            #"{"type":"location","timestamp":"2026-11-20T08:00:00.000Z","latitude":47.5,"longitude":8.5,"#
            + #""horizontalAccuracy":\#(figure),"altitude":\#(figure),"ellipsoidalAltitude":\#(figure),"#
            + #""verticalAccuracy":\#(figure),"speed":\#(figure),"speedAccuracy":\#(figure),"course":\#(figure),"#
            + #""courseAccuracy":\#(figure),"fix":"3d","satellitesUsed":\#(figure),"hdop":\#(figure)}"#
        let location = try #require(try location(text))
        var expected = Location(
            timestamp: try #require(Timestamp("2026-11-20T08:00:00Z")),
            coordinate: Coordinate(latitude: 47.5, longitude: 8.5))
        expected.fix = .fix3D
        // As bad as can be, not unknown: an unknown accuracy would pass a limit.
        if figure > 0 {
            expected.horizontalAccuracy = 20_037_508
            expected.verticalAccuracy = 20_037_508
        }
        #expect(location == expected)
    }

    @Test func `Figures at the edges are kept`() throws {
        let text =
            #"{"type":"location","timestamp":"2026-11-20T08:00:00.000Z","latitude":-90,"longitude":180,"#
            + #""horizontalAccuracy":5e-324,"altitude":-10911,"speed":7700,"course":360,"satellitesUsed":64,"hdop":99.99}"#
        let location = try #require(try location(text))
        #expect(location.horizontalAccuracy == 0.001 && location.altitude == -10_911 && location.speed == 7700)
        #expect(location.course == 0 && location.satellitesUsed == 64 && location.hdop == 99.99)
    }

    @Test(
        arguments: absurd + [
            0, 0.5, -0.5, .leastNonzeroMagnitude, .infinity, -.infinity, .nan, 127.5, 255.5, 2_147_483_647.5,
        ])
    func `Every number has a nearest integer`(_ figure: Double) {
        #expect(
            Int(rounding: figure) == (figure.isNaN ? 0 : Int(exactly: figure.rounded()) ?? (figure > 0 ? .max : .min)))
        let byte = figure.isNaN ? 0 : min(max(figure.rounded(), 0), 255)
        #expect(Double(UInt8(rounding: figure)) == byte)
        #expect(Double(UInt64(rounding: figure)) >= 0 && Int32(rounding: figure, .up) >= Int32(rounding: figure, .down))
    }

    @Test func `Sums stop at the largest integer`() {
        #expect(Int.max.clampedAdding(1) == .max && Int.min.clampedAdding(-1) == .min && 2.clampedAdding(3) == 5)
    }

    private func location(_ text: String) throws -> Location? {
        var text = text
        return try text.withUTF8 { bytes in
            try withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: JSONMembers.usualCount) { room in
                var members = JSONMembers(bytes, in: room)
                return members.scan() ? try Location(from: &members) : nil
            }
        }
    }
}
