import Testing

extension SystemTests {
    /// What a verb does where its words or its data are not taken.
    @Suite("The console")
    struct ConsoleOutput {
        @Test(
            "an output that takes no more is named, with 73",
            arguments: [["config", "default"], ["track", "distance", "47,8", "48,8"]])
        func fullOutput(verb: [String]) async throws {
            let answer = try await Program.run(
                "sh", ["-c", "exec \"$0\" \"$@\" > /dev/full", Program.locd] + verb)
            #expect(answer.code == 73)
            #expect(answer.words.contains("standard output takes no more: No space left on device"))
        }
    }
}
