import LocationModel
import LocdProtocol
import Subprocess
import Testing

extension LongSystemTests {
    /// SIGSTOP and SIGCONT: what a debugger, a freezer of cgroups and a laptop's lid do to a daemon.
    @Suite("Suspended and resumed", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct Suspension {
        /// Where the daemon reads.
        enum Source: CaseIterable { case gpsd, serial }

        private static let staleAfter = 2.0

        @Test(arguments: Source.allCases)
        func `locd stands still for longer than staleAfter, and goes on`(source: Source) async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop", "--rate", "5", "--time-to-first-fix", "0")
                let port = try stage.freePort()
                var locd = stage.configuration(port: port, "receiver.staleAfter: \(Self.staleAfter)")
                switch source {
                case .gpsd: _ = try await stage.gpsd(port: port)
                case .serial: locd = locd.with(["receiver.source: \"serial:\(stage.device)?baud=38400\""])
                }
                locd = locd.with(DaemonConfiguration.unfiltered)
                let daemon = try await stage.daemon(locd)
                _ = try await stage.status(of: locd, "recording") { ($0.recorder.lines ?? 0) > 5 }

                daemon.send(.suspend)
                let instant = ContinuousClock.now
                try await stage.until("it stood still for longer than the rule") {
                    ContinuousClock.now - instant > .seconds(2 * Self.staleAfter)
                }
                let before = try locd.track().of("location").count
                daemon.send(.resume)
                let status = try await stage.status(of: locd, "recording again") {
                    $0.receiver.state == .fix3D && ($0.recorder.lines ?? 0) > before + 10
                }
                #expect(status.recorder.lost == 0)
                #expect(daemon.status == nil)

                let track = try locd.track()
                let times = track.of("location").compactMap(\.time)
                let steps = zip(times, times.dropFirst()).map { $1 - $0 }
                #expect(try #require(steps.min()) > 0, "a fix is there twice, or out of order")
                // What the port or gpsd kept meanwhile is no hole; what they did not keep is one, and is told.
                #expect(track.violationsOfGapRule(staleAfter: Self.staleAfter) == [])
            }
        }
    }
}
