import SystemSupport
import Testing
import Tracks

@Suite struct TrackConfigurationTests {
    @Test(arguments: ["2026-11-21.jsonl", "2026-11-21.1.jsonl", "2026-11-21.12.jsonl.gz", "0001-01-01.jsonl.zst"])
    func `File name is read and written`(text: String) {
        #expect(TrackFileName(text)?.description == text)
    }

    @Test(arguments: [
        "", "current.jsonl", "2026-11-21", "2026-11-21.jsonl.torn", "2026-11-21.0.jsonl", "2026-11-21.01.jsonl",
        "2026-02-30.jsonl", "2026-11-21.-1.jsonl", "2026-11-21.1.2.jsonl", "2026-11-21.1000000.jsonl", ".jsonl", "x.gz",
        "2026-11-21.99999999999999999999.jsonl", "2026-11-21.jsonl.1", "../2026-11-21.jsonl",
    ])
    func `File name of something else is refused`(text: String) {
        #expect(TrackFileName(text) == nil)
    }

    @Test func `File names are in the order of time`() {
        let names = ["2026-11-21.jsonl", "2026-11-21.2.jsonl", "2026-11-21.10.jsonl", "2026-11-22.jsonl"]
        #expect(names.reversed().compactMap { TrackFileName($0) }.sorted().map(\.description) == names)
    }

    @Test func `Every error says what to do`() {
        for code in TrackError.Code.allCases {
            let error = TrackError(code, path: "/tracks", holder: 7, underlying: SystemCallError("write", 28))
            #expect(error.explanation.contains("/tracks"))
            #expect(error.remedy.hasSuffix("."))
        }
        #expect(TrackError(.locked, path: "/tracks", holder: 7).description.contains("(7)"))
        #expect(TrackError(SystemCallError("write", 28), path: "/x").description.contains("No space left on device"))
    }
}
