import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Testing

extension LongSystemTests {
    /// What a spoofer and a jammer do, down to the track and to `locd status`.
    @Suite("Is this position to be trusted?") struct IntegrityTests {
        enum Source: CaseIterable { case serial, gpsd }

        @Test(arguments: Source.allCases.filter { $0 == .serial || Program.hasGPSD })
        func `Five minutes of spoofing 200 km away make no way: a broken line, a record, and the first line of status`(
            source: Source
        ) async throws {
            try await Stage.run { stage in
                let file = stage.path("spoofed.nmea")
                let warmUp = (0..<80).map { Sentences.void(time: Self.time($0), date: "211126") }.joined()
                // Sailing at 3 m/s, for a quarter of an hour.
                let fixes = (0..<900).map { second in
                    let isSpoofed = (300..<600).contains(second)
                    return Sentences.fix(.init(seconds: Double(80 + second)), latitude: isSpoofed ? 49.3 : 47.5)
                }
                try (warmUp + fixes.joined()).write(toFile: file, atomically: true, encoding: .ascii)
                _ = try await stage.receiver(file, "--rate", "40", "--wait", "--hold", "60")
                let port = try stage.freePort()
                var locd = stage.configuration(port: port, "receiver.staleAfter: 2").with(
                    // Otherwise the first three of the leap would be written before it is known as one.
                    DaemonConfiguration.unfiltered.filter { !$0.contains("maximumSpeed") })
                if source == .serial { locd = locd.with(["receiver.source: \"serial:\(stage.device)\""]) }
                _ = try await stage.daemon(locd)
                if source == .gpsd { _ = try await stage.gpsd(port: port, opensAtOnce: false) }

                let status = try await stage.status(of: locd, "not trusted") { $0.integrity?.state == .notTrusted }
                #expect(status.integrity?.reasons == ["positionAgainstSpeed"])
                let answer = try await locd.statusCommand()
                let lines = answer.output.split(separator: "\n")
                #expect(lines.first?.contains("NOT TRUSTED") == true, "\(answer.all)")
                #expect(answer.output.contains("Do not navigate by it."), "\(answer.all)")
                _ = try await stage.status(of: locd, "it was played", within: .seconds(60)) {
                    $0.receiver.state == .stale
                }
                #expect(try await locd.client.status().integrity == nil)

                let track = try locd.track()
                #expect(track.of("integrity").map(\.state) == ["notTrusted", "trusted"])
                #expect(track.of("gap").map(\.cause).contains("notTrusted"))
                #expect(track.of("location").count { $0.integrity == "notTrusted" } > 250)
                var (way, last) = (0.0, Coordinate?.none)
                for entry in track {
                    guard entry.type == "location" else {
                        if entry.type == "gap" { last = nil }
                        continue
                    }
                    guard entry.integrity != "notTrusted" else { continue }
                    let place = Coordinate(
                        latitude: try #require(entry.latitude), longitude: try #require(entry.longitude))
                    way += last?.distance(to: place) ?? 0
                    last = place
                }
                // Without the spoofed five minutes, which nobody measured.
                #expect((1700...1850).contains(way), "\(way)")
            }
        }

        @Test func `A jammer is called one, and not only a receiver without a fix`() async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver(
                    "parked", "--speed", "20", "--time-to-first-fix", "0", "--jam-after", "240", "--wait")
                let locd = stage.configuration(port: 1).with(["receiver.source: \"serial:\(stage.device)\""])
                _ = try await stage.daemon(locd)
                _ = try await stage.status(of: locd, "jammed, without a fix", within: .seconds(60)) {
                    $0.integrity?.reasons.contains("jamming") == true && $0.receiver.state == .noFix
                }
                let answer = try await locd.statusCommand()
                #expect(answer.output.split(separator: "\n").first?.contains("jamming") == true, "\(answer.all)")
                #expect(answer.output.contains("Look for a transmitter"), "\(answer.all)")
            }
        }

        private static func time(_ second: Int) -> String { Sentences.Moment(seconds: Double(second)).time }
    }
}
