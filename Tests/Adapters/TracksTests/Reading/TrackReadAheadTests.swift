import LocationModel
import Testing
import TrackTestSupport

@testable import Tracks

@Suite("Reading a track ahead", .timeLimit(.minutes(15)))
struct TrackReadAheadTests {
    private let disk = SimulatedDisk()

    /// A file of one run, or of another one, with a line that is none.
    private func write(_ name: String, run: String, from start: String, count: Int) {
        var text = #"{"type":"header","schema":1,"version":"1","receiver":"gpsd://x","run":"\#(run)"}"# + "\n"
        for second in 0..<count {
            let time = moment(start).advanced(bySeconds: Double(second))
            text += #"{"type":"location","timestamp":"\#(time)","latitude":47.5,"longitude":8.5}"# + "\n"
        }
        disk.put(name, Array((text + "nonsense\n").utf8))
    }

    private func expectTheSame(_ files: [String], in interval: TrackInterval = .all) throws {
        let paths = files.map { "/tracks/" + $0 }
        var plain = TrackRecords(files: paths, in: interval, fileSystem: disk)
        var expected: [(TrackRecord, TrackPiece)] = []
        while let record = try plain.next() { expected.append((record, plain.piece)) }
        let ahead = try TrackReadAhead(files: paths, in: interval, countsBytes: true, fileSystem: disk)
        var read: [(TrackRecord, TrackPiece)] = []
        var end: TrackReadAhead.End?
        while let batch = ahead.next() {
            #expect(end == nil && batch.progress.read <= batch.progress.expected)
            read += batch.records.map { ($0, batch.piece) }
            end = batch.end
        }
        #expect(read.map(\.0) == expected.map(\.0) && read.map(\.1) == expected.map(\.1))
        #expect(end?.faultCount == plain.faultCount && end?.faults == plain.faults && end?.errors == [])
    }

    @Test func `Records pieces and faults are those of reading`() throws {
        write("2026-11-20.jsonl", run: "one", from: "2026-11-20T00:00:00Z", count: 9000)
        write("2026-11-21.jsonl", run: "one", from: "2026-11-21T00:00:00Z", count: 3)
        write("2026-11-22.jsonl", run: "two", from: "2026-11-22T00:00:00Z", count: 2048)
        let files = ["2026-11-20.jsonl", "2026-11-21.jsonl", "2026-11-22.jsonl"]
        try expectTheSame(files)
        try expectTheSame(
            files, in: TrackInterval(from: moment("2026-11-20T01:00:00Z"), to: moment("2026-11-22T00:10:00Z")))
        try expectTheSame(["2026-11-21.jsonl"])
        try expectTheSame([])
    }

    @Test func `What cannot be read is the end, and what came before is there`() throws {
        write("2026-11-20.jsonl", run: "one", from: "2026-11-20T00:00:00Z", count: 10)
        let ahead = try TrackReadAhead(
            files: ["/tracks/2026-11-20.jsonl", "/tracks/2026-11-21.jsonl"], in: .all, fileSystem: disk)
        var count = 0
        var end: TrackReadAhead.End?
        while let batch = ahead.next() {
            count += batch.records.count
            end = batch.end ?? end
        }
        #expect(count == 11)
        #expect(end?.errors.first?.code == .missing)
    }

    /// Whoever throws away the rest leaves no thread that waits for it: the test would not end under the thread
    /// sanitizer.
    @Test func `Who has seen enough may go`() throws {
        write("2026-11-20.jsonl", run: "one", from: "2026-11-20T00:00:00Z", count: 40_000)
        for _ in 0..<20 {
            let ahead = try TrackReadAhead(files: ["/tracks/2026-11-20.jsonl"], in: .all, fileSystem: disk)
            #expect(ahead.next()?.records.isEmpty == false)
        }
    }
}
