import FoundationEssentials
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// Beacons from a report on the socket to regions, ranging and the track, in a whole daemon.
@Suite(.timeLimit(.minutes(15))) struct BeaconTests {
    private static let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
    private static let on = "sensors: {beacons: true}\n"

    /// The payload of an iBeacon of -59 dBm at one metre, as another receiver hears it.
    private static func advertisement(_ minor: UInt16, rssi: Int) throws -> ReportedAdvertisement {
        let uuid = try #require(BeaconUUID(uuid))
        let frame: [UInt8] = [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15]
        return ReportedAdvertisement(
            frame + uuid.bytes + [0, 1, UInt8(minor >> 8), UInt8(minor & 255), 0xC5], rssi: rssi)
    }

    private static func constraint(_ text: String = uuid) throws -> BeaconConstraint {
        try #require(BeaconConstraint(text))
    }

    private static func isExit(_ event: LocationEvent) -> Bool {
        if case .region(let region) = event { region.state == .outside } else { false }
    }

    @Test func `A region of beacons is entered and left, for its client and in the track`() async throws {
        try await TemporaryDirectory.with { directory in
            let text = """
                {"type": "Feature", "id": "desk", "geometry": null, "properties": {"beacon": "\(Self.uuid):1:7"}}
                """
            try Data(text.utf8).write(to: URL(filePath: "\(directory)/regions.geojson"))
            try await DaemonHarness.run(in: directory, settings: Self.on) { harness in
                let client = harness.client
                #expect(try await client.call(LocationInterface.Authorization.self, .init()).isRangingAvailable)
                var updates = try await harness.opened()
                let region = Region(identifier: "shop", shape: .beacons(try Self.constraint()))
                try await client.startMonitoring(for: region)
                // Who reports listens; what is not a beacon is not counted.
                #expect(try await client.report([ReportedAdvertisement([2, 1, 6], rssi: -60)]) == 0)
                await harness.clock.sleeper(until: .seconds(10))
                harness.clock.advance(by: .seconds(10))
                while try await client.state(ofRegion: "shop") == .unknown { try Task.checkCancellation() }
                while try await client.state(ofRegion: "desk") == .unknown { try Task.checkCancellation() }
                let heard = try (0..<2).map { _ in try Self.advertisement(7, rssi: -59) }
                #expect(try await client.report(heard) == 2)
                while try await client.state(ofRegion: "shop") != .inside { try Task.checkCancellation() }
                await harness.clock.sleeper(until: .seconds(40))
                harness.clock.advance(by: .seconds(30))
                let found = try await updates.events(until: Self.isExit)
                #expect(
                    found.compactMap { event in
                        guard case .region(let region) = event else { return nil }
                        return "\(region.identifier) \(region.cause) \(region.state) \(region.beacon?.minor ?? 0)"
                    } == ["shop crossed inside 7", "shop crossed outside 0"])
            }
            let lines = try DaemonHarness.track(in: directory, "region")
            #expect(lines.count == 2, "\(lines)")
            #expect(lines.first?.contains(#""state":"inside","cause":"crossed","beacon":"\#(Self.uuid):1:7""#) == true)
            #expect(lines.last?.contains(#""state":"outside""#) == true)
        }
    }

    @Test func `Beacons are ranged every second, the nearest first`() async throws {
        try await DaemonHarness.run(settings: Self.on + "recorder: {enabled: false}\n") { harness in
            var settings = SessionSettings()
            settings.rangedBeacons = [Self.uuid]
            var updates = try await harness.opened(services: [.rangingBeacons], settings: settings)
            // Nobody listened yet, and that is said.
            let failed = try await updates.events { if case .failure = $0 { true } else { false } }
            #expect(failed.count == 1)
            try await harness.client.report([Self.advertisement(1, rssi: -79), Self.advertisement(2, rssi: -53)])
            await harness.clock.sleeper(until: .seconds(1))
            harness.clock.advance(by: .seconds(1))
            let found = try await updates.events { if case .beacons = $0 { true } else { false } }
            guard case .beacons(let ranged) = found.last else { return }
            #expect(ranged.constraint == (try Self.constraint()))
            #expect(ranged.beacons.map(\.identity.minor) == [2, 1])
            #expect(ranged.beacons.map(\.proximity) == [.near, .far])
            #expect(ranged.beacons.map(\.rssi) == [-53, -79])
        }
    }

    @Test func `Without the setting, the daemon is a device without beacons`() async throws {
        try await DaemonHarness.run(settings: "recorder: {enabled: false}\n") { harness in
            let client = harness.client
            #expect(!(try await client.call(LocationInterface.Authorization.self, .init()).isRangingAvailable))
            let region = Region(identifier: "shop", shape: .beacons(try Self.constraint()))
            func refused(_ call: () async throws(LocdClientError) -> Void) async -> LocdClientError.Code? {
                do {
                    try await call()
                    return nil
                } catch {
                    return error.code
                }
            }
            let heard = [try Self.advertisement(1, rssi: -60)]
            #expect(
                await refused { () async throws(LocdClientError) in try await client.report(heard) }
                    == .refused(.rangingUnavailable))
            #expect(
                await refused { () async throws(LocdClientError) in try await client.startMonitoring(for: region) }
                    == .refused(.rangingUnavailable))
        }
    }
}
