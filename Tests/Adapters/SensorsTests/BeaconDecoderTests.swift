import LocationModel
import Sensors
import Testing

@Suite struct BeaconDecoderTests {
    /// Apple's own example UUID, of AirLocate.
    static let airLocate = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

    private static func bytes(_ text: String) -> [UInt8] {
        text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }

    @Test func `An iBeacon is decoded from its manufacturer data`() throws {
        let data = Self.bytes("02 15 E2 C5 6D B5 DF FB 48 D2 B0 60 D0 F5 A7 10 96 E0 00 01 02 03 C5")
        let found = try #require(BeaconDecoder.advertisement(ofManufacturer: 0x004C, data))
        #expect(found.identity.description == "\(Self.airLocate):1:515")
        #expect(found.measuredPower == -59)
        // Another manufacturer's bytes are not Apple's.
        #expect(BeaconDecoder.advertisement(ofManufacturer: 0x0118, data) == nil)
    }

    @Test func `An AltBeacon of any manufacturer is decoded`() throws {
        // The example of the Android Beacon Library's tests: Radius Networks, 0x0118.
        let data = Self.bytes(
            "BE AC 2F 23 44 54 CF 6D 4A 0F AD F2 F4 91 1B A9 FF A6 00 01 00 02 C5 09")
        for company: UInt16 in [0x0118, 0x004C, 0xFFFF] {
            let found = try #require(BeaconDecoder.advertisement(ofManufacturer: company, data))
            #expect(found.identity.description == "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6:1:2")
            #expect(found.measuredPower == -59)
        }
    }

    @Test func `An Eddystone-UID frame keeps all 16 bytes, and its power moves to one metre`() throws {
        // The example of Eddystone's specification: a transmitter of 0xEE, -18 dBm at 0 m.
        let frame = "00 EE 8B 0C A7 50 E7 A7 4E 14 BD 99 09 5C 47 4D 0F E2"
        for reserved in ["", " 00 00"] {
            let found = try #require(BeaconDecoder.advertisement(ofService: 0xFEAA, Self.bytes(frame + reserved)))
            #expect(found.identity.uuid.bytes == Self.bytes("8B 0C A7 50 E7 A7 4E 14 BD 99 09 5C 00 00 00 00"))
            #expect(found.identity.major == 0x474D)
            #expect(found.identity.minor == 0x0FE2)
            #expect(found.measuredPower == -59)
        }
        // The other frames of Eddystone: URL, TLM, EID.
        for type in ["10", "20", "30"] {
            let other = Self.bytes(type + frame.dropFirst(2))
            #expect(BeaconDecoder.advertisement(ofService: 0xFEAA, other) == nil)
        }
    }

    @Test func `A whole payload is searched for its beacon`() throws {
        // Flags, the service's name, and the service data: Eddystone's own example of a packet.
        let eddystone = Self.bytes(
            "02 01 06 03 03 AA FE 17 16 AA FE 00 EE 8B 0C A7 50 E7 A7 4E 14 BD 99 09 5C 47 4D 0F E2 00 00")
        #expect(AdvertisingData.beacon(in: eddystone)?.identity.minor == 0x0FE2)
        let identity = try #require(BeaconIdentity("\(Self.airLocate):7:65535"))
        let made = AdvertisingData.iBeacon(identity, measuredPower: -61)
        #expect(made.count == 30)
        #expect(AdvertisingData.beacon(in: made) == BeaconAdvertisement(identity, measuredPower: -61))
        #expect(AdvertisingData.beacon(in: []) == nil)
        #expect(AdvertisingData.beacon(in: made.dropLast()) == nil)
    }

    @Test func `A power that no transmitter has is unknown`() {
        let identity = BeaconIdentity(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4)
        #expect(BeaconAdvertisement(identity, measuredPower: 0).measuredPower == nil)
        #expect(BeaconAdvertisement(identity, measuredPower: -128).measuredPower == nil)
        #expect(BeaconSighting(BeaconAdvertisement(identity, measuredPower: -59), rssi: 127, source: .radio) == nil)
    }
}
