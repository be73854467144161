import LocationModel
import Simulator
import Testing

@Suite struct RecordedBeaconsTests {
    private static let identity = BeaconIdentity(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4)

    private func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    /// What a controller says of an advertisement, in a packet of a recording.
    private func packet(_ time: UInt64, _ payload: [UInt8], _ rssi: Int8) -> [UInt8] {
        let report = [UInt8](repeating: 0, count: 8) + [UInt8(payload.count)] + payload + [UInt8(bitPattern: rssi)]
        let event = [0x04, 0x3E, UInt8(report.count + 2), 0x02, 1] + report
        let length = big(UInt64(event.count), 4)
        return length + length + big(1, 4) + big(0, 4) + big(time, 8) + event
    }

    @Test func `The beacons of a recording are played in their order`() throws {
        var beacon = SimulatedBeacon(Self.identity, distances: [1], duration: 60)
        let heard = beacon.advertisement(after: 0)
        let payload = try #require(heard).payload
        let start: UInt64 = 0x00E0_3AB4_4A67_6000
        let file =
            Array("btsnoop\0".utf8) + big(1, 4) + big(1002, 4) + packet(start, [2, 1, 6], -50)
            + packet(start + 500_000, payload, -60) + packet(start + 2_000_000, payload, -70)
            + packet(start + 1_000_000, payload, -71) + packet(start + 3_000_000, payload, 127)
        let recorded = try RecordedBeacons(file)
        #expect(recorded.beacons == [Self.identity])
        // 127 is no strength. The third has a time before the second.
        #expect(recorded.advertisements.map(\.rssi) == [-60, -70, -71])
        #expect(recorded.advertisements.map(\.time) == [0, 1.5, 1.5])
        #expect(!recorded.isTruncated)
        #expect(try RecordedBeacons(Array(file.dropLast())).isTruncated)
        #expect(throws: RecordedBeacons.Failure.self) { try RecordedBeacons(Array("$GPGGA".utf8)) }
    }
}
