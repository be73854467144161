import FoundationEssentials
import LocationModel
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// What a whole daemon records of a private region.
@Suite(.timeLimit(.minutes(20))) struct PrivateRecordingTests {
    /// Around the place that a drive of 200 s at 14 m/s northwards is half way at.
    private static func writeRegions(_ privacy: String, in directory: String) throws {
        let middle = Coordinate.sample.moved(north: 1400)
        let text = """
            {"type":"Feature","id":"home","properties":{"radius":150,"private":\(privacy)},
             "geometry":{"type":"Point","coordinates":[\(middle.longitude),\(middle.latitude)]}}
            """
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/regions.geojson"))
    }

    @Test(arguments: [false, true])
    func thePrivateRegionIsInTheTrack_UnlessTheRecorderLeavesItOut(leavesOut: Bool) async throws {
        try await TemporaryDirectory.with { directory in
            try Self.writeRegions("true", in: directory)
            try await DaemonHarness.run(in: directory, settings: "recorder: {privacyZones: \(leavesOut)}\n") {
                harness in
                await harness.receiver.calls.wait { $0 == [.start] }
                for second in 0...200 {
                    harness.receiver.say(.sample(Double(second), north: Double(second) * 14, speed: 14))
                }
                let last = try #require(Timestamp.sample(200).description.split(separator: ".").first)
                try await harness.status { _ in
                    (try? harness.track("location").last?.contains(last)) ?? false
                }
                let latitudes = try harness.track("location").compactMap { line in
                    line.firstRange(of: "\"latitude\":").flatMap { range in
                        Double(line[range.upperBound...].prefix { ".0123456789".contains($0) })
                    }
                }
                let middle = Coordinate.sample.moved(north: 1400).latitude
                let within = latitudes.count { abs($0 - middle) * 111_200 <= 150 }
                #expect(leavesOut ? within == 0 : within >= 20)
                #expect(latitudes.count > 100)
                let gaps = try harness.track("gap")
                #expect(gaps.filter { $0.contains(#""cause":"privateRegion""#) }.count == (leavesOut ? 1 : 0))
            }
        }
    }
}
