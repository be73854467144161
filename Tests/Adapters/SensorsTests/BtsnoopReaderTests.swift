import LocationModel
import Testing

@testable import Sensors

@Suite struct BtsnoopReaderTests {
    private static let payload = AdvertisingData.iBeacon(
        BeaconIdentity(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4), measuredPower: -59)
    private static let address: [UInt8] = [1, 2, 3, 4, 5, 6]

    /// An LE advertising report, -60 dBm.
    private static let legacy: [UInt8] = {
        let report = [0, 0] + address + [UInt8(payload.count)] + payload + [0xC4]
        return [0x3E, UInt8(report.count + 2), 0x02, 1] + report
    }()

    /// An LE extended advertising report, -70 dBm.
    private static let extended: [UInt8] = {
        let head: [UInt8] = [0x13, 0, 0] + address + [1, 0, 0xFF, 127, 0xBA, 0, 0, 0] + address
        let report = head + [UInt8(payload.count)] + payload
        return [0x3E, UInt8(report.count + 2), 0x0D, 1] + report
    }()

    private func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    private func file(_ format: UInt32, _ packets: [(time: UInt32, flags: UInt32, bytes: [UInt8])]) -> [UInt8] {
        var file = Array("btsnoop\0".utf8) + big(1) + big(format)
        for packet in packets {
            let count = UInt32(packet.bytes.count)
            file += big(count) + big(count) + big(packet.flags) + big(0) + big(0) + big(packet.time) + packet.bytes
        }
        return file
    }

    private func events(_ file: [UInt8]) throws -> (events: [BtsnoopReader.Event], isTruncated: Bool) {
        var reader = try BtsnoopReader(file)
        var events: [BtsnoopReader.Event] = []
        while let event = reader.next() { events.append(event) }
        return (events, reader.isTruncated)
    }

    @Test func `The events of each format are read`() throws {
        let command: [UInt8] = [0x0C, 0x20, 2, 1, 0]
        let plain = file(1001, [(1, 2, command), (2, 3, Self.legacy), (3, 1, [0x40, 0, 0, 0])])
        let uart = file(1002, [(1, 0, [0x01] + command), (2, 1, [0x04] + Self.legacy), (3, 1, [0x02, 0, 0, 0, 0])])
        let monitor = file(2001, [(1, 2, command), (2, 0x1_0003, Self.legacy), (3, 12, Array("note".utf8))])
        for recording in [plain, uart, monitor] {
            let found = try events(recording)
            #expect(found.events == [.init(time: 2, bytes: Self.legacy)])
            #expect(!found.isTruncated)
        }
    }

    @Test func `Reports of both kinds are read`() {
        #expect(AdvertisementReports.reports(in: Self.legacy) == [.init(payload: Self.payload, rssi: -60)])
        #expect(AdvertisementReports.reports(in: Self.extended) == [.init(payload: Self.payload, rssi: -70)])
        #expect(AdvertisementReports.reports(in: [0x0E, 4, 1, 3, 0x0C, 0]) == [])
        // Two are announced, one is there.
        var short = Self.legacy
        short[3] = 2
        #expect(AdvertisementReports.reports(in: short).count == 1)
    }

    @Test func `What is no recording is refused`() {
        #expect(throws: BtsnoopReader.Failure.noRecording) { try BtsnoopReader(Array("$GPRMC,".utf8)) }
        #expect(throws: BtsnoopReader.Failure.noRecording) { try BtsnoopReader([]) }
        #expect(throws: BtsnoopReader.Failure.format(1003)) { try BtsnoopReader(file(1003, [])) }
        var other = file(1002, [])
        other[11] = 2
        #expect(throws: BtsnoopReader.Failure.version(2)) { try BtsnoopReader(other) }
    }

    @Test func `A recording that was cut off is read up to there`() throws {
        let whole = file(1001, [(1, 3, Self.legacy), (2, 3, Self.extended)])
        let found = try events(Array(whole.dropLast(3)))
        #expect(found.events.count == 1 && found.isTruncated)
        // A length that no packet has does not ask for memory.
        let absurd = file(1001, []) + big(.max) + big(.max) + big(3) + big(0) + big(0) + big(0)
        #expect(try events(absurd) == ([], true))
    }
}
