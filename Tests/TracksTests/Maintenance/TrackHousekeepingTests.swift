import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Tracks

@Suite("Old track files")
struct TrackHousekeepingTests {
    private func name(_ text: String) throws -> TrackFileName { try #require(TrackFileName(text)) }

    /// Works until nothing is left to do.
    private func work(_ keeper: inout TrackHousekeeper, _ current: String, at now: Duration) throws {
        let current = try name(current)
        while try keeper.work(current: current, at: now) {}
    }

    private func keeper(_ disk: SimulatedDisk, compressAfter: Int? = 2, retain: Int? = 5) -> TrackHousekeeper {
        let configuration = TrackConfiguration(
            directory: "/tracks", compressAfter: compressAfter, retain: retain, header: WriterBench.header)
        return TrackHousekeeper(configuration, disk)
    }

    private func disk(days: ClosedRange<Int>) -> SimulatedDisk {
        let disk = SimulatedDisk()
        for day in days {
            let text = day < 10 ? "0\(day)" : "\(day)"
            disk.put(
                "2026-11-\(text).jsonl",
                locations(100, from: "2026-11-\(text)T06:00:00Z").map { line(.event($0)) }.joined())
        }
        return disk
    }

    private func names(_ disk: SimulatedDisk) throws -> [String] { try disk.names(in: "/tracks").sorted() }

    @Test func filesAreCompressedAndRemovedByTheirAgeInDaysOfTheTrack() throws {
        let disk = disk(days: 10...20)
        var keeper = keeper(disk)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(0))
        #expect(try names(disk).count == 11)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        #expect(
            try names(disk) == [
                "2026-11-15.jsonl.gz", "2026-11-16.jsonl.gz", "2026-11-17.jsonl.gz", "2026-11-18.jsonl.gz",
                "2026-11-19.jsonl", "2026-11-20.jsonl",
            ])
        var records = TrackRecords(files: ["/tracks/2026-11-15.jsonl.gz"], fileSystem: disk)
        var count = 0
        while try records.next() != nil { count += 1 }
        #expect(count == 100)
    }

    @Test func neverMeansNever() throws {
        let disk = disk(days: 10...20)
        var keeper = keeper(disk, compressAfter: nil, retain: nil)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(10))
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(9000))
        #expect(try names(disk).count == 11)
    }

    @Test func aWrongYearRemovesNothing() throws {
        let disk = disk(days: 10...20)
        disk.put("2046-07-08.jsonl", line(.event(location("2046-07-08T06:00:00Z"))))
        var keeper = keeper(disk, compressAfter: nil)
        try work(&keeper, "2046-07-08.jsonl", at: .seconds(0))
        try work(&keeper, "2046-07-08.jsonl", at: .seconds(7200))
        #expect(try names(disk).count == 12)
        // Nor does a day that stands for a moment only.
        disk.put("2046-07-07.jsonl", "")
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(7300))
        try work(&keeper, "2046-07-08.jsonl", at: .seconds(7400))
        #expect(try names(disk).count == 13)
    }

    @Test func fileThatIsWrittenMeanwhileStaysAsItIs() throws {
        let disk = disk(days: 10...10)
        var job = try PackingJob(try name("2026-11-10.jsonl"), in: "/tracks", disk)
        _ = try job.step()
        let descriptor = try disk.openForAppending("/tracks/2026-11-10.jsonl")
        let more = Array(line(.event(location("2026-11-10T09:00:00Z"))).utf8)
        _ = try more.withUnsafeBufferPointer { try disk.append($0, to: descriptor) }
        // It may be seen at its end or not at all, but never be lost.
        let plain = disk.bytes("2026-11-10.jsonl")
        #expect(throws: SystemCallError.self) {
            var bytes = try job.step()
            disk.put("2026-11-10.jsonl", (plain ?? []) + more)
            while !bytes { bytes = try job.step() }
        }
        job.close()
        #expect(try names(disk) == ["2026-11-10.jsonl"])
    }

    @Test func atEveryMomentOneOfTheTwoIsWholeAfterAPowerCut() throws {
        let whole = try #require(disk(days: 10...10).bytes("2026-11-10.jsonl"))
        for steps in 0..<4 {
            for luck in [0, 1] {
                let disk = disk(days: 10...10)
                var keeper = keeper(disk)
                let current = try name("2026-11-20.jsonl")
                _ = try keeper.work(current: current, at: .zero)
                for _ in 0..<steps { _ = try keeper.work(current: current, at: .seconds(600)) }
                disk.cutPower(luck: luck)
                let archive = TrackArchive(directory: "/tracks", fileSystem: disk)
                let files = try archive.files()
                try #require(files.count == 1, "after \(steps) steps")
                #expect(try plain(archive.path(of: files[0]), disk) == whole)
                // And the next run finishes.
                var next = self.keeper(disk)
                try work(&next, "2026-11-20.jsonl", at: .zero)
                try work(&next, "2026-11-20.jsonl", at: .seconds(600))
                #expect(try names(disk) == ["2026-11-10.jsonl.gz"])
            }
        }
    }

    private func plain(_ path: String, _ disk: SimulatedDisk) throws -> [UInt8] {
        var source = try TrackPart.Source(path: path, fileSystem: disk).beginning()
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try part.withUnsafeMutableBufferPointer { try source.read(into: $0) }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    @Test func aFullDiskLeavesThePlainFileAndIsTriedAgain() throws {
        let disk = disk(days: 10...10)
        var keeper = keeper(disk)
        let current = try name("2026-11-20.jsonl")
        _ = try keeper.work(current: current, at: .zero)
        disk.fail(.append, with: ENOSPC)
        #expect(throws: TrackError.self) {
            while try keeper.work(current: current, at: .seconds(600)) {}
        }
        #expect(try names(disk) == ["2026-11-10.jsonl"])
        disk.fail(.append, with: nil)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(700))
        #expect(try names(disk) == ["2026-11-10.jsonl"])
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(4300))
        #expect(try names(disk) == ["2026-11-10.jsonl.gz"])
    }

    @Test func writerKeepsHouseWhileItRuns() async throws {
        let disk = disk(days: 10...12)
        let bench = WriterBench(disk: disk)
        let writer = try bench.writer()
        _ = try await writer.open()
        let (removed, didRemove) = AsyncStream.makeStream(of: Void.self)
        // The disk keeps it.
        disk.onSynchronizeDirectory { [unowned disk] in
            if disk.bytes("2026-11-12.jsonl") == nil { didRemove.yield() }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await writer.run(sleep: bench.clock.clock.sleep) }
            writer.append(locations(1))
            await bench.clock.sleepers(atLeast: 1)
            bench.clock.advance(by: .seconds(700))
            writer.append(locations(1, from: "2026-11-21T06:01:00Z"))
            for await _ in removed { break }
            group.cancelAll()
        }
        let left = try names(disk).filter { $0.hasSuffix(".gz") }
        #expect(left == ["2026-11-10.jsonl.gz", "2026-11-11.jsonl.gz", "2026-11-12.jsonl.gz"])
    }
}
