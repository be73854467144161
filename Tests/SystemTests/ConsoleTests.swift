import Foundation
import Testing

extension SystemTests {
    /// What a verb does where its words or its data are not taken.
    @Suite("The console")
    struct ConsoleOutput {
        @Test(arguments: [
            (["staus"], "locd: unknown verb \"staus\". Did you mean \"status\"?"),
            (["track", "sats"], "locd: unknown verb \"sats\". Did you mean \"stats\"?"),
            (["qqqqqq"], "locd: unknown verb \"qqqqqq\""),
            (["simulate", "loop", "--speed", "0"], "locd: --speed must be 0.01 to 1000"),
            (["status", "--jsn"], "locd: unknown option '--jsn'."),
            (["wait", "--timeout", "-5"], "locd: the value '-5' is invalid for '--timeout"),
            (["track", "export"], "locd: choose a format"),
            (["why", "12:03", "--config", "locd.yaml"], "locd: unknown option '--config'"),
            (["publish", "--jsn"], "locd: unknown option '--jsn'"),
            (["web", "--jsn"], "locd: unknown option '--jsn'"),
            (["why", "12:99"], "locd: cannot read \"12:99\" as a time"),
        ])
        func `An error is a line that begins with locd:, and a mistyped verb is recognized`(
            verb: [String], words: String
        ) async throws {
            let answer = try await Program.run(Program.locd, verb)
            #expect(answer.code == 64)
            #expect(answer.words.hasPrefix(words), "\(answer.words)")
            #expect(!answer.words.contains("Error:"))
        }

        @Test(
            arguments: [
                (["region", "add", "a", "--latitude", "-36", "--longitude", "-174", "--radius", "40"], 69),
                (["region", "add", "a", "--latitude", "36°50'S", "--longitude", "-174.5", "--radius", "40"], 69),
                (["track", "stats", "--area", "-37,174,-36,175", "--no-privacy", "/nonexistent.jsonl"], 66),
                (["track", "stats", "--area", "-36.8,-174.7,500", "--no-privacy", "/nonexistent.jsonl"], 66),
            ] as [([String], Int32)])
        func `A figure below zero is no option: what is missing then is a daemon, or a file`(
            verb: [String], code: Int32
        ) async throws {
            let socket = verb[0] == "region" ? ["--socket", "/nonexistent"] : []
            let answer = try await Program.run(Program.locd, verb + socket)
            #expect(answer.code == code, "\(answer.words)")
        }

        @Test func `Help goes to standard output, with 0`() async throws {
            for verb in [["--help"], ["help", "track"], ["track", "stats", "--help"]] {
                let answer = try await Program.run(Program.locd, verb)
                #expect(answer.code == 0)
                #expect(answer.output.contains("USAGE: locd"))
            }
        }

        @Test func `The usage line of each verb names that verb and all its options, and no others`() async throws {
            let verbs = Self.verbs(in: try await CommandDump.ofLocd(), behind: [])
            #expect(verbs.count > 30)
            for verb in verbs {
                let help = try await Program.run(Program.locd, verb + ["--help"]).output
                let parts = help.components(separatedBy: "\nUSAGE: ").last?.split(separator: "\n\n", maxSplits: 1) ?? []
                let usage = try #require(parts.first, "\(verb)")
                let described = Set(
                    try #require(parts.last).split(separator: "\n").filter { $0.hasPrefix("  -") }
                        .flatMap { $0.matches(of: #/--[a-z][a-z-]*/#).map { String($0.output) } })
                let used = Set(usage.matches(of: #/--[a-z][a-z-]*/#).map { String($0.output) })
                #expect(usage.hasPrefix("locd " + verb.joined(separator: " ")), "\(usage)")
                #expect(used.isSubset(of: described), "\(verb): \(used.subtracting(described))")
                if !usage.contains("<options>") {
                    let left = described.subtracting(used).subtracting(["--help", "--version"])
                    #expect(left.isEmpty, "\(verb): \(left)")
                }
            }
        }

        @Test(arguments: [
            (["today", "tomorow"], "locd today"),
            (["track", "show", "--from", "5 fortnights ago"], "locd track show"),
            (["why", "garbage"], "locd why"), (["client", "deny", "root"], "locd client deny"),
            (["wait", "--accuracy", "-1"], "locd wait"), (["track", "stats", "--nonsense"], "locd track stats"),
            (["track"], "locd track"), (["nonsense"], "locd"),
        ])
        func `An error of a verb shows the usage of that verb`(arguments: [String], verb: String) async throws {
            let answer = try await Program.run(Program.locd, arguments)
            guard answer.code != 0 else { return }
            #expect(answer.code == 64 && answer.output.isEmpty)
            #expect(answer.all.contains("\nUsage: \(verb) "), "\(answer.all)")
            #expect(answer.all.contains("\n  See '\(verb) --help'"), "\(answer.all)")
        }

        @Test(arguments: ["today", "track show", "track export --format csv"])
        func `Every verb whose reader goes away ends with the code of a closed pipe`(verb: String) async throws {
            try await Stage.run { stage in
                let track = stage.path("2026-11-20.jsonl")
                let line =
                    "{\"type\":\"location\",\"timestamp\":\"2026-11-20T0%d:%02d:%02d.000Z\",\"latitude\":47.5,\"longitude\":8.5}"
                let lines = (0..<20_000).map { String(format: line, 1 + $0 / 3600, $0 / 60 % 60, $0 % 60) }
                try (lines.joined(separator: "\n") + "\n").write(toFile: track, atomically: true, encoding: .utf8)
                let file = verb == "today" ? "2026-11-20 --directory \(stage.path(""))" : track
                let script = "\(Program.locd) \(verb) \(file) | true; exit ${PIPESTATUS[0]}"
                let answer = try await Program.run("/bin/bash", ["-c", script])
                #expect(answer.code == 141 || answer.code == 0 && verb == "today", "\(answer.code) \(answer.all)")
            }
        }

        /// The verbs below a command that do something.
        private static func verbs(in command: CommandDump, behind path: [String]) -> [[String]] {
            let below = (command.subcommands ?? []).filter { $0.commandName != "help" }
            guard !below.isEmpty else { return [path] }
            return below.filter { $0.shouldDisplay != false }.flatMap {
                verbs(in: $0, behind: path + [$0.commandName])
            }
        }

        @Test(arguments: [["config", "default"], ["track", "distance", "47,8", "48,8"]])
        func `An output that takes no more is named, with 73`(verb: [String]) async throws {
            let answer = try await Program.run(
                "sh", ["-c", "exec \"$0\" \"$@\" > /dev/full", Program.locd] + verb)
            #expect(answer.code == 73)
            #expect(answer.words.contains("cannot write to standard output: No space left on device"))
        }
    }
}
