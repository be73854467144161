import Foundation
import Glibc
import LocdProtocol
import Subprocess
import Testing

extension ServiceSystemTests {
    /// The built locd-publish and servers on the loopback.
    @Suite("Publishing", .enabled(if: Program.python != nil, "python3 is not installed"))
    struct Publishing {
        /// Runs a tool of ours to its end; what it said if it failed.
        private func run(_ name: String, _ arguments: [String], within limit: Duration) async throws {
            try await Stage.run { stage in
                let child = stage.start(
                    name, path: Program.python ?? "python3",
                    [Program.tool(name), Program.publish] + arguments + ["--directory", stage.path("publish")])
                child.mayEnd()
                try await stage.until("it ends", within: limit) { child.status != nil }
                #expect(child.status == .exited(0), "\(child.words)")
            }
        }

        @Test func `A hostile server gets every record in order, whenever the sender is killed`() async throws {
            try await run("hostile-server", ["--kills", "20", "--fixes", "2000"], within: .seconds(120))
        }

        @Test(.enabled(if: Program.mosquitto != nil, "mosquitto is not installed"))
        func
            `A broker with TLS and passwords gets what is recorded, a backlog paced and marked, Home Assistant only what is live`()
            async throws
        {
            try await run("broker", [], within: .seconds(120))
        }

        @Test(.enabled(if: Program.mosquitto != nil, "mosquitto is not installed"))
        func `Each way in which a broker cannot be used has its own words and remedy`() async throws {
            try await run("broker-faults", [], within: .seconds(300))
        }

        @Test(.enabled(if: Program.mosquitto != nil, "mosquitto is not installed"))
        func `Home Assistant knows a box that is parked at the start, and a receiver that is unplugged`() async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                let user = geteuid() == 0 ? "user root\n" : ""
                try "listener \(port) 127.0.0.1\nallow_anonymous true\n\(user)".write(
                    toFile: stage.path("mosquitto.conf"), atomically: true, encoding: .utf8)
                _ = stage.start(
                    "mosquitto", path: try #require(Program.mosquitto), ["-c", stage.path("mosquitto.conf")])
                try await stage.until("mosquitto listens") { (try? Socket(connectingTo: port)) != nil }
                let locd = stage.serial(["geocoder.table: none"] + DaemonConfiguration.unfiltered)
                let daemon = try await stage.daemon(locd)
                // It stands there since three days.
                let parked = Date.now.addingTimeInterval(-3 * 86_400)
                let time = parked.formatted(.iso8601.year().month().day())
                try """
                {"type":"header","schema":1,"version":"0.1.0","receiver":"serial:/dev/gps"}
                {"type":"location","timestamp":"\(time)T08:00:00.000Z","latitude":12.5,"longitude":8.5,"speed":3.0}

                """.write(toFile: "\(locd.tracks)/\(time).jsonl", atomically: true, encoding: .utf8)
                try """
                tracks: \(locd.tracks)
                state: \(stage.path("state"))
                regions: \(stage.path("none.geojson"))
                sinks:
                  - name: home
                    type: homeassistant
                    url: mqtt://127.0.0.1:\(port)
                    device: van
                """.write(toFile: stage.path("publish.yaml"), atomically: true, encoding: .utf8)
                let words = [Program.publish, "run", "--config", stage.path("publish.yaml")]
                _ = stage.start("publish", path: "LOCD_SOCKET=\(locd.socket)", words)
                func last(_ topic: String) async throws -> String? {
                    let answer = try await Program.run(
                        "mosquitto_sub",
                        ["-h", "127.0.0.1", "-p", "\(port)", "-C", "1", "-W", "2", "-t", "locd/locd_van/\(topic)"])
                    return answer.output.isEmpty ? nil : answer.output
                }
                try await stage.until("the place where it is parked") {
                    try await last("attributes")?.contains(#""latitude":12.5000000"#) ?? false
                }
                #expect(try await last("attributes")?.contains(#""timestamp":"\#(time)T08:00:00.000Z""#) == true)
                #expect(try await last("state") == "{\"receiver\":\"absent\"}\n")
                let receiver = try await stage.receiver("loop", "--rate", "1", "--loop", "--time-to-first-fix", "0")
                try await stage.until("it moves, with a fix", within: .seconds(60)) {
                    guard let state = try await last("state") else { return false }
                    return state.contains(#""fix":"3d""#) && state.contains(#""receiver":"fix3D""#)
                }
                #expect(try await last("attributes")?.contains("12.5") == false)
                receiver.send(.terminate)
                try await stage.until("the receiver is unplugged, and nothing is known", within: .seconds(90)) {
                    guard let state = try await last("state") else { return false }
                    return state.contains(#""receiver":"absent""#) && !state.contains("fix") && !state.contains("speed")
                }
                daemon.send(.terminate)
                try await stage.until("nobody answers", within: .seconds(60)) { try await last("state") == "{}\n" }
            }
        }

        @Test(
            .enabled("homeassistant (PyPI) is not installed: see Tests/Programs/home-assistant") {
                await PythonModules.python(with: "homeassistant") != nil
            },
            .enabled(if: Program.mosquitto != nil, "mosquitto is not installed"))
        func `Home Assistant finds the device, follows it, and is not moved by a week of backlog`() async throws {
            let python = try #require(await PythonModules.python(with: "homeassistant"))
            try await Stage.run { stage in
                let child = stage.start(
                    "home-assistant", path: python,
                    [Program.tool("home-assistant"), Program.publish, "--directory", stage.path("home")])
                child.mayEnd()
                try await stage.until("it ends", within: .seconds(500)) { child.status != nil }
                #expect(child.status == .exited(0), "\(child.words)")
            }
        }

        /// A configuration with one sink, a program, and a track of one location. Every user may read both.
        private func lines(_ stage: Stage) throws -> String {
            for folder in ["state", "tracks"] {
                try FileManager.default.createDirectory(
                    atPath: stage.path(folder), withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o755])
            }
            let line = """
                {"type":"location","timestamp":"2026-11-20T12:00:00.000Z","latitude":47.5,"longitude":8.5,\
                "horizontalAccuracy":3.2}

                """
            try line.write(toFile: stage.path("tracks/2026-11-20.jsonl"), atomically: false, encoding: .utf8)
            let file = stage.path("publish.yaml")
            try """
            tracks: \(stage.path("tracks"))
            state: \(stage.path("state"))
            regions: \(stage.path("none.geojson"))
            sinks:
              - name: lines
                type: command
                command: [/bin/sh, -c, "cat >/dev/null"]
            """.write(toFile: file, atomically: false, encoding: .utf8)
            #expect(chmod(stage.path("tracks/2026-11-20.jsonl"), 0o644) == 0 && chmod(file, 0o644) == 0)
            return file
        }

        @Test(arguments: [Signal.terminate, .interrupt])
        func `What systemd stops ends with 0, and its status says so`(by signal: Signal) async throws {
            try await Stage.run { stage in
                let child = stage.start(
                    "run", path: Program.publish, ["run", "--config", try lines(stage)])
                func status() -> String {
                    (try? String(contentsOfFile: stage.path("state/status.json"), encoding: .utf8)) ?? ""
                }
                try await stage.until("it has sent") {
                    FileManager.default.fileExists(atPath: stage.path("state/lines/cursor")) && !status().isEmpty
                }
                child.mayEnd()
                child.send(signal)
                try await stage.until("it ends") { child.status != nil }
                #expect(child.status == .exited(0), "\(child.words)")
                let last = status()
                #expect(last.contains(#""state":"stopped""#) && last.contains(#""acknowledged":1"#), "\(last)")
            }
        }

        @Test(.enabled(if: geteuid() == 0 && getpwnam("nobody") != nil, "only root can become somebody"))
        func `Root sends as the user who owns the cursors, so that the unit can go on with them`() async throws {
            try await Stage.run { stage in
                let nobody = try #require(getpwnam("nobody")).pointee.pw_uid
                let configuration = try lines(stage)
                #expect(chown(stage.path("state"), nobody, nobody) == 0)
                let child = stage.start("once", path: Program.publish, ["once", "--config", configuration])
                child.mayEnd()
                try await stage.until("it ends") { child.status != nil }
                #expect(child.status == .exited(0), "\(child.words)")
                for file in ["status.json", "lines", "lines/cursor", "lines/lock"] {
                    var status = stat()
                    #expect(stat(stage.path("state/\(file)"), &status) == 0 && status.st_uid == nobody, "\(file)")
                }
            }
        }

        @Test(.enabled(PythonModules.missing("duckdb")) { await PythonModules.python(with: "duckdb") != nil })
        func `The fleet's queries in Publishing.md give what locd track stats gives`() async throws {
            let python = try #require(await PythonModules.python(with: "duckdb"))
            try await Stage.run { stage in
                let daemon = try await stage.sharing()
                _ = try await stage.status(of: daemon.locd, "a track") { ($0.recorder.lines ?? 0) > 60 }
                daemon.child.send(.terminate)
                try await stage.until("locd ends") { daemon.child.status != nil }
                let names = try FileManager.default.contentsOfDirectory(atPath: daemon.locd.tracks)
                let track = try #require(names.first { $0.hasPrefix("20") })
                for engine in ["duckdb", "postgis", "spark"] {
                    let child = stage.start(
                        engine, path: python,
                        [
                            Program.tool("fleet-queries"), Program.publish, Program.locd, engine,
                            "\(daemon.locd.tracks)/\(track)", "--directory", stage.path(engine),
                        ])
                    child.mayEnd()
                    try await stage.until("\(engine) answers", within: .seconds(120)) { child.status != nil }
                    // 77: it is not installed. DuckDB is.
                    let isSkipped = child.status == .exited(77) && engine != "duckdb"
                    #expect(child.status == .exited(0) || isSkipped, "\(child.words)")
                }
            }
        }
    }
}
