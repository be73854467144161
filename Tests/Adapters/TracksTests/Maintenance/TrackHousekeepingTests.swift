import Glibc
import LocationModel
import LocdTestSupport
import SystemSupport
import Testing
import TrackTestSupport

@testable import Tracks

@Suite("Old track files")
struct TrackHousekeepingTests {
    private func name(_ text: String) throws -> TrackFileName { try #require(TrackFileName(text)) }

    /// Works until nothing is left to do.
    private func work(_ keeper: inout TrackHousekeeper, _ current: String, at now: Duration) throws {
        let current = try name(current)
        while keeper.work(current: current, at: now) {}
    }

    private func keeper(
        _ disk: SimulatedDisk, compressAfter: Int? = 2, retain: Int? = 5,
        report: @escaping @Sendable (TrackError) -> Void = { _ in }
    ) -> TrackHousekeeper {
        let configuration = TrackConfiguration(
            directory: "/tracks", compressAfter: compressAfter, retain: retain, header: WriterBench.header)
        return TrackHousekeeper(configuration, disk, report: report)
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

    @Test func `Files are compressed and removed by their age in days of the track`() throws {
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

    @Test func `Never means never`() throws {
        let disk = disk(days: 10...20)
        var keeper = keeper(disk, compressAfter: nil, retain: nil)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(10))
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(9000))
        #expect(try names(disk).count == 11)
    }

    @Test(arguments: ["2046-07-08.jsonl", "2046-07-08.1.jsonl", "2027-11-20.jsonl", "2007-04-05.jsonl"])
    func `A wrong year removes nothing`(first: String) throws {
        let disk = disk(days: 10...20)
        let day = try name(first).day
        disk.put("\(day).jsonl", line(.event(location("\(day)T06:00:00Z"))))
        disk.put(first, line(.event(location("\(day)T08:00:00Z"))))
        var keeper = keeper(disk, compressAfter: nil)
        let before = try names(disk)
        try work(&keeper, first, at: .seconds(0))
        try work(&keeper, first, at: .seconds(7200))
        #expect(try names(disk) == before)
        // However long it goes on, and when the year is right again.
        var current = first
        for step in 1...20 {
            let later = day.midnight.advanced(bySeconds: Double(step) * 86_400).day
            current = "\(later).jsonl"
            disk.put(current, line(.event(location("\(later)T06:00:00Z"))))
            try work(&keeper, current, at: .seconds(10_000 * step))
            try work(&keeper, current, at: .seconds(10_000 * step + 700))
        }
        #expect(try Set(names(disk)).isSuperset(of: before.filter { $0.hasPrefix("2026") }))
        disk.put("2026-11-21.jsonl", line(.event(location("2026-11-21T06:00:00Z"))))
        try work(&keeper, "2026-11-21.jsonl", at: .seconds(300_000))
        let all = try names(disk)
        try work(&keeper, "2026-11-21.jsonl", at: .seconds(300_700))
        #expect(try all.filter { !$0.hasPrefix("2026") } == names(disk).filter { !$0.hasPrefix("2026") })
        #expect(try names(disk).filter { $0.hasPrefix("2026") }.first == "2026-11-16.jsonl")
    }

    /// It may be a receiver's mistake, or a transmitter's.
    @Test func `A date that leaps ahead removes nothing before it has lasted for a week`() throws {
        let disk = disk(days: 10...20)
        let before = try names(disk)
        var keeper = keeper(disk, compressAfter: nil, retain: 30)
        for day in 19...25 {
            let name = "2027-06-\(day).jsonl"
            disk.put(name, line(.event(location("2027-06-\(day)T06:00:00Z"))))
            try work(&keeper, name, at: .seconds(10_000 * day))
            try work(&keeper, name, at: .seconds(10_000 * day + 700))
            let left = try names(disk).filter { $0.hasPrefix("2026") }
            #expect(left == (day < 25 ? before : []), "\(day)")
        }
    }

    @Test func `A file that goes on into a leap of the date is kept`() throws {
        let disk = SimulatedDisk()
        let days = ["2026-11-20", "2026-11-29", "2027-06-19"]
        disk.put("2026-11-20.jsonl", days.prefix(2).map { line(.event(location("\($0)T06:00:00Z"))) }.joined())
        disk.put("2027-06-19.jsonl", line(.event(location("2027-06-19T06:00:00Z"))))
        var keeper = keeper(disk, compressAfter: nil)
        try work(&keeper, "2027-06-19.jsonl", at: .zero)
        try work(&keeper, "2027-06-19.jsonl", at: .seconds(600))
        #expect(try names(disk) == ["2026-11-20.jsonl", "2027-06-19.jsonl"])
    }

    /// A boat that is used every other week.
    @Test func `Holes of every other week end as time, one after the other`() throws {
        let disk = SimulatedDisk()
        let end = try name("2026-11-20.jsonl").day.midnight
        let days = (0..<20).map { end.advanced(bySeconds: Double(-14 * $0) * 86_400).day }
        for day in days { disk.put("\(day).jsonl", line(.event(location("\(day)T06:00:00Z")))) }
        var keeper = keeper(disk, compressAfter: nil, retain: 30)
        try work(&keeper, "2026-11-20.jsonl", at: .zero)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        #expect(try names(disk) == days.prefix(9).map { "\($0).jsonl" }.sorted())
    }

    @Test func `Beyond a year without a track nothing is removed and on this side by age`() throws {
        let disk = disk(days: 10...20)
        for day in ["2024-10-30", "2024-10-31", "2026-10-31"] {
            disk.put("\(day).jsonl", line(.event(location("\(day)T06:00:00Z"))))
        }
        var keeper = keeper(disk, compressAfter: nil)
        try work(&keeper, "2026-11-20.jsonl", at: .zero)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        #expect(
            try names(disk) == [
                "2024-10-30.jsonl", "2024-10-31.jsonl", "2026-11-15.jsonl", "2026-11-16.jsonl", "2026-11-17.jsonl",
                "2026-11-18.jsonl", "2026-11-19.jsonl", "2026-11-20.jsonl",
            ])
    }

    @Test func `Imported files are not removed compressed or not`() throws {
        let disk = disk(days: 19...20)
        let imported = line(.header(TrackHeader(version: "0.1.0", receiver: "file:tour.gpx")))
        let recorded = line(.header(TrackHeader(version: "0.1.0", receiver: "file:/srv/demo.nmea")))
        for (day, header) in [("10", imported), ("11", recorded), ("12", WriterBench.headerLine)] {
            disk.put("2026-11-\(day).jsonl", header + line(.event(location("2026-11-\(day)T06:00:00Z"))))
        }
        var compressing = keeper(disk, retain: nil)
        disk.put("2026-11-09.jsonl", imported + line(.event(location("2026-11-09T06:00:00Z"))))
        disk.put("2026-11-10.1.jsonl", WriterBench.headerLine + line(.event(location("2026-11-10T07:00:00Z"))))
        try work(&compressing, "2026-11-20.jsonl", at: .zero)
        try work(&compressing, "2026-11-20.jsonl", at: .seconds(600))
        #expect(disk.bytes("2026-11-09.jsonl.gz") != nil)
        disk.put("2026-11-08.jsonl", imported + line(.event(location("2026-11-08T06:00:00Z"))))
        var keeper = keeper(disk, compressAfter: nil)
        try work(&keeper, "2026-11-20.jsonl", at: .zero)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        #expect(
            try names(disk) == [
                "2026-11-08.jsonl", "2026-11-09.jsonl.gz", "2026-11-10.jsonl.gz", "2026-11-19.jsonl",
                "2026-11-20.jsonl",
            ])
    }

    @Test(arguments: [true, false])
    func `File that goes on until lately is as old as its end`(isCompressed: Bool) throws {
        let disk = disk(days: 14...20)
        let unrotated = locations(3, from: "2026-08-10T06:00:00Z") + locations(3, from: "2026-11-18T06:00:00Z")
        disk.put("2026-08-10.jsonl", unrotated.map { line(.event($0)) }.joined())
        disk.put("2026-08-09.jsonl", line(.event(location("2026-08-09T06:00:00Z"))))
        var keeper = keeper(disk, compressAfter: isCompressed ? 1 : nil, retain: isCompressed ? nil : 5)
        try work(&keeper, "2026-11-20.jsonl", at: .zero)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        if isCompressed {
            keeper = self.keeper(disk, compressAfter: nil)
            try work(&keeper, "2026-11-20.jsonl", at: .zero)
            try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        }
        #expect(try names(disk).filter { $0.hasPrefix("2026-08") } == ["2026-08-10.jsonl\(isCompressed ? ".gz" : "")"])
    }

    @Test func `One unusable file keeps no other from being compressed or removed`() throws {
        let disk = disk(days: 10...20)
        disk.put("2026-11-10.jsonl", "x", isForeign: true)
        disk.put("2026-11-11.jsonl.gz", [0x1F, 0x8B, 8, 0, 0, 0])
        disk.put("2026-11-11.jsonl", [], kind: .directory)
        disk.put("2026-11-16.jsonl", "x", isForeign: true)
        let delivered = Locked<[TrackError]>([])
        var keeper = keeper(disk) { error in delivered.withLock { $0.append(error) } }
        try work(&keeper, "2026-11-20.jsonl", at: .zero)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        #expect(
            try names(disk) == [
                "2026-11-10.jsonl", "2026-11-11.jsonl", "2026-11-11.jsonl.gz", "2026-11-15.jsonl.gz",
                "2026-11-16.jsonl", "2026-11-17.jsonl.gz", "2026-11-18.jsonl.gz", "2026-11-19.jsonl",
                "2026-11-20.jsonl",
            ])
        // Each is told once, and the oldest stands in the status as long as it is so.
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(5000))
        #expect(
            delivered.withLock { $0 }.map { "\($0.path.dropFirst(8)) \($0.code)" } == [
                "2026-11-10.jsonl permissionDenied", "2026-11-11.jsonl.gz damaged", "2026-11-11.jsonl inputOutput",
                "2026-11-16.jsonl permissionDenied",
            ])
        #expect(keeper.problem?.path == "/tracks/2026-11-10.jsonl")
        for name in ["2026-11-10.jsonl", "2026-11-11.jsonl", "2026-11-11.jsonl.gz"] { disk.delete(name) }
        disk.put("2026-11-16.jsonl", line(.event(location("2026-11-16T06:00:00Z"))))
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(10_000))
        #expect(disk.bytes("2026-11-16.jsonl.gz") != nil)
        #expect(keeper.problem == nil)
    }

    @Test func `File that is written meanwhile stays as it is`() throws {
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

    @Test func `At every moment one of the two is whole after a power cut`() throws {
        let whole = try #require(disk(days: 10...10).bytes("2026-11-10.jsonl"))
        for steps in 0..<6 {
            for luck in [0, 1] {
                let disk = disk(days: 10...10)
                var keeper = keeper(disk, retain: nil)
                let current = try name("2026-11-20.jsonl")
                _ = keeper.work(current: current, at: .zero)
                for _ in 0..<steps { _ = keeper.work(current: current, at: .seconds(600)) }
                disk.cutPower(luck: luck)
                let archive = TrackArchive(directory: "/tracks", fileSystem: disk)
                let files = try archive.files()
                try #require(files.count == 1, "after \(steps) steps")
                #expect(try plain(archive.path(of: files[0]), disk) == whole)
                // And the next run finishes.
                var next = self.keeper(disk, retain: nil)
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

    @Test func `A full disk leaves the plain file and is tried again`() throws {
        let disk = disk(days: 10...10)
        var keeper = keeper(disk, retain: nil)
        try work(&keeper, "2026-11-20.jsonl", at: .zero)
        disk.fail(.append, with: ENOSPC)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(600))
        #expect(keeper.problem?.code == .diskFull)
        #expect(try names(disk) == ["2026-11-10.jsonl"])
        disk.fail(.append, with: nil)
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(700))
        #expect(try names(disk) == ["2026-11-10.jsonl"])
        try work(&keeper, "2026-11-20.jsonl", at: .seconds(4300))
        #expect(try names(disk) == ["2026-11-10.jsonl.gz"])
        #expect(keeper.problem == nil)
    }

    @Test func `Compressing a directory goes on behind files that it cannot read`() throws {
        let disk = disk(days: 10...15)
        disk.put("2026-11-11.jsonl", "x", isForeign: true)
        disk.put("2026-11-13.jsonl", [], kind: .directory)
        var compressed: [String] = []
        var failures: [String] = []
        try TrackCompression.compress(
            directory: "/tracks", keeping: 1, fileSystem: disk, progress: { _, _ in },
            report: { name, failure in
                if let failure { failures.append(failure.path) } else { compressed.append("\(name)") }
            })
        #expect(compressed == ["2026-11-10.jsonl", "2026-11-12.jsonl", "2026-11-14.jsonl"])
        #expect(failures == ["/tracks/2026-11-11.jsonl", "/tracks/2026-11-13.jsonl"])
        #expect(
            try names(disk).filter { $0.hasPrefix("2026") } == [
                "2026-11-10.jsonl.gz", "2026-11-11.jsonl", "2026-11-12.jsonl.gz", "2026-11-13.jsonl",
                "2026-11-14.jsonl.gz", "2026-11-15.jsonl",
            ])
    }

    @Test func `Writer keeps house while it runs`() async throws {
        let disk = disk(days: 10...12)
        let bench = WriterBench(disk: disk)
        disk.put("2026-11-09.jsonl", "x", isForeign: true)
        let writer = try bench.writer()
        _ = try await writer.open()
        let (removed, didRemove) = AsyncStream.makeStream(of: Void.self)
        // The disk keeps it.
        disk.onSynchronizeDirectory { [unowned disk] in
            if disk.bytes("2026-11-12.jsonl") == nil { didRemove.yield() }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await writer.run() }
            writer.append(locations(1))
            await bench.clock.sleepers(atLeast: 1)
            bench.clock.advance(by: .seconds(700))
            writer.append(locations(1, from: "2026-11-21T06:01:00Z"))
            for await _ in removed { break }
            group.cancelAll()
        }
        #expect(writer.status.neglect?.path == "/tracks/2026-11-09.jsonl")
        #expect(writer.status.problem == nil)
        let left = try names(disk).filter { $0.hasSuffix(".gz") }
        #expect(left == ["2026-11-10.jsonl.gz", "2026-11-11.jsonl.gz", "2026-11-12.jsonl.gz"])
    }
}
