import LocationModel
import SystemSupport
import Testing
import TrackTestSupport
import Tracks

@Suite("The archive")
struct TrackArchiveTests {
    private let disk = SimulatedDisk()

    private func names(from: String? = nil, to: String? = nil) throws -> [String] {
        try TrackArchive(directory: "/tracks", fileSystem: disk)
            .files(in: TrackInterval(from: from.map(moment), to: to.map(moment))).map(\.description)
    }

    @Test func `Files of a stretch are chosen by their names`() throws {
        for day in 10...20 { disk.put("2026-11-\(day).jsonl", "") }
        disk.put("2026-11-15.1.jsonl", "")
        disk.put("2026-11-15.2.jsonl.gz", [])
        disk.put("current.jsonl", "")
        disk.put("2026-11-15.jsonl.torn", "")
        // The day before may go on into it, where a track was not rotated.
        #expect(
            try names(from: "2026-11-15T08:00:00Z", to: "2026-11-16T00:00:00Z") == [
                "2026-11-14.jsonl", "2026-11-15.jsonl", "2026-11-15.1.jsonl", "2026-11-15.2.jsonl.gz",
            ])
        #expect(try names(to: "2026-11-10T00:00:00.001Z") == ["2026-11-10.jsonl"])
        #expect(try names(to: "2026-11-10T00:00:00Z") == [])
        #expect(try names(from: "2027-01-01T00:00:00Z") == ["2026-11-20.jsonl"])
        #expect(try names().count == 13)
    }

    @Test func `Files are read in the order of their records, not in that of the shell`() {
        let sorted = ["a/2026-11-20.jsonl", "a/2026-11-21.jsonl.gz", "a/2026-11-21.1.jsonl", "a/2026-11-21.10.jsonl"]
        let byTheShell = [sorted[0], sorted[2], sorted[3], sorted[1]]
        #expect(TrackFileName.ordered(byTheShell) == sorted)
        // Other names, and those of another directory, stay where they are.
        let others = ["ride.jsonl", "2026-11-22.jsonl", "-", "2026-11-20.jsonl", "b/2026-11-19.jsonl"]
        #expect(TrackFileName.ordered(others + byTheShell) == others + sorted)
        #expect(TrackFileName.ordered([]) == [])
    }

    @Test func `Plain file counts where it stands beside its compressed one`() throws {
        disk.put("2026-11-15.jsonl", "")
        disk.put("2026-11-15.jsonl.gz", [])
        #expect(try names() == ["2026-11-15.jsonl"])
    }

    @Test func `Plain file is chosen that goes on into the stretch whatever stands between`() throws {
        let unrotated = locations(3, from: "2026-03-10T06:00:00Z") + locations(300, from: "2026-11-15T08:00:00Z")
        disk.put("2026-03-10.jsonl", unrotated.map { line(.event($0)) }.joined())
        disk.put("2026-06-01.jsonl", locations(3, from: "2026-06-01T06:00:00Z").map { line(.event($0)) }.joined())
        disk.put("2026-06-02.jsonl", locations(3, from: "2026-06-02T06:00:00Z").map { line(.event($0)) }.joined())
        #expect(try names(from: "2026-11-15T08:04:59Z") == ["2026-03-10.jsonl", "2026-06-02.jsonl"])
        #expect(try names(from: "2026-11-15T08:05:00Z") == ["2026-06-02.jsonl"])
        #expect(
            try names(from: "2026-06-02T01:00:00Z") == ["2026-03-10.jsonl", "2026-06-01.jsonl", "2026-06-02.jsonl"])
        // What a crash left at its end, and a clock that was corrected there, hide nothing.
        let reset = TimeReset(timestamp: moment("2026-11-15T07:00:00Z"), previous: moment("2026-11-15T08:04:59Z"))
        let end = [.timeReset(reset)] + locations(1, from: "2026-11-15T07:00:00Z")
        disk.put(
            "2026-03-10.jsonl",
            unrotated.map { line(.event($0)) }.joined() + end.map { line(.event($0)) }.joined()
                + "{\"type\":\"loc")
        #expect(try names(from: "2026-11-15T08:04:59Z") == ["2026-03-10.jsonl", "2026-06-02.jsonl"])
    }

    @Test func `Earlier file that cannot be read is not in the way`() throws {
        disk.put("2026-03-10.jsonl", line(.event(location("2026-11-15T08:00:00Z"))), isForeign: true)
        disk.put("2026-03-11.jsonl", [], kind: .directory)
        disk.put("2026-06-01.jsonl", "")
        #expect(try names(from: "2026-11-15T08:00:00Z") == ["2026-06-01.jsonl"])
    }
}
