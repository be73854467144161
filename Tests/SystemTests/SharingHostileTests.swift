import Foundation
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

extension SystemTests {
    /// Programs that send nonsense, and what becomes of the daemon.
    @Suite("Sharing with hostile programs", .enabled(if: Program.python != nil, "python3 is not installed"))
    struct SharingHostile {
        /// 100,000 requests over each protocol is the goal, and for a script of its own:
        /// `LOCD_HOSTILE_REQUESTS=100000`.
        private static let requests =
            ProcessInfo.processInfo.environment["LOCD_HOSTILE_REQUESTS"].flatMap { Int($0) } ?? 20_000

        @Test(
            .enabled(
                "dbus-daemon or python3-dbus is not installed: Scripts/deps --ci",
                {
                    guard let python = Program.python, PrivateBus.daemon != nil else { return false }
                    return (try? await Program.run(python, ["-c", "import dbus"]))?.code == 0
                }))
        func `Thousands of hostile requests over each protocol cost neither memory nor an epoch`() async throws {
            try await Stage.run { stage in
                let daemon = try await stage.sharing(on: try await stage.bus([PrivateBus.policyOfLocd], of: "locd"))
                let memory = try ResidentMemory(of: #require(daemon.child.processIdentifier))
                let said = try await stage.answer(
                    of: "hostile-clients",
                    [
                        try #require(Program.python), Program.tool("hostile-clients"), "--nmea", "\(daemon.nmea)",
                        "--gpsd", "\(daemon.gpsd)", "--bus", "--requests", "\(Self.requests)",
                    ], at: daemon, within: .seconds(60 + Self.requests / 200))
                #expect(said.contains(" refused; "), "\(said)")
                #expect(try memory.growth() < 24 << 20)
                print("\(said.trimmingCharacters(in: .newlines)); memory grew by \(try memory.growth() >> 10) kB")
                let times = try daemon.locd.track().of("location").compactMap(\.time)
                let steps = zip(times, times.dropFirst()).map { $1 - $0 }
                #expect(
                    times.count > 20 && steps.allSatisfy { abs($0 - 0.1) < 0.001 },
                    "\(steps.filter { abs($0 - 0.1) > 0.001 })")
                #expect(try await daemon.locd.client.status().problems.isEmpty)
            }
        }
    }
}
