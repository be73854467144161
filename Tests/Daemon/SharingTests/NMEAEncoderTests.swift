import LocationModel
import LocdTestSupport
import NMEA
import Testing

@testable import Sharing

/// An epoch in sentences, read back with our own reader.
struct NMEAEncoderTests {
    private func lines(_ epoch: SharedEpoch) -> [String] {
        var encoder = NMEAEncoder()
        return String(decoding: encoder.encode(epoch), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    private func sum(_ line: String) -> String {
        let body = line.dropFirst().prefix { $0 != "*" }
        let sum = body.utf8.reduce(0, ^)
        return (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
    }

    @Test func `An epoch has all sentences, each with its checksum`() {
        let lines = lines(SharedEpoch(.full(), sky: .several))
        #expect(
            lines.map { String($0.dropFirst().prefix(5)) } == [
                "GPRMC", "GPGGA", "GNGSA", "GNGSA", "GNGSA", "GPGSV", "GPGSV", "GLGSV", "GAGSV", "GPVTG", "GPGST",
                "GPZDA",
            ])
        for line in lines {
            #expect(line.hasSuffix("*" + sum(line)))
            #expect(line.utf8.count <= 82, "\(line)")
        }
    }

    @Test func `Sentences say what the location says`() {
        let lines = lines(SharedEpoch(.full(), sky: .several))
        #expect(
            lines.prefix(2).map { String($0.prefix { $0 != "*" }) } == [
                "$GPRMC,060000.000,A,4730.0000000,N,00830.0000000,E,19.438,84.25,211126,,,A",
                "$GPGGA,060000.000,4730.0000000,N,00830.0000000,E,1,09,2.6,432.5,M,48.0,M,,",
            ])
        #expect(lines[2].hasPrefix("$GNGSA,A,3,01,07,12,15,,,,,,,,,,2.6,,1*"))
        #expect(lines[5].hasPrefix("$GPGSV,2,1,06,01,01,003,30,07,07,021,30,30,30,090,30,12,12,036,30*"))
        #expect(lines[9].hasPrefix("$GPVTG,84.25,T,,,19.438,N,36.000,K,A*"))
        // 4 m of radius are 2.65 m along each axis.
        #expect(lines[10].hasPrefix("$GPGST,060000.000,,,,,2.650,2.650,6.033*"))
        #expect(lines[11].hasPrefix("$GPZDA,060000.000,21,11,2026,00,00*"))
    }

    @Test(arguments: [
        Coordinate(latitude: -33.123_456_7, longitude: -70.987_654_3),
        Coordinate(latitude: 89.999_999_9, longitude: 180),
        Coordinate(latitude: -0.000_001, longitude: -0.000_001), Coordinate(latitude: 47.5, longitude: -179.999_999_9),
    ])
    func `Every hemisphere comes back`(_ place: Coordinate) throws {
        var encoder = NMEAEncoder()
        let bytes = encoder.encode(SharedEpoch(.full(at: place)))
        var scanner = SentenceScanner()
        var places: [(Double, Double)] = []
        bytes.withUnsafeBytes { buffer in
            scanner.scan(buffer) { raw in
                guard case .rmc(let rmc)? = Sentence(raw), let position = rmc.position else { return }
                places.append((position.latitude, position.longitude))
            }
        }
        let found = try #require(places.first)
        #expect(abs(found.0 - place.latitude) < 1e-8 && abs(found.1 - place.longitude) < 1e-8)
    }

    @Test func `Without a fix RMC is void and the quality zero, and no time is invented`() {
        let lines = lines(SharedEpoch(nil))
        #expect(
            lines.map { String($0.prefix { $0 != "*" }) } == [
                "$GPRMC,,V,,,,,,,,,,N", "$GPGGA,,,,,,0,00,,,,,,,", "$GPGSA,A,1,,,,,,,,,,,,,,,", "$GPVTG,,,,,,,,,N",
            ])
    }

    @Test func `Unknown is empty`() {
        let bare = Location(timestamp: .sample(0), coordinate: .sample)
        let lines = lines(SharedEpoch(bare))
        #expect(lines.contains { $0.hasPrefix("$GPGGA,060000.000,4730.0000000,N,00830.0000000,E,1,,,,,,,,*") })
        #expect(!lines.contains { $0.hasPrefix("$GPGST") })
        #expect(lines.contains { $0.hasPrefix("$GPVTG,,,,,,,,,A*") })
    }

    @Test func `A sky that is too large is cut, and a farewell is one sentence`() {
        var sky = SkyView.several
        sky.satellites = (1...200).map { Satellite(constellation: .gps, identifier: $0, isUsed: true) }
        let lines = lines(SharedEpoch(.full(), sky: sky))
        #expect(lines.filter { $0.hasPrefix("$GPGSV") }.count == 9)
        #expect(lines.filter { $0.contains("GSA") }.count == 1)
        let text = String(decoding: NMEAEncoder.text("no*,$\r\nway"), as: UTF8.self)
        #expect(text.hasPrefix("$GPTXT,01,01,00,noway*") && text.hasSuffix("\r\n"))
    }
}
