import LocdProtocol
import Testing

/// What callers say of beacons.
@Suite struct BeaconParameterTests {
    @Test func `Bad advertisements are refused by the name of their member`() {
        func refused(_ data: String, _ rssi: Int, times count: Int = 1) -> VarlinkError? {
            var advertisement = ReportedAdvertisement([], rssi: rssi)
            advertisement.data = data
            let parameters = AdvertisementsParameters(advertisements: .init(repeating: advertisement, count: count))
            do throws(VarlinkError) {
                _ = try parameters.effective
                return nil
            } catch {
                return error
            }
        }
        #expect(refused("0201fF", -60) == nil)
        for text in ["0", "0g", "é", String(repeating: "00", count: 1651)] {
            #expect(refused(text, -60) == .invalidParameter("data"))
        }
        #expect(refused("", 127) == .invalidParameter("rssi"))
        #expect(refused("", -60, times: 257) == .invalidParameter("advertisements"))
    }

    @Test func `Bad constraints of a session are refused`() {
        var settings = SessionSettings()
        settings.rangedBeacons = ["home"]
        #expect(throws: VarlinkError.invalidParameter("rangedBeacons")) { try settings.validate() }
        settings.rangedBeacons = .init(repeating: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", count: 21)
        #expect(throws: VarlinkError.invalidParameter("rangedBeacons")) { try settings.validate() }
    }
}
