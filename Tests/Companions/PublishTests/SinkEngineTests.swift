import CommandText
import FoundationEssentials
import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import Publish
import Testing
import Tracks

struct SinkEngineTests {
    let folder: TrackFolder

    init() throws { folder = try TrackFolder() }

    /// So many fixes in an hour: `LOCD_PUBLISH_FIXES=100000` is what the figures in Publishing.md are of.
    static let count = ProcessInfo.processInfo.environment["LOCD_PUBLISH_FIXES"].flatMap { Int($0) } ?? 2000

    /// An hour of virtual time, a hostile server, and 200 ends of the process at any moment.
    @Test(arguments: [1, 20]) func `Every record arrives in order`(batch: Int) throws {
        var generator = SeededGenerator(seed: UInt64(batch))
        let count = Self.count
        let interval = 3600 / Double(count)
        let disk = FullDisk(synchronizes: false)
        let start = try #require(Timestamp("2026-11-20T23:30:00Z"))
        let fixes = (0..<count).map { number in
            Location(
                timestamp: start.advanced(bySeconds: Double(number) * interval),
                coordinate: Coordinate(latitude: 47.5 + Double(number) * 0.1 / Double(count), longitude: 8.5))
        }
        var region = Region(identifier: "home", center: Coordinate(latitude: 47.55, longitude: 8.5), radius: 300)
        region.privacy = .cut
        let zones = PrivacyZones([region])
        var sink = PublishSink(name: "x", kind: .command)
        sink.firstRetry = 0.1
        sink.longestRetry = 5
        var reference = SinkFilter(sink, hiding: zones)
        let expected = fixes.flatMap { reference.pass(.location($0), at: $0.timestamp) }.map(\.identifier)

        var server = HostileServer()
        var now = 0.0
        var written = 0
        var kills = 0
        var unanswered = 0
        while true {
            // A new process.
            func instant() -> Instant { Instant(monotonic: .seconds(now), wall: start.advanced(bySeconds: now)) }
            let engine = try SinkEngine(
                sink, capacity: batch, track: folder.archive,
                cursor: SinkCursor(path: folder.state + "/cursor", fileSystem: disk),
                hiding: zones, at: instant(),
                generator: SeededGenerator(seed: UInt64(kills)))
            // 200 of them, in the hour.
            let end = kills < 200 ? now + Double.random(in: 0...30, using: &generator) : .infinity
            var isKilled = false
            while !isKilled {
                if written < count, Double(written) * interval <= now {
                    written = try record(fixes, from: written, every: interval, until: now + 1)
                    try engine.rescan()
                }
                switch try engine.step(isMetered: false, at: instant()) {
                case .drained:
                    if written == count {
                        #expect(kills == 200)
                        check(server, expected, unanswered: unanswered)
                        #expect(server.places.allSatisfy { zones.zone(at: $0) == nil })
                        return
                    }
                    now += 0.5
                case .wait(let until, _): now = max(now + 0.001, min(until.seconds, now + 0.5))
                case .deliver(let delivery):
                    let (seconds, failure) = server.post(delivery.records, at: now, using: &generator)
                    if now + seconds >= end {
                        // It dies before it has the answer.
                        unanswered += delivery.records.count
                        isKilled = true
                    } else if let failure {
                        unanswered += delivery.records.count
                        engine.failed(failure, at: instant())
                    } else {
                        try engine.delivered(delivery, bytes: 100 * delivery.records.count, at: instant())
                    }
                    now += seconds
                }
                if now >= end { isKilled = true }
            }
            kills += 1
        }
    }

    private func record(_ fixes: [Location], from written: Int, every interval: Double, until now: Double) throws -> Int
    {
        var text = ["2026-11-20": "", "2026-11-21": ""]
        var next = written
        while next < fixes.count, Double(next) * interval <= now {
            var line = JSONLine()
            line.append(.location(fixes[next]))
            text["\(fixes[next].timestamp.day)", default: ""] += String(decoding: line.bytes, as: UTF8.self)
            next += 1
        }
        for (day, lines) in text where !lines.isEmpty { try folder.append(lines, to: "\(day).jsonl") }
        return next
    }

    /// In order of first arrival nothing is missing; what came twice was in flight.
    private func check(_ server: HostileServer, _ expected: [UInt64], unanswered: Int) {
        var seen: Set<UInt64> = []
        let firsts = server.received.filter { seen.insert($0).inserted }
        #expect(firsts == expected)
        #expect(server.received.count - expected.count <= unanswered)
    }

    @Test func `Sends nothing while the cursor cannot be written`() throws {
        try folder.append((0..<3).map { line($0) }.joined(), to: "2026-11-20.jsonl")
        let disk = FullDisk()
        let cursor = try SinkCursor(path: folder.state + "/cursor", fileSystem: disk)
        let now = Instant(monotonic: .zero, wall: place(3).timestamp)
        let engine = try folder.engine(cursor: cursor, at: now)
        let delivery = try #require(try engine.step(isMetered: false, at: now).delivery)
        disk.isFull.withLock { $0 = true }
        #expect(throws: SinkFailure.self) { try engine.delivered(delivery, bytes: 1, at: now) }
        #expect(throws: SinkFailure.self) { try engine.step(isMetered: false, at: now) }
        disk.isFull.withLock { $0 = false }
        let next = try #require(try engine.step(isMetered: false, at: now).delivery)
        #expect(next.records.first?.event == .location(place(1)))
        #expect(try folder.cursor().text.latest?.sequence == 1)
    }

    @Test func `Goes on in a file that could not be read for a while`() throws {
        try folder.append(header + line(0), to: "2026-11-20.jsonl")
        let disk = FullDisk()
        disk.isExhausted.withLock { $0 = true }
        let now = Instant(monotonic: .zero, wall: place(3).timestamp)
        let engine = try folder.engine(track: TrackArchive(directory: folder.tracks, fileSystem: disk), at: now)
        #expect(try engine.step(isMetered: false, at: now) == .drained)
        #expect(engine.status.unreadableFiles.count == 1)
        disk.isExhausted.withLock { $0 = false }
        try engine.rescan()
        #expect(try engine.step(isMetered: false, at: now).delivery != nil)
        #expect(engine.status.unreadableFiles == [])
    }

    @Test func `A clock that was ahead at the start hides no file`() throws {
        try folder.append(header + line(0), to: "2026-11-20.jsonl")
        let ahead = Instant(monotonic: .zero, wall: place(0, day: "2099-01-01").timestamp)
        let engine = try folder.engine(PublishSink(name: "x", kind: .homeAssistant), at: ahead)
        #expect(try engine.step(isMetered: false, at: ahead) == .drained)
        let now = Instant(monotonic: .zero, wall: place(1).timestamp)
        #expect(try engine.step(isMetered: false, at: now).delivery != nil)
    }

    @Test func `Home Assistant gets nothing that was live before its broker was away`() throws {
        try folder.append(header + (0..<9).map { line($0) }.joined(), to: "2026-11-20.jsonl")
        let before = Instant(monotonic: .zero, wall: place(9).timestamp)
        let engine = try folder.engine(PublishSink(name: "x", kind: .homeAssistant), capacity: 5, at: before)
        #expect(try engine.step(isMetered: false, at: before).delivery != nil)
        engine.failed(SinkFailure(.unreachable, "what", "remedy"), at: before)
        let after = Instant(monotonic: .seconds(7200), wall: place(7209).timestamp)
        #expect(try engine.step(isMetered: false, at: after) == .drained)
        #expect(engine.latestPlace?.location == place(8))
        try folder.append(line(7209), to: "2026-11-20.jsonl")
        try engine.rescan()
        #expect(try engine.step(isMetered: false, at: after).delivery?.records.map(\.event) == [.location(place(7209))])
    }

    @Test func `A delivery is a backlog or live`() throws {
        try folder.append((0..<18).map { line($0 * 10) }.joined(), to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(172).timestamp)
        let engine = try folder.engine(PublishSink(name: "x", kind: .mqtt), capacity: 20, at: now)
        for (isBacklog, count) in [(true, 12), (false, 6)] {
            let delivery = try #require(try engine.step(isMetered: false, at: now).delivery)
            #expect(delivery.isBacklog == isBacklog && delivery.records.count == count)
            try engine.delivered(delivery, bytes: 1, at: now)
        }
        #expect(try engine.step(isMetered: false, at: now) == .drained)
    }

    @Test func `Acknowledgements of a backlog are synced together, live ones each`() throws {
        try folder.append((0..<100).map { line($0) }.joined(), to: "2026-11-20.jsonl")
        let disk = FullDisk(synchronizes: false)
        let cursor = try SinkCursor(path: folder.state + "/cursor", fileSystem: disk)
        let now = Instant(monotonic: .zero, wall: place(200).timestamp)
        let engine = try folder.engine(PublishSink(name: "x", kind: .ownTracksHTTP), cursor: cursor, at: now)
        func sendAll() throws -> Int {
            let before = disk.synchronizations.withLock(\.self)
            while case .deliver(let delivery) = try engine.step(isMetered: false, at: now) {
                try engine.delivered(delivery, bytes: 1, at: now)
            }
            return disk.synchronizations.withLock(\.self) - before
        }
        // Three times 32, the rest, and the file itself.
        #expect(try (4...6).contains(sendAll()))
        for number in 100..<103 {
            try folder.append(line(number), to: "2026-11-20.jsonl")
            try engine.rescan()
            #expect(try sendAll() == 1)
        }
    }

    @Test func `Regions that become private hide what was read ahead`() throws {
        try folder.append((0..<50).map { line($0) }.joined(), to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(50).timestamp)
        let engine = try folder.engine(capacity: 5, at: now)
        #expect(try engine.step(isMetered: false, at: now).delivery != nil)
        var region = Region(identifier: "home", center: place(0).coordinate, radius: 1000)
        region.privacy = .cut
        try engine.apply(PrivacyZones([region]), at: now)
        #expect(try engine.step(isMetered: false, at: now) == .drained)
        #expect(try folder.cursor().text.latest?.sequence == 0)
    }

    /// A broker keeps it: it is withdrawn, also if the region changed while nothing ran.
    @Test func `The last place that was sent is withdrawn once it is private, but not the middle of a blurred region`()
        throws
    {
        try folder.append(header + line(0), to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(1).timestamp)
        func zones(_ privacy: RegionPrivacy) -> PrivacyZones {
            var region = Region(identifier: "home", center: place(0).coordinate, radius: 1000)
            region.privacy = privacy
            return PrivacyZones([region])
        }
        let engine = try folder.engine(at: now)
        let delivery = try #require(try engine.step(isMetered: false, at: now).delivery)
        try engine.delivered(delivery, bytes: 1, at: now)
        #expect(!engine.isRetainedPlaceForbidden)
        try engine.apply(zones(.cut), at: now)
        #expect(engine.isRetainedPlaceForbidden)
        #expect(try folder.engine(hiding: zones(.blur), at: now).isRetainedPlaceForbidden)
        // What is sent of the place from then on is known to be the middle.
        try folder.remove("2026-11-20.jsonl")
        try folder.append(header + line(0, day: "2026-11-21"), to: "2026-11-21.jsonl")
        let later = Instant(monotonic: .zero, wall: place(1, day: "2026-11-21").timestamp)
        let blurring = try folder.engine(hiding: zones(.blur), at: later)
        let blurred = try #require(try blurring.step(isMetered: false, at: later).delivery)
        try blurring.delivered(blurred, bytes: 1, at: later)
        #expect(!blurring.isRetainedPlaceForbidden)
    }

    private func cut(_ center: Coordinate, radius: Double = 1000) -> PrivacyZones {
        var region = Region(identifier: "home", center: center, radius: radius)
        region.privacy = .cut
        return PrivacyZones([region])
    }

    @Test func `What a broker retains is the last live place, not that of a backlog behind it`() throws {
        try folder.append(header + line(0), to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(1).timestamp)
        let engine = try folder.engine(at: now)
        #expect(try engine.step(isMetered: false, at: now).delivery != nil)
        // It is not known whether the broker took it.
        engine.failed(SinkFailure(.unreachable, "what", "remedy"), at: now)
        try engine.apply(cut(place(0).coordinate), at: now)
        #expect(engine.isRetainedPlaceForbidden)
        try engine.apply(PrivacyZones(), at: now)
        let again = Instant(monotonic: .seconds(10), wall: place(11).timestamp)
        let live = try #require(try engine.step(isMetered: false, at: again).delivery)
        try engine.delivered(live, bytes: 1, at: again)
        try folder.append(line(7200), to: "2026-11-20.jsonl")
        try engine.rescan()
        let later = Instant(monotonic: .seconds(9000), wall: place(9000).timestamp)
        let backlog = try #require(try engine.step(isMetered: false, at: later).delivery)
        #expect(backlog.isBacklog)
        try engine.delivered(backlog, bytes: 1, at: later)
        #expect(try folder.engine(hiding: cut(place(0).coordinate), at: later).isRetainedPlaceForbidden)
        #expect(try !folder.engine(hiding: cut(place(7200).coordinate), at: later).isRetainedPlaceForbidden)
    }

    /// Nor is it more exact than the configuration says now.
    @Test func `A cell is private once the place that decided it is, not its middle`() throws {
        try folder.append(header + line(0), to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(1).timestamp)
        var sink = PublishSink(name: "x", kind: .mqtt)
        sink.accuracy = .radius(2000)
        let engine = try folder.engine(sink, at: now)
        let delivery = try #require(try engine.step(isMetered: false, at: now).delivery)
        try engine.delivered(delivery, bytes: 1, at: now)
        guard case .location(let cell)? = delivery.records.first?.event else { throw CancellationError() }
        let around = cut(cell.coordinate, radius: 100)
        #expect(around.zone(at: cell.coordinate) != nil && around.zone(at: place(0).coordinate) == nil)
        #expect(try !folder.engine(sink, hiding: around, at: now).isRetainedPlaceForbidden)
        #expect(try folder.engine(sink, hiding: cut(place(0).coordinate), at: now).isRetainedPlaceForbidden)
        for (accuracy, isForbidden) in [(PublishSink.Accuracy.reduced, true), (.radius(2001), true), (.full, false)] {
            sink.accuracy = accuracy
            #expect(try folder.engine(sink, at: now).isRetainedPlaceForbidden == isForbidden)
        }
    }

    /// Though one request takes one record.
    @Test func `What is held back is sent because of the place and the crossing behind it`() throws {
        var sink = PublishSink(name: "x", kind: .ownTracksHTTP)
        (sink.interval, sink.distance) = (10, 50)
        let engine = try folder.engine(sink, at: Instant(monotonic: .zero, wall: place(0).timestamp))
        func step(with text: String, at number: Int) throws -> SinkEngine.Step {
            try folder.append(text, to: "2026-11-20.jsonl")
            try engine.rescan()
            let now = Instant(monotonic: .seconds(number), wall: place(number).timestamp)
            let step = try engine.step(isMetered: false, at: now)
            if let delivery = step.delivery { try engine.delivered(delivery, bytes: 1, at: now) }
            return step
        }
        #expect(try step(with: header + line(0), at: 0).delivery != nil)
        #expect(try step(with: "", at: 0) == .drained)
        #expect(try step(with: (1..<40).map { line($0) }.joined(), at: 40) == .wait(until: .seconds(300), .distance))
        #expect(try step(with: line(46), at: 46).delivery?.records.map(\.event) == [.location(place(1))])
        #expect(try (0..<40).map { _ in try step(with: "", at: 46) }.last == .drained)
        var crossing = JSONLine()
        crossing.append(
            .region(RegionEvent(timestamp: place(48).timestamp, identifier: "b", state: .inside, cause: .crossed)))
        #expect(try step(with: line(47), at: 47) == .wait(until: .seconds(56), .interval))
        #expect(try step(with: String(decoding: crossing.bytes, as: UTF8.self) + line(49), at: 49).delivery != nil)
    }

    /// When this machine began to move in a blurred region is nobody's business, also after a restart.
    @Test func `A sink that begins in a blurred region tells its own beginning`() throws {
        try folder.append(header + line(0), to: "2026-11-20.jsonl")
        var region = Region(identifier: "home", center: place(0).coordinate, radius: 1000)
        region.privacy = .blur
        var sink = PublishSink(name: "x", kind: .traccar)
        sink.since = .now
        let start = Instant(monotonic: .zero, wall: place(60).timestamp)
        _ = try folder.engine(sink, hiding: PrivacyZones([region]), at: start)
        let later = Instant(monotonic: .zero, wall: place(120).timestamp)
        let engine = try folder.engine(sink, hiding: PrivacyZones([region]), at: later)
        try folder.append(line(150), to: "2026-11-20.jsonl")
        try engine.rescan()
        let delivery = try #require(try engine.step(isMetered: false, at: later).delivery)
        #expect(delivery.records.map(\.timestamp) == [start.wall])
    }

    /// What a server may ask for again: a location, also after a restart, and none that became private meanwhile.
    @Test func `The latest location is no crossing, and forgotten once it is private`() throws {
        var crossing = JSONLine()
        crossing.append(
            .region(RegionEvent(timestamp: place(3).timestamp, identifier: "b", state: .inside, cause: .crossed)))
        let lines = (0..<3).map { line($0) }.joined() + String(decoding: crossing.bytes, as: UTF8.self)
        try folder.append(header + lines, to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(4).timestamp)
        var sink = PublishSink(name: "x", kind: .mqtt)
        sink.commands = [.reportLocation]
        let engine = try folder.engine(sink, capacity: 20, at: now)
        #expect(engine.latestPlace == nil)
        let delivery = try #require(try engine.step(isMetered: false, at: now).delivery)
        #expect(delivery.records.count == 4 && engine.latestPlace?.location == place(2))
        try engine.delivered(delivery, bytes: 1, at: now)
        #expect(try folder.engine(sink, at: now).latestPlace?.location == place(2))
        sink.commands = []
        #expect(try folder.engine(sink, at: now).latestPlace == nil)
        var region = Region(identifier: "home", center: place(0).coordinate, radius: 1000)
        region.privacy = .cut
        try engine.apply(PrivacyZones([region]), at: now)
        #expect(engine.latestPlace == nil)
    }

    /// A device that stood when the sink started is known where it stands, as far as the sink may know it.
    @Test func `The latest place is known at the start, however old`() throws {
        try folder.append(header + (0..<900).map { line($0) }.joined(), to: "2026-11-20.jsonl")
        // Another logger's, later.
        let imported = header.replacing("gpsd://localhost:2947", with: "file:tour.gpx")
        try folder.append(imported + line(7, day: "2026-11-22", latitude: 10), to: "2026-11-22.jsonl")
        try folder.append(header, to: "2026-11-23.jsonl")
        let now = Instant(monotonic: .zero, wall: place(82_800).timestamp)
        func engine(_ change: (inout PublishSink) -> Void = { _ in }, hiding regions: [Region] = []) throws
            -> SinkEngine
        {
            var sink = PublishSink(name: "x", kind: .homeAssistant)
            change(&sink)
            return try folder.engine(sink, capacity: 5, hiding: PrivacyZones(regions), at: now)
        }
        func region(_ number: Int, _ privacy: RegionPrivacy, radius: Double = 20) -> Region {
            var region = Region(identifier: "home", center: place(number).coordinate, radius: radius)
            region.privacy = privacy
            return region
        }
        let plain = try engine()
        #expect(plain.latestPlace?.location == place(899) && plain.latestPlace?.isTimed == true)
        // Nothing of it is sent as a record.
        #expect(try plain.step(isMetered: false, at: now) == .drained)
        #expect(plain.latestPlace?.location == place(899))
        let exact = place(899)
        let reduced = try #require(try engine { $0.accuracy = .reduced }.latestPlace?.location)
        #expect(reduced.coordinate != exact.coordinate && reduced.timestamp != exact.timestamp && reduced.speed == nil)
        let cut = region(899, .cut)
        let before = try #require(try engine(hiding: [cut]).latestPlace)
        #expect(PrivacyZones([cut]).zone(at: before.location.coordinate) == nil && before.isTimed)
        let blurred = try #require(try engine(hiding: [region(899, .blur)]).latestPlace)
        #expect(blurred.location.coordinate != exact.coordinate && !blurred.isTimed)
        #expect(try engine(hiding: [region(450, .cut, radius: 5000)]).latestPlace == nil)
        #expect(try engine { $0.kind = .traccar }.latestPlace?.location == nil)
        // Lines of an earlier day that come late move nothing.
        try folder.append((0..<5).map { line($0, day: "2026-11-19", latitude: 20) }.joined(), to: "2026-11-19.jsonl")
        try folder.append(line(900), to: "2026-11-20.jsonl")
        try plain.rescan()
        #expect(try plain.step(isMetered: false, at: now) == .drained)
        #expect(plain.latestPlace?.location == place(900))
        // What becomes private while it runs.
        try plain.apply(PrivacyZones([cut]), at: now)
        #expect(plain.latestPlace?.location == before.location)
    }

    @Test func `A file of a wrong year has not the latest place at the start`() throws {
        try folder.append(header + (0..<3).map { line($0) }.joined(), to: "2026-11-20.jsonl")
        try folder.append(header + line(0, day: "2046-07-06", latitude: 10), to: "2046-07-06.jsonl")
        let sink = PublishSink(name: "x", kind: .homeAssistant)
        func latest(at now: Timestamp) throws -> Location? {
            try folder.engine(sink, at: Instant(monotonic: .zero, wall: now)).latestPlace?.location
        }
        #expect(try latest(at: place(4).timestamp) == place(2))
        // A clock that is not set yet says nothing.
        #expect(try latest(at: .earliest)?.coordinate.latitude == 10)
    }

    @Test func `A line that cannot be used is counted and named, and the rest arrives`() throws {
        let steps = { (number: String) in
            #"{"type":"steps","timestamp":"2026-11-20T00:00:03.000Z","from":"2026-11-20T00:00:01.000Z","#
                + #""to":"2026-11-20T00:00:03.000Z","numberOfSteps":\#(number),"source":"counter"}"# + "\n"
        }
        let bad = [steps("9007199254740992"), steps("1e300"), "{\"type\":\"location\",\"latitude\":1e300}\n"]
        try folder.append(header + line(1) + bad.joined() + line(4), to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(10).timestamp)
        let engine = try folder.engine(PublishSink(name: "x", kind: .command), capacity: 10, at: now)
        let delivery = try #require(try engine.step(isMetered: false, at: now).delivery)
        #expect(delivery.records.map(\.timestamp) == [place(1).timestamp, place(4).timestamp])
        #expect(engine.status.malformedLines == 3)
        #expect(engine.malformedLine?.hasPrefix("2026-11-20.jsonl, byte ") == true)
        let text = PublishStatusText(PublishStatus(sinks: [engine.status]), at: now.wall).text
        #expect(text.contains("left out because they are damaged: 3 lines"))
    }

    @Test func `A fault of this machine that is mended holds nothing up`() throws {
        let now = Instant(monotonic: .zero, wall: place(0).timestamp)
        let engine = try folder.engine(at: now)
        for _ in 0..<20 { engine.isHeldUp(by: SinkFailure(.regions, "what", "remedy"), at: now) }
        #expect(engine.status.state == .failing && engine.status.failures == 20 && engine.retryAt == nil)
        engine.goesOn()
        #expect(try engine.step(isMetered: false, at: now) == .drained)
        #expect(engine.status.state == .idle && engine.status.lastError == nil && engine.status.failures == 0)
        _ = engine.failed(SinkFailure(.server, "what", "remedy"), at: now)
        engine.isHeldUp(by: SinkFailure(.regions, "what", "remedy"), at: now)
        engine.goesOn()
        #expect(engine.status.state == .failing && engine.status.lastError != nil, "the server has not answered yet")
    }

    @Test func `Each command is carried out once a minute`() throws {
        func instant(_ number: Int) -> Instant {
            Instant(monotonic: .seconds(number), wall: place(number).timestamp)
        }
        let engine = try folder.engine(PublishSink(name: "x", kind: .mqtt), at: instant(0))
        func mayObey(_ command: PublishSink.RemoteCommand, at number: Int) -> Bool {
            engine.mayObey(command, isMetered: false, at: instant(number))
        }
        #expect(mayObey(.waypoints, at: 0) && !mayObey(.waypoints, at: 59) && mayObey(.status, at: 59))
        #expect(mayObey(.waypoints, at: 60))
    }

    @Test func `Reports what waits`() throws {
        try folder.append((0..<50).map { line($0) }.joined(), to: "2026-11-20.jsonl")
        let now = Instant(monotonic: .zero, wall: place(50).timestamp)
        let engine = try folder.engine(capacity: 5, at: now)
        let delivery = try #require(try engine.step(isMetered: false, at: now).delivery)
        try engine.delivered(delivery, bytes: 500, at: now)
        engine.failed(SinkFailure(.server, "what", "remedy"), at: now)
        let status = engine.report(at: now)
        #expect(status.waiting == 45)
        #expect(status.acknowledged == 5)
        #expect(status.bytesToday == 500)
        #expect(status.state == .failing)
        #expect(status.lastError?.what == "what")
        let text = PublishStatusText(PublishStatus(sinks: [status]), at: now.wall).text
        #expect(text.contains("45 records wait"))
        #expect(text.contains("remedy"))
        // What locd status reads of it.
        let report = try #require(PublishReport(json: try PublishStatus(sinks: [status]).json(), now: now.wall))
        #expect(report.sinks.map(\.name) == ["x"])
        #expect(report.sinks.map(\.type) == ["traccar"])
        #expect(report.sinks.map(\.state) == ["failing"])
        #expect(report.sinks.map(\.failure) == ["what"])
        #expect(report.sinks.map(\.age) == [0])
    }
}
