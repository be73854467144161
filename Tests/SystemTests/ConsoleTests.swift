import Testing

extension SystemTests {
    /// What a verb does where its words or its data are not taken.
    @Suite("The console")
    struct ConsoleOutput {
        @Test(
            "an error is a line that begins with locd:, and a mistyped verb is recognized",
            arguments: [
                (["staus"], "locd: unknown verb \"staus\". Did you mean \"status\"?"),
                (["track", "sats"], "locd: unknown verb \"sats\". Did you mean \"stats\"?"),
                (["qqqqqq"], "locd: unknown verb \"qqqqqq\""), (["status", "--jsn"], "locd: unknown option '--jsn'."),
                (["wait", "--timeout", "-5"], "locd: the value '-5' is invalid for '--timeout"),
                (["track", "export"], "locd: choose a format"),
            ])
        func errors(verb: [String], words: String) async throws {
            let answer = try await Program.run(Program.locd, verb)
            #expect(answer.code == 64)
            #expect(answer.words.hasPrefix(words), "\(answer.words)")
            #expect(!answer.words.contains("Error:"))
        }

        @Test("help goes to standard output, with 0")
        func help() async throws {
            for verb in [["--help"], ["help", "track"], ["track", "stats", "--help"]] {
                let answer = try await Program.run(Program.locd, verb)
                #expect(answer.code == 0)
                #expect(answer.output.contains("USAGE: locd"))
            }
        }

        @Test(
            "an output that takes no more is named, with 73",
            arguments: [["config", "default"], ["track", "distance", "47,8", "48,8"]])
        func fullOutput(verb: [String]) async throws {
            let answer = try await Program.run(
                "sh", ["-c", "exec \"$0\" \"$@\" > /dev/full", Program.locd] + verb)
            #expect(answer.code == 73)
            #expect(answer.words.contains("cannot write to standard output: No space left on device"))
        }
    }
}
