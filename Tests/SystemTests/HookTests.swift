import Foundation
import LocdClient
import LocdProtocol
import LocdTestSupport
import Subprocess
import Testing

extension ProgramSystemTests {
    /// Hooks and `locd on`: the built binary, real gpsd, and programs that are started for events.
    @Suite(
        "Hooks",
        .enabled(if: Program.hasGPSD && Program.python != nil, "gpsd or Python is not installed: make deps"))
    struct Hooks {
        /// How often the daemon is killed, and at most what runs for an event.
        private static let kills = (daemon: 100, program: 60)
        private static let crossings = 12
        /// Seconds of the drive between two crossings, and how many pass in one.
        private static let leg = 160
        private static let rate = 40

        private static let yard = """
            {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "yard", "properties": {},
             "geometry": {"type": "Polygon", "coordinates": [[[8.6, 47.5], [8.9, 47.5], [8.9, 47.6], [8.6, 47.6], [8.6, 47.5]]]}}]}
            """

        private struct Line: Decodable, Hashable {
            var event: String
            var identifier: String
            var timestamp: String
            var region: String
        }

        /// South of the boundary at 47.5 for a leg, then north and south by turns, at 10 m/s.
        private static func drive() -> String {
            (0..<(crossings + 1) * leg).map { second in
                let phase = second < leg ? 0 : Double((second - leg) % (2 * leg))
                let length = Double(leg)
                let metres = 10 * (phase < length ? phase - length / 2 : 1.5 * length - phase)
                let speed = second < leg ? 0 : phase < length ? 10.0 : -10
                return Sentences.fix(
                    .init(seconds: Double(second)), latitude: 47.5 + metres / 111_200, north: speed)
            }.joined()
        }

        /// What runs a command for each event that comes to a socket, and kills some. Returns when it listens.
        private func listener(
            _ stage: Stage, _ name: String, _ command: String, kills: Int = 0
        ) async throws -> (child: Child, socket: String) {
            let (programs, socket) = (stage.path("hooks.d"), stage.path("\(name).sock"))
            try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
            try stage.file("hooks.d/\(name)", "#!/bin/sh\n\(command)\n", isProgram: true)
            let child = stage.start(
                "listener", path: try #require(Program.python),
                [Program.hookListener, socket, Program.locd, programs, "7", "\(kills)"])
            try await stage.until("it listens") { FileManager.default.fileExists(atPath: socket) }
            return (child, socket)
        }

        /// The gpsd's port of a receiver on the drive, which waits for the gpsd.
        private func waitingDrive(_ stage: Stage) async throws -> UInt16 {
            let drive = try stage.file("drive.nmea", Self.drive())
            _ = try await stage.receiver(drive, "--rate", "\(Self.rate)", "--wait", "--hold", "600")
            return try stage.freePort()
        }

        private func log(_ stage: Stage) -> [Line] {
            stage.lines(of: "log").compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }

        @Test
        func `Kill -9 of daemon and program at 100 random moments: each crossing at least once, in order`() async throws
        {
            try await Stage.run { stage in
                let port = try await waitingDrive(stage)
                let locd = stage.configuration(port: port, "tracks.sync: always").with(DaemonConfiguration.unfiltered)
                try locd.write(Self.yard, to: "regions.geojson")
                let (listener, socket) = try await listener(
                    stage, "yard", "cat >>\(stage.path("log"))", kills: Self.kills.program)
                let hooked = locd.with(["hooks: [{on: [enter, exit], to: \"unix:\(socket)\"}]"])
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                var random = SeededGenerator(seed: 19)
                for kill in 1...Self.kills.daemon {
                    let daemon = try stage.launch(hooked)
                    let moment = ContinuousClock.now + .milliseconds(Int.random(in: 100...1500, using: &random))
                    try await stage.until("moment \(kill)", every: .milliseconds(3)) { ContinuousClock.now >= moment }
                    daemon.send(.kill)
                    try await stage.until("locd is gone", every: .milliseconds(3)) { daemon.status != nil }
                    try #require(daemon.status == .signaled(9), "it ended by itself: \(daemon.report)")
                }
                _ = try await stage.daemon(hooked)
                func crossings() throws -> [TrackEntry] { try hooked.track().of("region") }
                try await stage.until(
                    "all crossings are in the track", within: .seconds(180), every: .milliseconds(200)
                ) {
                    try crossings().count >= Self.crossings
                }
                try "".write(toFile: "\(socket).calm", atomically: true, encoding: .utf8)
                let end = try await stage.status(of: hooked, "nothing waits", within: .seconds(60)) {
                    $0.hooks.first?.waiting == 0
                }
                let recorded = try crossings()
                #expect(recorded.count == Self.crossings, "\(recorded)")
                let told = log(stage)
                var first: [Line] = []
                for line in told where !first.contains(where: { $0.identifier == line.identifier }) {
                    first.append(line)
                }
                #expect(first.count == recorded.count, "each crossing once, but for repetitions: \(told)")
                #expect(first.map(\.timestamp) == recorded.compactMap(\.timestamp), "in the order of the track")
                #expect(first.map(\.event) == recorded.map { $0.state == "inside" ? "enter" : "exit" })
                #expect(Set(told).count == first.count, "a repetition is the same line")
                // One that was told again came before the next one.
                let order = told.map { line in first.firstIndex { $0.identifier == line.identifier } ?? -1 }
                #expect(order == order.sorted())
                let killed = listener.words.split(separator: "\n").count { $0.hasPrefix("killed") }
                #expect(killed >= 5, "hardly any program was killed: the test proves little")
                #expect(end.hooks.first?.dropped == 0)
                print(
                    "hooks: \(recorded.count) crossings, \(told.count) lines, \(killed) programs and \(Self.kills.daemon) daemons killed"
                )
            }
        }

        @Test func `locd on: the event in environment and input, one after the other, over a restart of the daemon`()
            async throws
        {
            try await Stage.run { stage in
                let port = try await waitingDrive(stage)
                let locd = stage.configuration(port: port).with(DaemonConfiguration.unfiltered)
                try locd.write(Self.yard, to: "regions.geojson")
                let first = try await stage.daemon(locd)
                let on = stage.start(
                    "on", path: Program.locd,
                    [
                        "on", "enter", "exit", "--region", "ya*", "--socket", locd.socket, "--", "sh", "-c",
                        "echo \"$LOCD_EVENT $LOCD_REGION $(cat | grep -c '\"event\":\"'$LOCD_EVENT'\"')\" >>\(stage.path("on"))",
                    ])
                let once = stage.start(
                    "once", path: Program.locd,
                    ["on", "exit", "--once", "--socket", locd.socket, "--", "sh", "-c", "exit 9"])
                // Possibly before the other one has written its line.
                once.mayEnd()
                try await stage.until("both are connected") { (try await locd.client.status()).clients >= 2 }
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                func lines() -> [String] { stage.lines(of: "on") }
                try await stage.until("two crossings", within: .seconds(60)) { lines().count >= 2 }
                try await stage.until("--once ended", within: .seconds(60)) { once.status != nil }
                #expect(once.status == .exited(9))
                first.send(.kill)
                try await stage.until("locd is gone") { first.status != nil }
                _ = try await stage.daemon(locd)
                try await stage.until("more crossings", within: .seconds(60)) { lines().count >= 6 }
                #expect(lines().allSatisfy { ["enter yard 1", "exit yard 1"].contains($0) }, "\(lines())")
                #expect(zip(lines(), lines().dropFirst()).allSatisfy { $0 != $1 }, "by turns: \(lines())")
                #expect(on.status == nil)
            }
        }

        @Test(arguments: [
            (["enter"], 64, "command is missing"), (["entered", "--", "true"], 64, "entered"),
            (["battery", "--", "true"], 64, "battery"),
            (["visit", "--region", "x", "--", "true"], 64, "--region is for"),
            (["enter", "--region", "a\u{1B}b", "--", "true"], 64, "name of a region"),
        ])
        func `locd on refuses what it cannot do`(_ words: [String], _ status: Int32, _ says: String) async throws {
            let answer = try await Program.run(Program.locd, ["on"] + words)
            #expect(answer.code == status && answer.words.contains(says), "\(answer)")
            #expect(!answer.words.contains("\u{1B}"))
        }
    }
}
