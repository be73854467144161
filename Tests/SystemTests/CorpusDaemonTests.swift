import Foundation
import LocationModel
import LocdProtocol
import Testing

extension LongSystemTests {
    /// `receiver.source: file:…`: the daemon on a recording instead of a receiver.
    @Suite("A recording as the receiver")
    struct CorpusDaemon {
        @Test("is recorded at its own pace, as simulated, and its end is told")
        func isRecorded() async throws {
            try await Stage.run { stage in
                // Twenty seconds of the receiver's time in two of the machine's: fixes a tenth of a second apart.
                let path = stage.path("day.nmea")
                let sentences = (0..<20).map { Sentences.fix(Sentences.Moment(seconds: Double($0) / 10)) }.joined()
                try sentences.write(toFile: path, atomically: true, encoding: .utf8)
                let locd = DaemonConfiguration(
                    directory: stage.path("locd"),
                    settings: ["receiver.source: file:\(path)"] + DaemonConfiguration.unfiltered)
                _ = try await stage.daemon(locd)
                let end = try await stage.status(of: locd, "the end of the recording") {
                    $0.receiver.cause == .endOfRecording
                }
                #expect(end.receiver.state == .absent && end.receiver.source == "file:\(path)")
                let locations = try locd.track().of("location")
                #expect(locations.count == 20)
                let text = String(decoding: try locd.trackBytes(), as: UTF8.self)
                #expect(text.split(separator: "\n").count { $0.contains("\"simulated\":true") } == 20)
            }
        }

        @Test("that is of no known kind says so, and locd stays up")
        func isRefused() async throws {
            try await Stage.run { stage in
                let path = stage.path("day.bin")
                try Data(repeating: 0xB5, count: 5000).write(to: URL(filePath: path))
                let locd = DaemonConfiguration(
                    directory: stage.path("locd"), settings: ["receiver.source: file:\(path)"])
                _ = try await stage.daemon(locd)
                let status = try await stage.status(of: locd, "what is wrong") { $0.receiver.cause == .unreadable }
                #expect(status.receiver.detail?.contains("no NMEA sentences, JSON of gpsd or track of locd") == true)
            }
        }
    }
}
