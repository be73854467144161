import Foundation
import LocationModel
import LocdProtocol
import Subprocess
import Testing

extension SystemTests {
    /// From nothing to a track, and its end.
    @Suite("From a receiver to a track", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct FirstFix {
        @Test
        func `A 3D fix is seen, locations are written, and SIGTERM leaves a whole track and no socket`() async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop", "--rate", "10", "--time-to-first-fix", "1")
                let port = try stage.freePort()
                _ = try await stage.gpsd(port: port)
                // The last lines are on the disk only because the daemon syncs when it ends.
                let locd = stage.configuration(port: port, "tracks.sync: 3600").with(
                    DaemonConfiguration.unfiltered)
                let daemon = try await stage.daemon(locd)

                let status = try await stage.status(of: locd, "a 3D fix") { $0.receiver.state == .fix3D }
                #expect(status.recorder.state == .recording)
                #expect(status.receiver.device == stage.device)
                #expect(status.receiver.remedy == nil)
                let answer = try await locd.statusCommand()
                #expect(answer.code == 0, "\(answer.all)")
                #expect(answer.output.lowercased().contains("3d"))

                _ = try await stage.status(of: locd, "20 locations") { ($0.recorder.lines ?? 0) > 20 }
                #expect(try locd.track().of("location").count >= 20)
                daemon.send(.terminate)
                try await stage.until("locd ends", within: .seconds(10)) { daemon.status != nil }
                #expect(daemon.status == .exited(0), "\(daemon.words)")
                #expect(!FileManager.default.fileExists(atPath: locd.socket))

                let bytes = try locd.trackBytes()
                #expect(bytes.last == UInt8(ascii: "\n"))
                let track = try locd.track()
                #expect(track.first?.type == "header")
                let locations = track.of("location")
                #expect(track.of("gap").isEmpty)
                // 10 Hz without a hole: each epoch is there.
                for (one, next) in zip(locations, locations.dropFirst()) {
                    let step = try #require(next.time) - (try #require(one.time))
                    #expect(abs(step - 0.1) < 0.001)
                }
                let after = try await locd.statusCommand()
                #expect(after.code == 69, "nobody answers any more: \(after.all)")
            }
        }
    }
}
