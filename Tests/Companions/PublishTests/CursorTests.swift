import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Publish
@testable import Tracks

struct CursorTests {
    static let file = TrackFileName(day: CivilDate("2026-11-20") ?? Timestamp.earliest.day)

    static func position(_ number: Int, file: TrackFileName = file) -> SinkPosition {
        var position = SinkPosition(
            file: file, offset: Int64(number * 100 + 100), length: 100,
            fingerprint: 0x0123_4567_89AB_CDEF &+ UInt64(number))
        position.sequence = number
        return position
    }

    @Test func `Every member survives`() throws {
        var position = Self.position(7)
        position.packedSize = 99
        position.day = CivilDate("2026-11-22")
        position.bytes = 1234
        position.memory.thinned = 3
        position.memory.privacy.hiddenSince = Timestamp("2026-11-20T01:00:00.500Z")
        position.memory.privacy.lastBlur = Timestamp("2026-11-20T01:00:01Z")
        position.memory.privacy.lastDelivered = Timestamp("2026-11-20T01:00:02Z")
        position.memory.privacy.zone = Coordinate(latitude: -47.25, longitude: 8.5)
        position.memory.reduced.place = Coordinate(latitude: 47.125, longitude: -8.75)
        position.memory.reduced.isAtRest = true
        position.memory.reduced.slot = 1_994_616
        position.memory.lastKept = Timestamp("2026-11-20T01:00:03Z")
        position.memory.place = Coordinate(latitude: 47.1234567, longitude: 8.7654321)
        position.retained = .init(place: Coordinate(latitude: 47.25, longitude: -8.5), accuracy: 300)
        var text = CursorText()
        text.take(position)
        #expect(CursorText(text.lines).latest == position)
    }

    @Test func `The last line is in force`() {
        var text = CursorText()
        let other = TrackFileName(day: CivilDate("2026-11-21")!)
        for number in 0..<3 { text.take(Self.position(number)) }
        text.take(Self.position(3, file: other))
        text.take(Self.position(4))
        let read = CursorText(text.lines)
        #expect(read.latest == Self.position(4))
        #expect(read.positions == text.positions)
    }

    @Test(arguments: [
        "", "{", "{\"file\":\"x\"}", "\0\0\0",
        "{\"file\":\"2026-11-20.jsonl\",\"offset\":5,\"length\":6,\"fingerprint\":\"0000000000000000\"}",
    ])
    func `A line that is none is skipped`(torn: String) {
        var text = CursorText()
        text.take(Self.position(1))
        let read = CursorText(text.lines + Array(torn.utf8))
        #expect(read.latest == Self.position(1))
    }

    @Test func `Keeps sixteen positions of the two latest files and one of others`() throws {
        var text = CursorText()
        let files = (1...3).map { TrackFileName(day: CivilDate(year: 2026, month: 11, day: $0)!) }
        for file in files { for number in 0..<40 { text.take(Self.position(number, file: file)) } }
        #expect(files.map { text.positions[$0]?.count } == [1, 16, 16])
    }

    @Test func `The file stays small and whole whatever is added`() throws {
        let directory = TemporaryDirectory()
        let cursor = try SinkCursor(path: directory.path + "/cursor")
        for number in 0..<5000 { try cursor.add(Self.position(number)) }
        let bytes = try BoundedFile.contents(of: directory.path + "/cursor", limit: 1 << 20)
        #expect(bytes.count < 600_000)
        #expect(try SinkCursor(path: directory.path + "/cursor").text.latest == Self.position(4999))
    }

    @Test func `A cursor that ends in the middle of a line goes on`() throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/cursor"
        let cursor = try SinkCursor(path: path)
        for number in 0..<3 { try cursor.add(Self.position(number)) }
        let bytes = try BoundedFile.contents(of: path, limit: 1 << 20)
        let torn = try FileReplacement(of: path)
        try torn.append(Array(bytes.dropLast(20)))
        try torn.commit(synchronizing: [])
        let again = try SinkCursor(path: path)
        #expect(again.text.latest == Self.position(1))
        try again.add(Self.position(9))
        #expect(try SinkCursor(path: path).text.latest == Self.position(9))
        #expect(try BoundedFile.contents(of: path, limit: 1 << 20) == again.text.lines)
    }
}
