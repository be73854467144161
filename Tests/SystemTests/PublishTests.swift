import Foundation
import Subprocess
import Testing

extension SystemTests {
    /// The built locd-publish and servers on the loopback.
    @Suite("Publishing", .enabled(if: Program.python != nil, "python3 is not installed"))
    struct Publishing {
        private func tool(_ name: String) -> String {
            URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Tools/\(name)").path
        }

        /// Runs a tool of ours to its end; what it said if it failed.
        private func run(_ name: String, _ arguments: [String], within limit: Duration) async throws {
            try await Stage.run { stage in
                let child = stage.start(
                    name, path: Program.python ?? "python3",
                    [tool(name), Program.publish] + arguments + ["--directory", stage.path("publish")])
                child.mayEnd()
                try await stage.until("it ends", within: limit) { child.status != nil }
                #expect(child.status == .exited(0), "\(child.words)")
            }
        }

        @Test("A hostile server gets every record in order, whenever the sender is killed")
        func hostileServer() async throws {
            try await run("hostile-server", ["--kills", "20", "--fixes", "2000"], within: .seconds(120))
        }

        @Test(
            "A broker with TLS and passwords gets what is recorded, a backlog paced and marked, Home Assistant only what is live",
            .enabled(if: Program.mosquitto != nil, "mosquitto is not installed"))
        func broker() async throws {
            try await run("broker", [], within: .seconds(120))
        }
    }
}
