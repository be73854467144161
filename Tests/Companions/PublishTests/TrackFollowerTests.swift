import FoundationEssentials
import LocationModel
import LocdTestSupport
import Testing
import Tracks

@testable import Publish

/// What happens to files while a sink is behind: nothing is lost, and nothing comes twice.
struct TrackFollowerTests {
    let folder: TrackFolder

    init() throws {
        folder = try TrackFolder()
        try folder.append(header + (0..<10).map { line($0) }.joined(), to: "2026-11-20.jsonl")
    }

    @Test func `Reads files in the order of time`() throws {
        try folder.append(line(5, day: "2026-11-21"), to: "2026-11-21.jsonl")
        try folder.append(line(20), to: "2026-11-20.1.jsonl")
        #expect(try folder.follower().seconds() == Array(0..<10) + [20, 5])
    }

    @Test func `Goes on behind the acknowledged line`() throws {
        let cursor = try folder.cursor()
        try folder.follower().acknowledge(4, in: cursor)
        #expect(try folder.follower(folder.cursor()).seconds() == Array(4..<10))
    }

    @Test func `Follows a file that grows`() throws {
        let follower = try folder.follower()
        #expect(follower.seconds().count == 10)
        try folder.append(line(10), to: "2026-11-20.jsonl")
        #expect(follower.changed(try #require(TrackFileName("2026-11-20.jsonl"))))
        #expect(follower.seconds() == [10])
    }

    @Test func `Leaves a line without its end until it is whole`() throws {
        let follower = try folder.follower()
        _ = follower.seconds()
        let whole = line(10)
        try folder.append(String(whole.prefix(40)), to: "2026-11-20.jsonl")
        #expect(follower.changed(try #require(TrackFileName("2026-11-20.jsonl"))))
        #expect(follower.seconds() == [])
        try folder.append(String(whole.dropFirst(40)), to: "2026-11-20.jsonl")
        #expect(follower.changed(try #require(TrackFileName("2026-11-20.jsonl"))))
        #expect(follower.seconds() == [10])
    }

    @Test(arguments: [0, 1, 4, 10]) func `Goes on in a file that was compressed`(acknowledged: Int) throws {
        let cursor = try folder.cursor()
        try folder.follower().acknowledge(acknowledged, in: cursor)
        try folder.compress(keeping: 0)
        let follower = try folder.follower(folder.cursor())
        #expect(follower.seconds() == Array(acknowledged..<10))
    }

    @Test func `Reads a compressed file once`() throws {
        try folder.compress(keeping: 0)
        let cursor = try folder.cursor()
        let follower = try folder.follower()
        while let line = follower.next() { try cursor.add(line.position) }
        #expect(try !folder.follower(folder.cursor()).mayHaveMore)
    }

    @Test func `Passes imported files by unless they are wanted, and sends what was recorded behind them`() throws {
        let imported = header.replacing("gpsd://localhost:2947", with: "file:old.gpx")
        try folder.append(imported + line(3, day: "2026-11-19"), to: "2026-11-19.jsonl")
        #expect(try folder.follower().seconds() == Array(0..<10))
        #expect(try folder.follower(readsImported: true).seconds() == [3] + Array(0..<10))
        try folder.append(header + line(4, day: "2026-11-19"), to: "2026-11-19.jsonl")
        #expect(try folder.follower().seconds() == [4] + Array(0..<10))
    }

    @Test func `Reads an earlier day that is added to`() throws {
        let cursor = try folder.cursor()
        try folder.append(line(5, day: "2026-11-21"), to: "2026-11-21.jsonl")
        try folder.follower().acknowledge(11, in: cursor)
        try folder.append(line(11), to: "2026-11-20.jsonl")
        #expect(try folder.follower(folder.cursor()).seconds() == [11])
    }

    /// The first two lines are gone; a power cut took lines 7 and 8, and the recorder went on; it is another file.
    @Test(
        arguments: [
            (6, "", Array(2..<10), Array(6..<10), 0), (9, header, Array(0..<7) + [30, 31], [30, 31], 0),
            (6, "", [40, 41, 42], [40, 41, 42], 1),
        ] as [(Int, String, [Int], [Int], Int)])
    func `Goes on in a file that was replaced`(
        acknowledged: Int, begin: String, lines: [Int], sent: [Int], restarted: Int
    ) throws {
        let cursor = try folder.cursor()
        try folder.follower().acknowledge(acknowledged, in: cursor)
        try folder.replace("2026-11-20.jsonl", with: begin + lines.map { line($0) }.joined())
        let follower = try folder.follower(folder.cursor())
        #expect(follower.seconds() == sent)
        #expect(follower.restarted == restarted)
    }

    /// Where a disk belongs that is not mounted there is an empty directory, or what was recorded there meanwhile.
    @Test(arguments: [nil, "2026-11-21"]) func `Keeps its place while the disk is not mounted`(meanwhile day: String?)
        throws
    {
        let cursor = try folder.cursor()
        let follower = try folder.follower()
        try follower.acknowledge(6, in: cursor)
        let text = try folder.text(of: "2026-11-20.jsonl")
        try folder.remove("2026-11-20.jsonl")
        if let day { try folder.append(line(7, day: day), to: "\(day).jsonl") }
        cursor.forget(try follower.rescan())
        #expect(follower.seconds() == (day == nil ? [] : [7]))
        try folder.replace("2026-11-20.jsonl", with: text)
        try follower.rescan()
        #expect(follower.seconds() == Array(6..<10))
        #expect(cursor.text.positions.count == 1)
    }

    @Test func `Forgets old files that are gone once they are very many`() throws {
        let name = try #require(TrackFileName("2026-11-20.jsonl"))
        let gone = (1...(CursorText.maximumGone + 2)).map { TrackFileName(day: name.day, part: $0) }
        let positions = ([name] + gone).map { ($0, [SinkPosition(file: $0, offset: 0)]) }
        let follower = TrackFollower(folder.archive, positions: Dictionary(uniqueKeysWithValues: positions))
        #expect(try follower.rescan().sorted() == Array(gone.prefix(2)))
        #expect(try follower.rescan() == [])
    }

    @Test func `Counts files that were removed unsent`() throws {
        try folder.append(line(5, day: "2026-11-21"), to: "2026-11-21.jsonl")
        let follower = try folder.follower()
        _ = follower.next()
        try folder.remove("2026-11-20.jsonl")
        try follower.rescan()
        #expect(follower.vanished == 1)
        #expect(follower.seconds() == [5])
    }

    @Test func `Skips lines that cannot be used`() throws {
        try folder.append("{\"type\":\n\0\0\0\n\n{\"type\":\"ferry\"}\n" + line(10), to: "2026-11-20.jsonl")
        #expect(try folder.follower().seconds() == Array(0...10))
    }

    @Test func `Goes on behind a file that cannot be read`() throws {
        let path = URL(filePath: "\(folder.tracks)/2026-11-19.jsonl.gz")
        try Data([0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).write(to: path)
        let follower = try folder.follower()
        #expect(follower.seconds() == Array(0..<10))
        #expect(follower.problems.count == 1)
    }

    @Test func `Tells what waits`() throws {
        let cursor = try folder.cursor()
        try folder.follower().acknowledge(4, in: cursor)
        let depth = try folder.follower(folder.cursor()).depth()
        #expect(depth.lines == 6)
        #expect(depth.bytes == Int64((4..<10).map { line($0).utf8.count }.reduce(0, +)))
    }

    @Test func `Starts at the end if only what comes is wanted`() throws {
        try folder.append(line(1, day: "2026-11-19"), to: "2026-11-19.jsonl")
        try folder.compress(keeping: 1)
        let cursor = try folder.cursor()
        for position in try folder.follower().skipAll() { try cursor.add(position) }
        try folder.append(line(10), to: "2026-11-20.jsonl")
        #expect(try folder.follower(folder.cursor()).seconds() == [10])
    }
}

extension TrackFolder {
    /// Compresses days as locd does.
    func compress(keeping days: Int) throws {
        try TrackCompression.compress(directory: tracks, keeping: days, progress: { _, _ in }) { name, error in
            #expect(error == nil, "\(name)")
        }
    }
}
