import Foundation
import LocdTestSupport
import Subprocess
import Testing

extension LongSystemTests {
    /// A tenth of `make soak`: a port that is unplugged 100 times and a gpsd that is killed 10 times, while locd
    /// records.
    @Suite struct FlappingTests {
        @Test(.enabled(if: Program.hasGPSD && Program.python != nil, "gpsd or Python is not installed"))
        func receiversThatFlapLeaveGapsAndNothingElse() async throws {
            try await Stage.run { stage in
                let soak = stage.start(
                    "soak", path: try #require(Program.python),
                    [Checkout.path("Scripts/soak"), Program.locd, "--serial", "100", "--gpsd", "10"]
                        + (Sanitizer.isPresent ? ["--any-memory"] : []))
                soak.mayEnd()
                let status: TerminationStatus = try await stage.until(
                    "the soak ends", within: .seconds(720), every: .seconds(1)
                ) { soak.status }
                #expect(status == .exited(0), "\(soak.report)")
            }
        }
    }
}
