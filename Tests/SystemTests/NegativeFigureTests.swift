import Testing

extension SystemTests {
    /// Half of the Earth has coordinates below zero.
    @Suite("Places south and west")
    struct NegativeFigures {
        @Test(
            "the daemon is asked about a circle below zero",
            arguments: [
                ["region", "add", "here", "--latitude", "-36", "--longitude", "-174", "--radius", "40"],
                ["region", "add", "here", "--latitude", "36°50'S", "--longitude", "-174.5", "--radius", "40"],
            ])
        func isTakenBeforeTheDaemonIsAsked(verb: [String]) async throws {
            let answer = try await Program.run(Program.locd, verb + ["--socket", "/nonexistent"])
            #expect(answer.code == 69, "\(answer.words)")
        }

        @Test("an area may lie below zero", arguments: ["-37,174,-36,175", "-36.8,-174.7,500"])
        func area(area: String) async throws {
            let answer = try await Program.run(
                Program.locd, ["track", "stats", "--area", area, "--no-privacy", "/nonexistent.jsonl"])
            #expect(answer.code == 66, "\(answer.words)")
        }
    }
}
