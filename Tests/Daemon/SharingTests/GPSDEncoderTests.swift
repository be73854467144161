import Foundation
import LocationModel
import LocdTestSupport
import Testing

@testable import Sharing

/// Reports and replies of gpsd's protocol.
struct GPSDEncoderTests {
    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        #expect(bytes.suffix(2) == [13, 10] && bytes.filter { $0 == 10 }.count == 1)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func `A report has gpsd's units and 95 %`() throws {
        let tpv = try object(GPSDEncoder.tpv(.full()))
        #expect(tpv["class"] as? String == "TPV")
        #expect(tpv["mode"] as? Int == 3)
        #expect(tpv["time"] as? String == "2026-11-21T06:00:00.000Z")
        #expect(tpv["lat"] as? Double == 47.5 && tpv["lon"] as? Double == 8.5)
        #expect(tpv["altMSL"] as? Double == 432.5 && tpv["altHAE"] as? Double == 480.5)
        #expect(tpv["geoidSep"] as? Double == 48)
        #expect(tpv["speed"] as? Double == 10 && tpv["track"] as? Double == 84.25)
        // √(-2 ln 0.05) / √(-2 ln 0.32) = 1.6214; 1.96 / 0.9945 = 1.9708
        #expect(tpv["eph"] as? Double == 6.486)
        #expect(tpv["epv"] as? Double == 11.825)
        #expect(tpv["eps"] as? Double == 0.985)
        #expect(tpv["epx"] as? Double == 5.193)
        #expect(tpv["status"] == nil)
    }

    @Test func `What is not known is absent`() throws {
        let none = try object(GPSDEncoder.tpv(nil))
        #expect(Set(none.keys) == ["class", "device", "mode"] && none["mode"] as? Int == 1)
        let bare = try object(GPSDEncoder.tpv(Location(timestamp: .sample(0), coordinate: .sample, isSimulated: true)))
        #expect(Set(bare.keys) == ["class", "device", "status", "mode", "time", "lat", "lon"])
        // Without an altitude it is no 3D fix, whatever the receiver calls it.
        #expect(bare["mode"] as? Int == 2)
    }

    @Test func `Satellites have their systems`() throws {
        let sky = try object(GPSDEncoder.sky(.several))
        #expect(sky["nSat"] as? Int == 8 && sky["uSat"] as? Int == 6 && sky["hdop"] as? Double == 0.9)
        let satellites = try #require(sky["satellites"] as? [[String: Any]])
        #expect(satellites.count == 8)
        #expect(
            satellites[5]["PRN"] as? Int == 65 && satellites[5]["gnssid"] as? Int == 6
                && satellites[5]["svid"] as? Int == 1)
        #expect(satellites[6]["gnssid"] as? Int == 2 && satellites[6]["svid"] as? Int == 1)
        #expect(satellites[7]["used"] as? Bool == false)
        #expect(try object(GPSDEncoder.sky(SkyView(satellites: [])))["satellites"] as? [Int] == [])
    }

    @Test func `Replies are objects`() throws {
        let version = try object(GPSDEncoder.version("0.1"))
        #expect(version["proto_major"] as? Int == 3 && version["proto_minor"] as? Int == 14)
        let devices = try object(GPSDEncoder.devices(activated: .sample(0)))
        #expect((devices["devices"] as? [[String: Any]])?.first?["path"] as? String == "locd")
        let poll = try object(GPSDEncoder.poll(SharedEpoch(.full(), sky: .several), isActive: true, at: .sample(9)))
        #expect((poll["tpv"] as? [[String: Any]])?.count == 1 && (poll["sky"] as? [[String: Any]])?.count == 1)
        // gpsd always has a report of each kind: the figures are unknown, the object is there.
        let unknown = try object(GPSDEncoder.poll(SharedEpoch(nil), isActive: true, at: .sample(9)))
        #expect(unknown["time"] as? String == poll["time"] as? String && poll["time"] != nil)
        #expect((unknown["gst"] as? [[String: Any]])?.first?["class"] as? String == "GST")
        #expect((unknown["tpv"] as? [[String: Any]])?.first?["mode"] as? Int == 1)
        let sky = try #require((unknown["sky"] as? [[String: Any]])?.first)
        #expect(sky["class"] as? String == "SKY" && sky["satellites"] == nil && sky["nSat"] == nil)
        let idle = try object(GPSDEncoder.poll(SharedEpoch(.full(), sky: .several), isActive: false, at: .sample(9)))
        #expect((idle["tpv"] as? [[String: Any]])?.isEmpty == true && idle["active"] as? Int == 0)
        #expect(try object(GPSDEncoder.error("a \"b\"\n"))["message"] as? String == "a \"b\"\n")
    }
}
