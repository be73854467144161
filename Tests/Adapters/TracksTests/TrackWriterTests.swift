import Glibc
import LocationModel
import LocdTestSupport
import SystemSupport
import Testing
import TrackTestSupport
import Tracks

@Suite struct TrackWriterTests {
    private let today = "2026-11-21.jsonl"
    private let bench = WriterBench()
    private let writer: TrackWriter

    init() throws { writer = try bench.writer() }

    /// A writer before this one, which has ended.
    private func earlierRun(_ events: [LocationEvent]) async throws {
        let writer = try bench.writer()
        await writer.write(events)
        try await writer.close()
    }

    // MARK: Files

    @Test func `Lines stand behind a header in the file of their day`() async throws {
        #expect(try await writer.open() == TrackTail())
        #expect(bench.disk.names.isEmpty)
        await writer.write(locations(3))
        #expect(bench.disk.names == [today, "current.jsonl"])
        #expect(bench.disk.contents(today) == WriterBench.headerLine + locations(3).map { line(.event($0)) }.joined())
        #expect(bench.disk.contents("current.jsonl") == bench.disk.contents(today))
        #expect(writer.status.lines == 3)
        #expect(writer.status.bytes == Int64(bench.disk.bytes(today)?.count ?? 0))
        #expect(writer.status.currentFile == today)
        #expect(writer.status.problem == nil)
    }

    @Test func `Batch is one write`() async throws {
        _ = try await writer.open()
        let before = bench.disk.count(.append)
        await writer.write(locations(200))
        #expect(bench.disk.count(.append) == before + 1)
    }

    @Test func `Every location goes to the file of its own day`() async {
        await writer.write(locations(10, from: "2026-11-21T23:59:55Z"))
        #expect(events(bench.disk.contents(today)) == Array(locations(10, from: "2026-11-21T23:59:55Z")[..<5]))
        #expect(
            events(bench.disk.contents("2026-11-22.jsonl")) == Array(locations(10, from: "2026-11-21T23:59:55Z")[5...]))
        #expect(bench.disk.contents("current.jsonl") == bench.disk.contents("2026-11-22.jsonl"))
        #expect(bench.disk.contents("2026-11-22.jsonl")?.hasPrefix(WriterBench.headerLine) == true)
    }

    @Test func `Rotation syncs the file that is left`() async {
        await writer.write(locations(1, from: "2026-11-21T23:59:59Z"))
        await writer.write(locations(1, from: "2026-11-22T00:00:00Z"))
        bench.disk.cutPower()
        #expect(events(bench.disk.contents(today)).count == 1)
    }

    @Test func `A time zone that is found late is no step back in time`() async {
        await writer.write(locations(3, from: "2026-11-21T08:00:00Z"))
        let change = TimeZoneChange(timestamp: moment("2026-11-21T08:00:00Z"), timeZone: "Europe/Zurich")
        await writer.write([.timeZone(change)] + locations(1, from: "2026-11-21T08:00:03Z"))
        let written = events(bench.disk.contents(today))
        #expect(written.count == 5)
        #expect(
            written[3]
                == .timeZone(TimeZoneChange(timestamp: moment("2026-11-21T08:00:02Z"), timeZone: "Europe/Zurich")))
    }

    @Test func `Steps that are known late are no step back in time`() async {
        await writer.write(locations(3, from: "2026-11-21T08:00:00Z"))
        let steps = StepCount(
            from: moment("2026-11-21T07:00:00Z"), to: moment("2026-11-21T07:10:00Z"), numberOfSteps: 1100,
            source: .reported)
        await writer.write([.steps(steps)] + locations(1, from: "2026-11-21T08:00:03Z"))
        let written = events(bench.disk.contents(today))
        #expect(written.count == 5)
        var moved = steps
        moved.timestamp = moment("2026-11-21T08:00:02Z")
        #expect(written[3] == .steps(moved))
        #expect(timestampsKeepTheirPromise(bench.disk))
    }

    /// The machine is parked: the next run has no location yet.
    @Test func `Steps from before the last line of an earlier run are no step back in time`() async throws {
        try await earlierRun(locations(3, from: "2026-11-21T08:00:00Z"))
        _ = try await writer.open()
        let steps = StepCount(
            from: moment("2026-11-20T23:00:00Z"), to: moment("2026-11-20T23:10:00Z"), numberOfSteps: 1100,
            source: .reported)
        await writer.write([.steps(steps)])
        var moved = steps
        moved.timestamp = moment("2026-11-21T08:00:02Z")
        #expect(events(bench.disk.contents(today)) == locations(3, from: "2026-11-21T08:00:00Z") + [.steps(moved)])
        #expect(bench.disk.names == [today, "current.jsonl"])
    }

    @Test func `Time that goes back across midnight appends to the earlier day`() async {
        let reset = LocationEvent.timeReset(
            TimeReset(timestamp: moment("2026-11-21T23:59:58Z"), previous: moment("2026-11-22T00:00:01Z")))
        await writer.write(locations(4, from: "2026-11-21T23:59:58Z"))
        await writer.write([reset] + locations(5, from: "2026-11-21T23:59:58Z"))
        let first = events(bench.disk.contents(today))
        #expect(first.count == 5)
        #expect(first[2] == reset)
        // The later day has a step back of its own: the promise holds within each file.
        let second = events(bench.disk.contents("2026-11-22.jsonl"))
        #expect(
            second[2]
                == .timeReset(
                    TimeReset(timestamp: moment("2026-11-22T00:00:00Z"), previous: moment("2026-11-22T00:00:01Z"))))
        #expect(second.count == 6)
        #expect(bench.disk.contents("current.jsonl") == bench.disk.contents("2026-11-22.jsonl"))
        #expect(timestampsKeepTheirPromise(bench.disk))
    }

    @Test func `Size begins another part of the day`() async throws {
        let bench = WriterBench(rotation: .size(bytes: 1000))
        let writer = try bench.writer()
        for event in locations(20) { await writer.write([event]) }
        await writer.write(locations(20, from: "2026-11-21T07:00:00Z"))
        let parts = bench.disk.names.compactMap { TrackFileName($0) }.sorted()
        #expect(parts.count > 3)
        #expect(parts.map(\.part) == Array(0..<parts.count))
        #expect(parts.allSatisfy { (bench.disk.bytes("\($0)")?.count ?? 0) <= 1000 })
        #expect(
            parts.flatMap { events(bench.disk.contents("\($0)")) } == locations(20)
                + locations(20, from: "2026-11-21T07:00:00Z"))
        #expect(parts.last.map { bench.disk.contents("\($0)") } == bench.disk.contents("current.jsonl"))
    }

    @Test func `Never rotated goes on in the first file also in the next run`() async throws {
        let bench = WriterBench(rotation: .never)
        let first = try bench.writer()
        await first.write(locations(2, from: "2026-11-21T23:59:59Z"))
        try await first.close()
        let second = try bench.writer()
        await second.write(locations(2, from: "2026-11-25T00:00:00Z"))
        #expect(bench.disk.names == [today, "current.jsonl"])
        #expect(events(bench.disk.contents(today)).count == 4)
    }

    @Test func `Next run goes on in the file behind a header of its own`() async throws {
        try await earlierRun(locations(2))
        let tail = try await writer.open()
        #expect(tail.file == today)
        #expect(tail.lastTimestamp == moment("2026-11-21T06:00:01Z"))
        await writer.write(locations(2, from: "2026-11-21T07:00:00Z"))
        let all = records(bench.disk.contents(today))
        #expect(all.count == 6)
        #expect(all[0] == .header(WriterBench.header))
        #expect(all[3] == .header(WriterBench.header))
    }

    @Test func `Next run at an earlier time says so`() async throws {
        try await earlierRun(locations(3))
        await writer.write(locations(2))
        #expect(
            events(bench.disk.contents(today))[3]
                == .timeReset(
                    TimeReset(timestamp: moment("2026-11-21T06:00:00Z"), previous: moment("2026-11-21T06:00:02Z"))))
        #expect(timestampsKeepTheirPromise(bench.disk))
    }

    @Test func `Part that is compressed or somebody else's is left alone`() async {
        bench.disk.put("2026-11-21.jsonl.gz", [1, 2, 3])
        bench.disk.put("2026-11-21.1.jsonl", "root's", isForeign: true)
        bench.disk.put("2026-11-21.2.jsonl", [], kind: .directory)
        bench.disk.put("2026-11-21.3.jsonl", [], kind: .other)
        bench.disk.put("2026-11-21.4.jsonl", [UInt8](repeating: 7, count: 5 << 20))
        #expect(await writer.write(locations(2)))
        #expect(writer.status.currentFile == "2026-11-21.5.jsonl")
        #expect(events(bench.disk.contents("2026-11-21.5.jsonl")) == locations(2))
        #expect(bench.disk.contents("2026-11-21.1.jsonl") == "root's")
        #expect(bench.disk.bytes("2026-11-21.4.jsonl")?.count == 5 << 20)
    }

    @Test(arguments: [TrackRotation.daily, .size(bytes: 1000), .never])
    func `Imported file is left alone`(rotation: TrackRotation) async throws {
        let bench = WriterBench(rotation: rotation)
        let imported = line(.header(.imported(from: "ride.gpx", version: nil))) + line(.event(locations(1)[0]))
        bench.disk.put(today, imported)
        let first = try bench.writer()
        #expect(try await first.open().lastTimestamp == nil)
        #expect(await first.write(locations(2)))
        try await first.close()
        #expect(events(bench.disk.contents("2026-11-21.1.jsonl")) == locations(2))
        // Another import, and the link is lost.
        bench.disk.put("2026-11-21.2.jsonl", imported)
        bench.disk.delete("current.jsonl")
        let second = try bench.writer()
        #expect(try await second.open().lastTimestamp == moment("2026-11-21T06:00:01Z"))
        #expect(await second.write(locations(1, from: "2026-11-21T07:00:00Z")))
        #expect(events(bench.disk.contents("2026-11-21.1.jsonl")).count == 3)
        for name in [today, "2026-11-21.2.jsonl"] { #expect(bench.disk.contents(name) == imported) }
    }

    @Test func `Current that is no link is left alone`() async {
        bench.disk.put("current.jsonl", "somebody's notes")
        #expect(await writer.write(locations(2)))
        #expect(bench.disk.contents("current.jsonl") == "somebody's notes")
        #expect(events(bench.disk.contents(today)) == locations(2))
    }

    @Test func `Disk without links is written all the same`() async {
        bench.disk.fail(.makeLink, with: EPERM)
        #expect(await writer.write(locations(2)))
        #expect(bench.disk.names == [today])
    }

    @Test func `Second writer is refused until the first is gone`() async throws {
        let first = try bench.writer()
        _ = try await first.open()
        let second = try bench.writer()
        let refusal = await #expect(throws: TrackError.self) { try await second.open() }
        #expect(refusal?.code == .locked)
        #expect(refusal?.holder == getpid())
        #expect(refusal?.path == "/tracks")
        try await first.close()
        #expect(try await second.open() == TrackTail())
    }

    @Test func `Work is done on one thread that is not ours`() async throws {
        _ = try await writer.open()
        let threads = bench.disk.threads
        await writer.write(locations(2))
        try await writer.sync()
        #expect(bench.disk.threads == threads)
        let other = try bench.writer()
        _ = try? await other.open()
        #expect(bench.disk.threads.count == threads.count + 1)
    }

    // MARK: Syncing

    @Test func `Interval syncs late and once`() async {
        await writer.write(locations(1))
        let before = bench.disk.count(.synchronize)
        #expect(writer.status.unsyncedLines == 1)
        bench.clock.advance(by: .milliseconds(2300))
        await writer.write(locations(1, from: "2026-11-21T07:00:00Z"))
        #expect(bench.disk.count(.synchronize) == before)
        bench.clock.advance(by: .milliseconds(2700))
        await writer.write(locations(1, from: "2026-11-21T08:00:00Z"))
        #expect(bench.disk.count(.synchronize) == before + 1)
        #expect(writer.status.unsyncedLines == 0)
        #expect(writer.status.lastSync == .seconds(5))
    }

    @Test func `Always syncs every batch`() async throws {
        let bench = WriterBench(sync: .always)
        let writer = try bench.writer()
        for event in locations(3) {
            await writer.write([event])
            #expect(writer.status.unsyncedLines == 0)
        }
        bench.disk.cutPower()
        #expect(events(bench.disk.contents(today)) == locations(3))
        #expect(events(bench.disk.contents("current.jsonl")) == locations(3))
    }

    @Test func `Never does not wait for the disk`() async throws {
        let bench = WriterBench(sync: .never)
        let writer = try bench.writer()
        await writer.write(locations(3) + locations(3, from: "2026-11-22T00:00:00Z"))
        bench.clock.advance(by: .seconds(100))
        await writer.write(locations(3, from: "2026-11-22T01:00:00Z"))
        try await writer.close()
        #expect(bench.disk.count(.synchronize) == 0)
        #expect(bench.disk.count(.synchronizeDirectory) == 0)
    }

    @Test func `Many bytes are synced before their time`() async {
        await writer.write(locations(1))
        let before = bench.disk.count(.synchronize)
        await writer.write(locations(15_000, from: "2026-11-21T06:00:01Z"))
        #expect(bench.disk.count(.synchronize) > before)
    }

    @Test func `Close syncs`() async throws {
        writer.append(locations(3))
        try await writer.close()
        bench.disk.cutPower()
        #expect(events(bench.disk.contents(today)) == locations(3))
        writer.append(locations(2))
        #expect(writer.status.lostLines == 2)
        await #expect(throws: TrackError(.closed, path: "/tracks")) { _ = try await writer.open() }
    }

    @Test func `Run writes what comes and syncs when it is due`() async throws {
        _ = try await writer.open()
        let (synced, didSync) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await writer.run() }
            writer.append(locations(3))
            // It sleeps towards the sync only when something was written.
            await bench.clock.sleepers(atLeast: 1)
            #expect(events(bench.disk.contents("2026-11-21.jsonl")) == locations(3))
            #expect(writer.status.unsyncedLines == 3)
            bench.disk.onSynchronize { didSync.yield() }
            bench.clock.advance(by: .seconds(5))
            for await _ in synced { break }
            try await writer.flush()
            #expect(writer.status.unsyncedLines == 0)
            writer.append(locations(2, from: "2026-11-21T07:00:00Z"))
            group.cancelAll()
        }
        #expect(events(bench.disk.contents(today)).count == 5)
    }

    // MARK: What the track says of its end

    @Test func `Tail knows the last location and an open pause`() async throws {
        let place = Coordinate(latitude: 47.5, longitude: 8.5)
        let pause = Pause(timestamp: moment("2026-11-22T05:00:00Z"), coordinate: place, cause: .stationary)
        try await earlierRun([.location(fullLocation()), .pause(pause)])
        let tail = try await writer.open()
        #expect(tail.file == "2026-11-22.jsonl")
        #expect(tail.lastLocation == fullLocation())
        #expect(tail.lastTimestamp == pause.timestamp)
        #expect(tail.openPause == pause)
    }

    @Test func `Tail takes a resumption for the end of the pause`() async throws {
        try await earlierRun([
            .pause(Pause(timestamp: moment("2026-11-21T05:00:00Z"), coordinate: nil, cause: .stationary)),
            .resume(Resume(timestamp: moment("2026-11-22T05:00:00Z"), coordinate: nil, cause: .speed)),
        ])
        #expect(try await writer.open().openPause == nil)
    }

    @Test func `Tail is that of the file written last and not of the latest day`() async throws {
        try await earlierRun(
            locations(1) + locations(1, from: "2038-01-19T03:14:07Z") + locations(1, from: "2026-11-21T06:00:01Z"))
        #expect(try await writer.open().lastTimestamp == moment("2026-11-21T06:00:01Z"))
    }

    /// As on a file system without links.
    @Test(arguments: [true, false])
    func `Tail without the link is that of the file written last on either side of a wrong year`(isRightAgain: Bool)
        async throws
    {
        bench.disk.fail(.makeLink, with: EPERM)
        let wrong = locations(1, from: "2046-07-08T06:00:00Z")
        let right = locations(2) + locations(1, from: "2026-11-22T06:00:00Z")
        try await earlierRun(isRightAgain ? wrong + right : right + wrong)
        let imported = line(.header(TrackHeader(version: "0.1.0", receiver: "file:tour.gpx")))
        bench.disk.put("2020-01-01.jsonl", imported + line(.event(location("2020-01-01T06:00:00Z"))))
        let last = moment(isRightAgain ? "2026-11-22T06:00:00Z" : "2046-07-08T06:00:00Z")
        #expect(try await writer.open().lastTimestamp == last)
    }

    @Test func `Tail has the events of a wrong year before those of the days below it`() async throws {
        func crossing(_ time: String, _ state: RegionState) -> LocationEvent {
            .region(RegionEvent(timestamp: moment(time), identifier: "home", state: state, cause: .crossed))
        }
        let wrong = crossing("2046-07-06T06:00:00Z", .inside)
        let right = crossing("2026-11-21T06:00:00Z", .outside)
        let today = crossing("2026-11-22T06:00:00Z", .inside)
        try await earlierRun([wrong, right, today])
        #expect(try await writer.open().delivered == [wrong, right, today])
    }

    @Test func `Tail is found behind a file of somebody else`() async throws {
        bench.disk.put(today, locations(3).map { line(.event($0)) }.joined())
        bench.disk.put("2026-11-22.jsonl", "root's", isForeign: true)
        #expect(try await writer.open().lastTimestamp == moment("2026-11-21T06:00:02Z"))
        await writer.write(locations(1, from: "2026-11-22T06:00:00Z"))
        #expect(writer.status.currentFile == "2026-11-22.1.jsonl")
    }

    @Test func `Tail is found behind many other records`() async throws {
        let gap = Gap(from: moment("2026-11-21T06:00:00Z"), to: moment("2026-11-21T07:00:00Z"), cause: .noFix)
        let text = ([location("2026-11-21T06:00:00Z")] + Array(repeating: .gap(gap), count: 2000)).map {
            line(.event($0))
        }
        bench.disk.put(today, text.joined())
        let tail = try await bench.writer().open()
        #expect(tail.lastTimestamp == gap.to)
        #expect(tail.lastLocation?.timestamp == moment("2026-11-21T06:00:00Z"))
    }

    // MARK: Repair

    @Test(arguments: [
        "{\"type\":\"location\",\"timest", "\0\0\0\0\0\0", "{\"type\":\"location\"", "garbage\n", "\0\0\0\0\nmore", "{",
        "}\n}\n",
    ])
    func `Torn end is cut and kept aside`(torn: String) async throws {
        let whole = WriterBench.headerLine + line(.event(location("2026-11-21T05:00:00Z")))
        bench.disk.put(today, whole + torn)
        let tail = try await writer.open()
        #expect(tail.repairs.map(\.bytesCut) == [torn.utf8.count])
        let words = "\(today): \(torn.utf8.count) bytes of an incomplete line moved to \(today).torn"
        #expect(tail.repairs.map(\.description) == [words])
        #expect(writer.status.cutBytes == torn.utf8.count)
        #expect(tail.lastTimestamp == moment("2026-11-21T05:00:00Z"))
        #expect(bench.disk.contents(today) == whole)
        #expect(bench.disk.contents("2026-11-21.jsonl.torn") == (torn.hasSuffix("\n") ? torn : torn + "\n"))
        await writer.write(locations(2))
        #expect(events(bench.disk.contents(today)).count == 3)
    }

    @Test func `Line that lacks only its newline is kept`() async throws {
        bench.disk.put(today, String(line(.event(location("2026-11-21T05:00:00Z"))).dropLast()))
        #expect(try await writer.open().repairs.isEmpty)
        await writer.write(locations(2))
        #expect(events(bench.disk.contents(today)).count == 3)
    }

    @Test func `File of nothing but torn bytes is emptied and begun anew`() async throws {
        bench.disk.put(today, [UInt8](repeating: 0, count: 100_000))
        #expect(try await writer.open().repairs.map(\.bytesCut) == [100_000])
        await writer.write(locations(2))
        #expect(bench.disk.contents(today)?.hasPrefix(WriterBench.headerLine) == true)
    }

    @Test func `File of other lines is left alone and the next part begins`() async throws {
        let notes = "some notes\nabout a day\n"
        bench.disk.put(today, notes)
        #expect(try await writer.open().repairs.isEmpty)
        await writer.write(locations(2))
        #expect(bench.disk.contents(today) == notes)
        #expect(bench.disk.contents("2026-11-21.1.jsonl")?.hasPrefix(WriterBench.headerLine) == true)
    }

    /// More than are searched for a line.
    @Test func `Zeros of a power cut are cut however many they are`() async throws {
        let whole = WriterBench.headerLine + line(.event(location("2026-11-21T05:00:00Z")))
        let torn = "{\"type\":\"location\",\"timest"
        let zeros = 5_000_000
        bench.disk.put(today, Array((whole + torn).utf8) + [UInt8](repeating: 0, count: zeros))
        let tail = try await writer.open()
        #expect(tail.repairs.map(\.bytesCut) == [torn.utf8.count + zeros])
        #expect(tail.lastTimestamp == moment("2026-11-21T05:00:00Z"))
        #expect(bench.disk.contents(today) == whole)
        #expect(bench.disk.contents("2026-11-21.jsonl.torn")?.hasPrefix(torn) == true)
        await writer.write(locations(2))
        #expect(events(bench.disk.contents(today)).count == 3)
    }

    @Test func `Line of a newer version is not taken for torn`() async throws {
        let newer = "{\"type\":\"tunnel\",\"arrival\":5}\n"
        bench.disk.put(today, newer)
        #expect(try await writer.open().repairs.isEmpty)
        await writer.write(locations(1))
        #expect(bench.disk.contents(today)?.hasPrefix(newer) == true)
    }

    @Test func `Repair that cannot keep what it cuts cuts nothing`() async throws {
        bench.disk.put(today, "{\"type")
        bench.disk.setCapacity(0)
        await #expect(throws: TrackError.self) { _ = try await writer.open() }
        #expect(bench.disk.contents(today) == "{\"type")
        bench.disk.setCapacity(.max)
        #expect(try await writer.open().repairs.map(\.bytesCut) == [6])
    }

    private func timestampsKeepTheirPromise(_ disk: SimulatedDisk) -> Bool {
        for name in disk.names where TrackFileName(name) != nil {
            var last = Timestamp.earliest
            for record in records(disk.contents(name)) {
                guard let timestamp = record.timestamp else { continue }
                if case .event(.timeReset) = record {} else if timestamp < last { return false }
                last = timestamp
            }
        }
        return true
    }
}
