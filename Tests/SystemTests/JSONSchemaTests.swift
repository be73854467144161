import Foundation
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

extension SystemTests {
    /// What verbs print with `--json` is what the published schemas say, by a validator that is not ours.
    @Suite(
        "JSON of every verb",
        .enabled("Python has no jsonschema: Scripts/deps --ci") { try await Schema.canValidate() })
    struct JSONSchemas {
        /// The verbs with `--json` and a call of each, with the name of its schema. Empty outputs do not count.
        private static func calls(_ stage: Stage, _ files: String) -> [(
            verb: String, schema: String, arguments: [String]
        )] {
            let track = ["--directory", files, "--no-privacy"]
            return [
                ("status", "status", []), ("doctor", "doctor", ["--config", stage.path("locd/locd.yaml")]),
                ("why", "why", []), ("watch", "track", []), ("region list", "regions", []),
                ("region state", "lines", ["yard \"1\""]), ("client list", "authorizations", []),
                ("client list", "authorizations", ["--uses"]),
                ("config show", "configuration", []),
                ("today", "lines", ["2026-11-01"] + track), ("track stats", "lines", ["--from", "2026-10-31"] + track),
                ("track stats", "lines", ["--by", "day"] + track), ("track list", "lines", track),
                ("track list", "lines", ["--brief"] + track), ("track list", "lines", ["--trips"] + track),
                ("track accuracy", "lines", ["--day", "2026-11-01"] + track),
                ("track distance", "lines", ["-36.8,174.7", "-36.8,-174.7"]),
                ("track nearest", "lines", ["-1,-1", "-2,-2", "-3,-1"]),
                ("track polygon", "lines", ["-1,-1", "-1,1", "1,1"]),
                ("track polygon", "lines", ["-1,-1", "-1,1", "1,1", "--contains", "-0.5,0.5"]),
                ("geocode", "lines", ["Bern"]), ("measure", "lines", ["3"]),
            ]
        }

        /// The verbs that take `--json`, as the program itself lists them.
        private func verbsWithJSON() async throws -> Set<String> {
            let verbs = try await CommandDump.ofLocd().all().filter { verb in
                (verb.command.arguments ?? []).contains { ($0.names ?? []).contains { $0.name == "json" } }
            }
            return Set(verbs.map { $0.words.joined(separator: " ") })
        }

        /// Records an issue for each line that is not as a schema says.
        private func validate(_ text: String, as schema: String, of verb: String, on stage: Stage) async throws {
            let input = try stage.file("output.json", text)
            let program = """
                import json, sys, jsonschema
                schema = json.load(open(sys.argv[1], encoding="utf-8"))
                kind = jsonschema.validators.validator_for(schema)
                lines = open(sys.argv[2], encoding="utf-8").read().splitlines()
                assert lines, "nothing was printed"
                for line in lines: kind(schema, format_checker=jsonschema.FormatChecker()).validate(json.loads(line))
                """
            let answer = try await Program.run(
                try #require(Program.python), ["-c", program, Schema.path(of: schema), input])
            #expect(answer.code == 0, "\(verb): \(answer.words.suffix(1500))\n\(text.prefix(500))")
        }

        /// A daemon with a receiver, regions of both owners, and a track with all that a track can hold beside it.
        private func withDaemon(_ body: (Stage, DaemonConfiguration) async throws -> Void) async throws {
            try await Stage.run { stage in
                let directory = stage.path("locd")
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                try #"""
                {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "town", "properties": {"name": "Town"},
                 "geometry": {"type": "Polygon", "coordinates": [[[8,47],[9,47],[9,48],[8,47]]]}}]}
                """#.write(toFile: "\(directory)/regions.geojson", atomically: true, encoding: .utf8)
                try "users: {nobody: {authorizationStatus: denied}}\n"
                    .write(toFile: "\(directory)/clients.yaml", atomically: true, encoding: .utf8)
                let table = Program.hasPlaces ? Program.places : "none"
                let (locd, _) = try await stage.live(["geocoder.table: \(table)"])
                let added = try await Program.run(
                    Program.locd,
                    [
                        "region", "add", "yard \"1\"", "--here", "--radius", "500", "--for", "1d", "--socket",
                        locd.socket,
                    ])
                #expect(added.code == 0, "\(added.all)")
                try await body(stage, locd)
            }
        }

        @Test func `Is valid by its published schema, and no verb is left out`() async throws {
            try await withDaemon { stage, locd in
                let files = stage.path("tracks")
                try ChangedDay.all[3].writeTrack(to: files)
                // A gap, a visit, a stop and a corrected clock.
                try locd.append(
                    #"""
                    {"type":"gap","from":"2026-11-03T23:59:00.000Z","to":"2026-11-04T01:00:00.000Z","cause":"noFix"}
                    {"type":"location","timestamp":"2026-11-04T01:00:00.000Z","latitude":47.5,"longitude":9,"altitude":400,"speed":0}
                    {"type":"location","timestamp":"2026-11-04T01:10:00.000Z","latitude":47.5,"longitude":9,"altitude":410,"speed":0}

                    """#, to: "\(files)/2026-11-03.jsonl")
                var seen: Set<String> = []
                for (verb, schema, arguments) in Self.calls(stage, files) {
                    seen.insert(verb)
                    if verb == "geocode", !Program.hasPlaces { continue }
                    var words = verb.split(separator: " ").map(String.init) + ["--json"] + arguments
                    let asksDaemon = !verb.hasPrefix("track") && verb != "today" && verb != "doctor"
                    if asksDaemon { words += ["--socket", locd.socket] }
                    // What never ends is ended after its first lines.
                    let command = verb == "watch" ? "\"$0\" \"$@\" | head -n 4" : "exec \"$0\" \"$@\""
                    let answer = try await Program.run("sh", ["-c", command, Program.locd] + words)
                    #expect(!answer.words.contains("locd: unknown"), "\(answer.words)")
                    try await validate(answer.output, as: schema, of: words.joined(separator: " "), on: stage)
                }
                #expect(try await verbsWithJSON() == seen.union(["wait"]))
                let kinds = try await Program.run(
                    Program.locd,
                    ["track", "stats", "--json", "--directory", files, "--no-privacy", "--from", "2026-10-31"])
                for kind in ["statistics", "stop", "gap"] { #expect(kinds.output.contains("{\"type\":\"\(kind)\"")) }
                for verb in [["wait"], ["track", "show", "--no-privacy", "--directory", files, "--day", "2026-11-01"]] {
                    let more = verb == ["wait"] ? ["--socket", locd.socket] : []
                    let answer = try await Program.run(Program.locd, verb + more)
                    try await validate(answer.output, as: "track", of: verb[0], on: stage)
                }
            }
        }

        @Test func `The status of a daemon without a receiver is valid, too`() async throws {
            try await Stage.run { stage in
                let locd = stage.configuration(port: 1)
                _ = try await stage.daemon(locd)
                _ = try await stage.status(of: locd, "no gpsd") { $0.receiver.cause == .noGPSD && $0.location == nil }
                try await validate(try await locd.statusCommand("--json").output, as: "status", of: "status", on: stage)
            }
        }

        @Test func `A wrong line does not pass`() async throws {
            for (schema, line) in [
                ("lines", #"{"type":"distance","distance":-1,"course":0}"#), ("lines", #"{"type":"else"}"#),
                ("lines", #"{"type":"stop","from":"yesterday"}"#), ("regions", #"{"type":"FeatureCollection"}"#),
                ("why", #"{"fixes":[]}"#), ("configuration", #"{"settings":[]}"#),
                ("authorizations", #"{"user":"root"}"#),
            ] {
                try await Stage.run { stage in
                    await withKnownIssue("\(schema) refuses") {
                        try await validate(line, as: schema, of: "nobody", on: stage)
                    }
                }
            }
        }

        @Test func `The script in the documentation runs, and has 15 lines at most`() async throws {
            let page = try String(contentsOfFile: Checkout.path("Documentation/Clients.md"), encoding: .utf8)
            let block = try #require(page.components(separatedBy: "```python\n").dropFirst().first)
            let script = try #require(block.components(separatedBy: "```").first)
            #expect(script.split(separator: "\n").count <= 15)
            #expect(script.components(separatedBy: "locd(\"").count - 1 == 5)
            try await withDaemon { stage, locd in
                let folder = URL(filePath: Program.locd).deletingLastPathComponent().path
                let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
                try await stage.until("the track has a way") { try locd.track().of("location").count > 10 }
                let answer = try await Program.run(
                    "LOCD_SOCKET=\(locd.socket)",
                    [
                        "LOCD_TRACKS_DIRECTORY=\(locd.tracks)", "PATH=\(folder):\(path)", try #require(Program.python),
                        "-c",
                        script,
                    ])
                #expect(answer.code == 0, "\(answer.all)")
                #expect(answer.output.hasPrefix("receiver fix3D, in "), "\(answer.all)")
                #expect(answer.output.contains("yard \"1\"") && answer.output.contains(" km\n"), "\(answer.all)")
            }
        }
    }
}
