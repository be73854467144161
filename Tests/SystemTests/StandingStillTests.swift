import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Testing

extension LongSystemTests {
    /// A receiver that does not move: drift is no distance, and a pause is told.
    @Suite("Standing still", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct StandingStill {
        @Test(
            "of 20 minutes of drift a distance filter leaves what the distance says, and the defaults pause once",
            .enabled(if: Recording.drift.isThere, "the recordings are not beside the checkout"))
        func recordedDrift() async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                let file = stage.path("drift.nmea")
                try Recording.drift.write(to: file, warmUp: 60)
                _ = try await stage.receiver(file, "--rate", "60", "--wait", "--hold", "60")
                let near = stage.configuration("near", port: port, "receiver.staleAfter: 2").with(
                    DaemonConfiguration.unfiltered + ["recorder.distanceFilter: 10"])
                let far = stage.configuration("far", port: port).with(
                    DaemonConfiguration.unfiltered + ["recorder.distanceFilter: 50"])
                let usual = stage.configuration("usual", port: port)
                for daemon in [near, far, usual] { _ = try await stage.daemon(daemon) }
                _ = try await stage.gpsd(port: port, opensAtOnce: false)

                let paused = try await stage.status(of: usual, "paused") { $0.recorder.state == .paused }
                #expect(paused.recorder.cause == "stationary")
                let answer = try await usual.statusCommand()
                #expect(answer.code == 0, "\(answer.all)")
                #expect(answer.output.contains("paused"))

                _ = try await stage.status(of: near, "the recording was played", within: .seconds(60)) {
                    $0.receiver.state == .stale
                }
                let fixes = try await near.client.status().fixes
                #expect(fixes.accepted == 1201, "\(fixes)")
                let locations = try near.track().of("location")
                #expect(locations.count == 7, "\(locations)")
                #expect(try far.track().of("location").count == 1)
                let track = try usual.track()
                #expect(track.of("pause").map(\.cause) == ["stationary"])
                #expect(track.of("resume").isEmpty)
                #expect(track.of("visit").count == 1, "it stays, and has not left")
                let last = track.filter { $0.type != "visit" }.last
                #expect(last?.type == "pause", "a paused recorder writes no location")
            }
        }

        @Test("power saving lets go of gpsd between looks, and status is content")
        func powerSaving() async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                // 40 s of the receiver in one: the pause comes after 300 of them.
                _ = try await stage.receiver("parked", "--speed", "40", "--time-to-first-fix", "0")
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                let locd = stage.configuration(port: port, "receiver.powerSaving: 3")
                _ = try await stage.daemon(locd)
                try await stage.until("gpsd has a watcher") { try Connections.count(to: port) > 0 }
                _ = try await stage.status(of: locd, "paused") { $0.recorder.state == .paused }
                for look in 1...2 {
                    try await stage.until("gpsd lost its watcher before look \(look)") {
                        try Connections.count(to: port) == 0
                    }
                    let status = try await stage.status(of: locd, "let go of") { $0.receiver.state == .released }
                    #expect(status.recorder.state == .paused)
                    #expect(status.receiver.remedy == nil)
                    let answer = try await locd.statusCommand()
                    #expect(answer.code == 0, "\(answer.all)")
                    let accepted = status.fixes.accepted
                    // It may be over in a tenth of a second: what it brought is what is seen of it.
                    _ = try await stage.status(of: locd, "look \(look) brought a fix") { $0.fixes.accepted > accepted }
                }
                let track = try locd.track()
                #expect(track.of("pause").count == 1)
                // What was not looked at during a pause is no hole.
                #expect(track.of("gap").isEmpty && track.of("resume").isEmpty)
            }
        }
    }
}
