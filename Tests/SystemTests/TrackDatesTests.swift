import Foundation
import LocdProtocol
import Testing

extension SystemTests {
    /// What other loggers wrote is no evidence of the receiver's week.
    @Suite("Dates of the track")
    struct TrackDates {
        @Test(arguments: ["1980-01-07", "2038-01-19", "2045-07-12", "2046-01-01", "2099-12-31"])
        func `No date of the track, however far, moves the dates of the receiver`(day: String) async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop", "--rate", "5", "--time-to-first-fix", "0")
                let locd = stage.configuration(
                    port: 1, "receiver.source: \"serial:\(stage.device)?baud=38400\""
                ).with(DaemonConfiguration.unfiltered)
                try locd.write()
                let line = #"{"type":"location","timestamp":"\#(day)T03:14:07.000Z","latitude":54.1,"longitude":10.2}"#
                try (line + "\n").write(toFile: "\(locd.tracks)/\(day).1.jsonl", atomically: true, encoding: .utf8)
                _ = try await stage.daemon(locd)
                _ = try await stage.status(of: locd, "recording") { ($0.recorder.lines ?? 0) > 3 }
                let times = try locd.track().of("location").compactMap(\.time).filter {
                    abs($0 - Date().timeIntervalSince1970) < 86_400
                }
                #expect(times.count > 2)
            }
        }
    }
}
