import Foundation
import Glibc
import LocationModel
import LocdProtocol
import Testing

extension SystemTests {
    /// Health is for everybody, places are not.
    @Suite("Who may see what", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct OrdinaryUser {
        @Test(
            "an ordinary user sees health, and neither a coordinate nor the track's path",
            .enabled(if: getuid() == 0 && Program.setpriv != nil, "only root can become somebody else, with setpriv"))
        func healthWithoutCoordinates() async throws {
            try await Stage.run { stage in
                let locd = try await recordingDaemon(stage)
                let command = Program.asNobody(try stage.publicCopyOfLocd()) + ["status", "--socket", locd.socket]

                let text = try await Program.run(command)
                #expect(text.code == 0, "\(text.all)")
                #expect(text.output.lowercased().contains("3d"))
                let wait = command.dropLast(3) + ["wait", "--socket", locd.socket]
                let refused = try await Program.run(Array(wait))
                #expect(refused.code == 77 && refused.words.contains("locd client allow nobody"), "\(refused.all)")
                let json = try await Program.run(command + ["--json"])
                #expect(json.code == 0, "\(json.all)")
                let status = try JSONDecoder().decode(StatusReply.self, from: Data(json.output.utf8))
                #expect(status.authorizationStatus == .notDetermined)
                #expect(status.receiver.state == .fix3D)
                #expect(status.locationAge != nil && status.horizontalAccuracy != nil)
                #expect(status.location == nil && status.recorder.file == nil)

                // Degrees with two decimals are a kilometre: not even that. Root sees it by the same words.
                let locations = try locd.track().of("location")
                let places = try locations.flatMap { [try #require($0.latitude), try #require($0.longitude)] }
                let shown = Set(places.map { String(format: "%.7f", $0).dropLast(5) })
                let allowed = try await locd.statusCommand()
                #expect(shown.contains { allowed.output.contains($0) }, "\(allowed.all)")
                #expect(!shown.contains { text.all.contains($0) || json.all.contains($0) }, "\(text.all)\(json.all)")
                for word in ["latitude", "longitude", "altitude\"", locd.tracks, "jsonl"] {
                    #expect(
                        !text.all.contains(word) && !json.all.contains(word), "\(word) is in \(text.all)\(json.all)")
                }
            }
        }

        @Test("the daemon's own user, as root, sees where it is and where it is written")
        func ownUserSeesAll() async throws {
            try await Stage.run { stage in
                let locd = try await recordingDaemon(stage)
                let text = try await locd.statusCommand()
                #expect(text.output.contains(locd.tracks), "\(text.all)")
                let status = try JSONDecoder().decode(
                    StatusReply.self, from: Data(try await locd.statusCommand("--json").output.utf8))
                #expect(status.authorizationStatus == .authorizedAlways)
                #expect(abs(try #require(status.location).location.coordinate.latitude - 47.5) < 0.01)
                #expect(status.recorder.file?.hasPrefix(locd.tracks) == true)
            }
        }

        private func recordingDaemon(_ stage: Stage) async throws -> DaemonConfiguration {
            let port = try stage.freePort()
            _ = try await stage.receiver("loop", "--rate", "10", "--time-to-first-fix", "0")
            _ = try await stage.gpsd(port: port)
            let locd = stage.configuration(port: port).with(DaemonConfiguration.unfiltered)
            _ = try await stage.daemon(locd)
            _ = try await stage.status(of: locd, "recording") {
                $0.receiver.state == .fix3D && ($0.recorder.lines ?? 0) > 5
            }
            return locd
        }
    }
}
