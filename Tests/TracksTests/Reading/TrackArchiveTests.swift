import LocationModel
import Testing
import Tracks

@Suite("The archive")
struct TrackArchiveTests {
    private let disk = SimulatedDisk()

    private func names(from: String? = nil, to: String? = nil) throws -> [String] {
        try TrackArchive(directory: "/tracks", fileSystem: disk)
            .files(in: TrackInterval(from: from.map(moment), to: to.map(moment))).map(\.description)
    }

    @Test func filesOfAStretchAreChosenByTheirNames() throws {
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

    @Test func plainFileCountsWhereItStandsBesideItsCompressedOne() throws {
        disk.put("2026-11-15.jsonl", "")
        disk.put("2026-11-15.jsonl.gz", [])
        #expect(try names() == ["2026-11-15.jsonl"])
    }
}
