import LocationModel
import Testing
import Tracks

@Suite struct TrackConfigurationTests {
    @Test(arguments: [
        ("daily", TrackRotation.daily), ("never", .never), ("64MB", .size(bytes: 64_000_000)),
        ("1 GiB", .size(bytes: 1 << 30)), ("512kib", .size(bytes: 512 << 10)), ("65536", .size(bytes: 65_536)),
    ])
    func rotation_isReadAsTheConfigurationSpellsIt(text: String, rotation: TrackRotation) {
        #expect(TrackRotation(text) == rotation)
        #expect(TrackRotation(rotation.description) == rotation)
    }

    @Test(arguments: [
        "", "weekly", "64", "65535", "-64MB", "MB", "6.4MB", "64PB", "9223372036854775807GB", "64MB ", "٦٤MB",
    ])
    func rotation_thatIsNone_isRefused(text: String) {
        #expect(TrackRotation(text) == nil)
    }

    @Test(arguments: [
        ("5", TrackSync.interval(.seconds(5))), ("0.5", .interval(.milliseconds(500))), ("always", .always),
        ("never", .never),
    ])
    func sync_isReadAsTheConfigurationSpellsIt(text: String, sync: TrackSync) {
        #expect(TrackSync(text) == sync)
        #expect(TrackSync(sync.description) == sync)
    }

    @Test(arguments: ["", "0", "-1", "nan", "inf", "5s", "86401", "sometimes"])
    func sync_thatIsNone_isRefused(text: String) {
        #expect(TrackSync(text) == nil)
    }

    @Test(arguments: ["2026-11-21.jsonl", "2026-11-21.1.jsonl", "2026-11-21.12.jsonl.gz", "0001-01-01.jsonl.zst"])
    func fileName_isReadAndWritten(text: String) {
        #expect(TrackFileName(text)?.description == text)
    }

    @Test(arguments: [
        "", "current.jsonl", "2026-11-21", "2026-11-21.jsonl.torn", "2026-11-21.0.jsonl", "2026-11-21.01.jsonl",
        "2026-02-30.jsonl", "2026-11-21.-1.jsonl", "2026-11-21.1.2.jsonl", "2026-11-21.1000000.jsonl", ".jsonl", "x.gz",
        "2026-11-21.99999999999999999999.jsonl", "2026-11-21.jsonl.1", "../2026-11-21.jsonl",
    ])
    func fileName_ofSomethingElse_isRefused(text: String) {
        #expect(TrackFileName(text) == nil)
    }

    @Test func fileNames_areInTheOrderOfTime() {
        let names = ["2026-11-21.jsonl", "2026-11-21.2.jsonl", "2026-11-21.10.jsonl", "2026-11-22.jsonl"]
        #expect(names.reversed().compactMap { TrackFileName($0) }.sorted().map(\.description) == names)
    }

    @Test func everyError_saysWhatToDo() {
        for code in TrackError.Code.allCases {
            let error = TrackError(code, path: "/tracks", holder: 7, underlying: SystemCallError("write", 28))
            #expect(error.explanation.contains("/tracks"))
            #expect(error.remedy.hasSuffix("."))
        }
        #expect(TrackError(.locked, path: "/tracks", holder: 7).description.contains("(7)"))
        #expect(TrackError(SystemCallError("write", 28), path: "/x").description.contains("No space left on device"))
    }
}
