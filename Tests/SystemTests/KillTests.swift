import LocdProtocol
import LocdTestSupport
import Subprocess
import Testing

extension LongSystemTests {
    /// What survives the end that nobody can prepare for.
    @Suite("kill -9", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct Kill {
        private static let kills = 50

        @Test
        func `At 50 random moments: every line parses, nothing written is lost, no fix is written twice`() async throws
        {
            try await Stage.run { stage in
                let port = try stage.freePort()
                _ = try await stage.receiver("loop", "--rate", "20", "--time-to-first-fix", "0")
                _ = try await stage.gpsd(port: port)
                let locd = stage.configuration(port: port, "tracks.sync: 0.1").with(DaemonConfiguration.unfiltered)
                var random = SeededGenerator(seed: 5)
                var written: [UInt8] = []
                var runsThatWrote = 0
                // A machine that is busy needs longer until the first line: so long that at least one run in four has
                // some.
                var latest = 900
                for kill in 1...Self.kills {
                    if kill.isMultiple(of: 5), 4 * runsThatWrote < kill { latest = min(2 * latest, 7200) }
                    let daemon = try stage.launch(locd)
                    // From before its first breath to the middle of recording.
                    let moment = ContinuousClock.now + .milliseconds(Int.random(in: 1...latest, using: &random))
                    try await stage.until("moment \(kill)", every: .milliseconds(3)) { ContinuousClock.now >= moment }
                    daemon.send(.kill)
                    try await stage.until("locd is gone", every: .milliseconds(3)) { daemon.status != nil }
                    try #require(daemon.status == .signaled(9), "it ended by itself: \(daemon.report)")

                    let left = try locd.trackBytes()
                    // Lines are what counts; the end of a torn one is what a restart may take away.
                    let lines = left[...(left.lastIndex(of: UInt8(ascii: "\n")) ?? -1)]
                    try #require(lines.starts(with: written), "kill \(kill) lost something of what was there before it")
                    if lines.count > written.count { runsThatWrote += 1 }
                    written = Array(lines)
                }
                #expect(runsThatWrote > Self.kills / 5, "most were killed before they wrote: the test proves little")

                let daemon = try await stage.daemon(locd)
                let last = try await stage.status(of: locd, "a sync after locations") {
                    ($0.recorder.lines ?? 0) > 5 && $0.recorder.lastSyncAge != nil
                }
                #expect(last.recorder.lost == 0)
                daemon.send(.terminate)
                try await stage.until("locd ends") { daemon.status != nil }
                #expect(daemon.status == .exited(0), "\(daemon.report)")

                #expect(try locd.trackBytes().starts(with: written))
                let track = try locd.track()
                let times = track.of("location").compactMap(\.time)
                #expect(times.count == track.of("location").count)
                let steps = zip(times, times.dropFirst()).map { $1 - $0 }
                #expect(try #require(steps.min()) > 0, "a fix is there twice, or out of order")
                #expect(track.violationsOfGapRule(staleAfter: 5) == [])
            }
        }
    }
}
