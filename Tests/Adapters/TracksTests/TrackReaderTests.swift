import LocationModel
import LocdTestSupport
import SystemSupport
import Testing
import TrackTestSupport
import Tracks

@Suite struct TrackReaderTests {
    private let disk = SimulatedDisk()

    private func read(_ bytes: [UInt8], offset: Int64 = 0) throws -> [TrackReader.Reading] {
        disk.put("a.jsonl", bytes)
        var reader = try TrackReader(path: "/tracks/a.jsonl", offset: offset, fileSystem: disk)
        var readings: [TrackReader.Reading] = []
        while let reading = try reader.next() { readings.append(reading) }
        return readings
    }

    @Test func `Lines have numbers and offsets`() throws {
        let text = everyRecord.map(line)
        let readings = try read(Array(text.joined().utf8))
        #expect(readings.map(\.content) == everyRecord.map { .record($0) })
        #expect(readings.map(\.number) == Array(1...everyRecord.count))
        var offset: Int64 = 0
        for (reading, line) in zip(readings, text) {
            #expect(reading.offset == offset)
            offset += Int64(line.utf8.count)
        }
        let rest = try read(Array(text.joined().utf8), offset: readings[3].offset)
        #expect(rest.map(\.content) == everyRecord[3...].map { .record($0) })
        #expect(rest.map(\.offset) == readings[3...].map(\.offset))
    }

    @Test func `Lines across many buffers are all there`() throws {
        let count = 5000
        let text = locations(count).map { line(.event($0)) }.joined()
        #expect(text.utf8.count > 256 << 10)
        let readings = try read(Array(text.utf8))
        #expect(readings.count == count)
        for (reading, event) in zip(readings, locations(count)) where reading.content != .record(.event(event)) {
            Issue.record("line \(reading.number) differs")
        }
    }

    @Test func `Last line without its end is torn or whole`() throws {
        let whole = line(.event(location("2026-11-21T06:00:00Z")))
        let torn = try read(Array((whole + whole.dropLast(5)).utf8))
        #expect(torn.map(\.content).last == .malformed(.init(.torn)))
        let unterminated = try read(Array((whole + whole.dropLast()).utf8))
        #expect(
            unterminated.map(\.content) == Array(repeating: .record(.event(location("2026-11-21T06:00:00Z"))), count: 2)
        )
    }

    @Test func `Line that is too long is skipped and reading goes on`() throws {
        let whole = Array(line(.event(location("2026-11-21T06:00:00Z"))).utf8)
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20) + [UInt8(ascii: "\n")]
        let readings = try read(whole + long + whole)
        let expected: TrackLine = .record(.event(location("2026-11-21T06:00:00Z")))
        #expect(readings.map(\.content) == [expected, .malformed(.init(.tooLong)), expected])
        #expect(readings.map(\.number) == [1, 2, 3])
        #expect(readings.last?.offset == Int64(whole.count + long.count))
        #expect(try read(long.dropLast()).map(\.content) == [.malformed(.init(.tooLong))])
    }

    @Test func `Empty file has no lines`() throws {
        #expect(try read([]).isEmpty)
    }

    @Test func `File that is not there is missing`() {
        #expect(throws: TrackError(.missing, path: "/tracks/no", underlying: SystemCallError("open", 2))) {
            _ = try TrackReader(path: "/tracks/no", fileSystem: disk)
        }
    }

    @Test func `Disk that fails is an error and not an end`() throws {
        disk.put("a.jsonl", line(everyRecord[0]))
        var reader = try TrackReader(path: "/tracks/a.jsonl", fileSystem: disk)
        disk.fail(.read, with: 5)
        let error = #expect(throws: TrackError.self) { try reader.next() }
        #expect(error?.code == .inputOutput)
    }
}
