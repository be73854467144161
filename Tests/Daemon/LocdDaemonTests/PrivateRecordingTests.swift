import FoundationEssentials
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// What a whole daemon records of a private region.
@Suite(.timeLimit(.minutes(15))) struct PrivateRecordingTests {
    /// Around the place that a drive of 200 s at 14 m/s northwards is half way at.
    private static func writeRegions(_ privacy: String, in directory: String) throws {
        let middle = Coordinate.sample.moved(north: 1400)
        let text = """
            {"type":"Feature","id":"home","properties":{"radius":150,"private":\(privacy)},
             "geometry":{"type":"Point","coordinates":[\(middle.longitude),\(middle.latitude)]}}
            """
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/regions.geojson"))
    }

    /// Says fixes at 14 m/s northwards, waits until the track has the last of them, and gives how many of its locations
    /// are within.
    private static func drive(_ seconds: ClosedRange<Int>, by harness: DaemonHarness) async throws -> Int {
        for second in seconds {
            harness.receiver.say(.sample(Double(second), north: Double(second) * 14, speed: 14))
        }
        let last = try #require(
            Timestamp.sample(Double(seconds.upperBound)).description.split(separator: ".").first)
        try await harness.status { _ in
            (try? DaemonHarness.track(in: harness.directory, "location").last?.contains(last)) ?? false
        }
        let middle = Coordinate.sample.moved(north: 1400).latitude
        return try await harness.track("location").compactMap { line in
            line.firstRange(of: "\"latitude\":").flatMap { range in
                Double(line[range.upperBound...].prefix { ".0123456789".contains($0) })
            }
        }.count { abs($0 - middle) * 111_200 <= 150 }
    }

    @Test(arguments: [false, true])
    func `A private region that a reload brings is left out from then on, if the recorder leaves them out`(
        leavesOut: Bool
    ) async throws {
        try await DaemonHarness.recording(settings: "recorder: {privacyZones: \(leavesOut)}\n") { harness in
            #expect(try await Self.drive(0...60, by: harness) == 0)
            try Self.writeRegions("true", in: harness.directory)
            // What takes effect at a restart changes nothing now.
            let result = try await harness.reload("recorder: {privacyZones: \(!leavesOut)}\n")
            guard case .success = result else { throw VarlinkError.noSuchSession }
            let within = try await Self.drive(61...200, by: harness)
            #expect(leavesOut ? within == 0 : within >= 20)
            let gaps = try await harness.track("gap").filter { $0.contains(#""cause":"privateRegion""#) }
            #expect(gaps.count == (leavesOut ? 1 : 0))
            #expect(try await harness.track("region").filter { $0.contains("home") }.isEmpty == leavesOut)
        }
    }

    @Test(arguments: [false, true])
    func `The private region is in the track, unless the recorder leaves it out`(leavesOut: Bool) async throws {
        try await TemporaryDirectory.with { directory in
            try Self.writeRegions("true", in: directory)
            try await DaemonHarness.recording(in: directory, settings: "recorder: {privacyZones: \(leavesOut)}\n") {
                harness in
                let within = try await Self.drive(0...200, by: harness)
                #expect(leavesOut ? within == 0 : within >= 20)
                #expect(try await harness.track("location").count > 100)
                let gaps = try await harness.track("gap")
                #expect(gaps.filter { $0.contains(#""cause":"privateRegion""#) }.count == (leavesOut ? 1 : 0))
            }
        }
    }
}
