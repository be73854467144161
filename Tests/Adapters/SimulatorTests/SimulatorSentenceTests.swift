import Interchange
import LocationModel
import Testing

@testable import Simulator

@Suite("Simulator: sentences")
struct SimulatorSentenceTests {
    private func line(_ fields: (inout SentenceWriter) -> Void) -> String {
        var writer = SentenceWriter()
        writer.sentence("GPXXX", fields)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func fields(_ fields: (inout SentenceWriter) -> Void) throws -> [String] {
        try #require(ParsedSentence(line(fields).dropLast(1))).fields
    }

    @Test func `Checksum is that of the standard`() {
        // The checksum that every receiver gives to its sentence without satellites.
        var writer = SentenceWriter()
        writer.sentence("GPGSV") { writer in
            writer.number(1)
            writer.number(1)
            writer.number(0, digits: 2)
        }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "$GPGSV,1,1,00*79\r\n")
    }

    @Test(arguments: [
        (47.5, 8.7, ["4730.0000000", "N", "00842.0000000", "E"]),
        (-33.8568, -0.0001, ["3351.4080000", "S", "00000.0060000", "W"]),
        (90, 180, ["9000.0000000", "N", "18000.0000000", "E"]),
        (-90, -180, ["9000.0000000", "S", "18000.0000000", "W"]),
        (0, -0.0, ["0000.0000000", "N", "00000.0000000", "E"]),
        // 59.99999999 minutes are a degree, never "60".
        (9.99999999999, -179.99999999999, ["1000.0000000", "N", "18000.0000000", "W"]),
    ])
    func `Coordinate carries degrees minutes and hemisphere`(latitude: Double, longitude: Double, expected: [String])
        throws
    {
        #expect(try fields { $0.coordinate(Coordinate(latitude: latitude, longitude: longitude)) } == expected)
    }

    @Test func `Number is rounded padded and signed`() throws {
        let written = try fields { writer in
            writer.number(1.005, decimals: 1)
            writer.number(-0.04, decimals: 1)
            writer.number(-12.26, decimals: 1)
            writer.number(7, decimals: 0, digits: 3)
            writer.number(99.96, decimals: 1)
            writer.number(5, digits: 2)
        }
        #expect(written == ["1.0", "0.0", "-12.3", "007", "100.0", "05"])
    }

    @Test func `Unknown is an empty field`() throws {
        let written = try fields { writer in
            writer.number(nil, decimals: 2)
            writer.number(.nan, decimals: 2)
            writer.number(.infinity, decimals: 2)
            writer.number(1e300, decimals: 2)
            writer.time(nil)
            writer.date(nil)
            writer.coordinate(nil)
            writer.text("A")
        }
        #expect(written == [String](repeating: "", count: 10) + ["A"])
    }

    @Test func `Time and date are those of UTC`() throws {
        let time = try #require(Timestamp("2000-02-29T23:59:59.987Z"))
        let written = try fields { writer in
            writer.time(time)
            writer.date(time)
        }
        #expect(written == ["235959.987", "290200"])
    }
}
