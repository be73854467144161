import Testing

extension SystemTests {
    /// Half of the Earth has coordinates below zero.
    @Suite("Places south and west")
    struct NegativeFigures {
        @Test(
            "a place below zero is a value of every option and argument that takes one",
            arguments: [
                ["track", "distance", "-36.8,174.7", "-36.8,-174.7"],
                ["track", "distance", "-36.8485° 174.76", "geo:-36,174"],
                ["track", "distance", "36°50'55\"S 174°45'36\"E", "-1,-1"],
                ["track", "nearest", "-1,-1", "-2,-2", "-3,-1"],
                ["track", "polygon", "-1,-1", "-1,1", "1,1", "--contains", "-0.5,0.5"],
            ])
        func isTaken(verb: [String]) async throws {
            let answer = try await Program.run(Program.locd, verb)
            #expect(answer.code == 0, "\(answer.words)")
        }

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
