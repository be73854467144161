import FoundationEssentials
import LocationModel
import LocdTestSupport
import Receivers
import Testing

@testable import LocdConfiguration
@testable import LocdRecorder

@Suite struct RecordingReplayTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    /// A track of a drive north, 12 m a second, with a hole and a stop that becomes a pause.
    private static let recording: String = {
        var lines = JSONLine()
        func add(_ seconds: Double, north: Double, speed: Double) {
            lines.append(.location(.sample(seconds, north: north, speed: speed)) as LocationEvent)
        }
        for second in 0..<100 { add(Double(second), north: Double(second) * 12, speed: 12) }
        for second in 130..<200 { add(Double(second), north: Double(second) * 12, speed: 12) }
        for second in 200..<600 { add(Double(second), north: 2390, speed: 0) }
        return String(decoding: lines.bytes, as: UTF8.self)
    }()

    private func replay(
        _ recording: String = recording, named name: String = "a.jsonl",
        _ change: (inout Configuration) -> Void = { _ in }
    ) async throws -> (lines: [String], tally: ReplayTally) {
        try await TemporaryDirectory.with { directory in
            try Data(recording.utf8).write(to: URL(filePath: "\(directory)/\(name)"))
            var configuration = Configuration()
            change(&configuration)
            var replay = try RecordingReplay(path: "\(directory)/\(name)", configuration: configuration)
            var bytes: [UInt8] = []
            while let more = try replay.next() { bytes += more }
            #expect(try replay.next() == nil)
            return (String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init), replay.tally)
        }
    }

    @Test func `The track has a header, and every location of it is simulated`() async throws {
        let (lines, tally) = try await replay()
        #expect(lines.first?.contains(#""type":"header","schema":1"#) == true)
        #expect(lines.first?.contains(#""receiver":"replay:track""#) == true)
        let locations = lines.filter { $0.hasPrefix(#"{"type":"location""#) }
        #expect(!locations.isEmpty && locations.allSatisfy { $0.contains(#""simulated":true"#) })
        #expect(tally.lines == lines.count - 1 && tally.locations == locations.count)
        #expect(lines.count { $0.hasPrefix(#"{"type":"gap""#) } == 1 && tally.gaps == 1)
        #expect(lines.last?.hasPrefix(#"{"type":"pause""#) == true && tally.pauses == 1)
        #expect(tally.fixes == 570 && tally.accepted == 570)
    }

    @Test(arguments: OutageCause.allCases)
    func `A hole that was recorded keeps its cause`(_ cause: OutageCause) async throws {
        let gap =
            #"{"type":"gap","from":"\#(Timestamp.sample(99))","to":"\#(Timestamp.sample(130))","cause":"\#(cause.rawValue)"}"#
        var recorded = Self.recording.split(separator: "\n").map(String.init)
        recorded.insert(gap, at: 100)
        let (lines, tally) = try await replay(recorded.joined(separator: "\n"))
        #expect(lines.filter { $0.hasPrefix(#"{"type":"gap""#) } == [gap])
        // And the replay of the replay.
        #expect(try await replay(lines.joined(separator: "\n")).lines.contains(gap))
        #expect(tally.fixes == 570)
    }

    @Test func `Metres are not counted across a hole`() async throws {
        let (_, tally) = try await replay {
            $0.recorder.distanceFilter = nil
            $0.recorder.holdsPositionWhenStationary = false
        }
        #expect(abs(tally.metres - (99 * 12 + 69 * 12 + 2)) < 0.5)
    }

    @Test func `The same bytes wherever the recording lies, and others under another configuration`() async throws {
        let lines = try await replay().lines
        #expect(try await replay(named: "b.txt").lines == lines)
        #expect(try await replay { $0.recorder.distanceFilter = 50 }.lines.count < lines.count / 2)
        // What has to do with a receiver or a disk does not matter.
        let other = try await replay {
            $0.recorder.enabled = false
            $0.tracks.directory = "/nowhere"
            $0.recorder.maximumAge = 0.1
        }
        #expect(other.lines == lines)
    }

    @Test func `Replaying what was replayed changes nothing`() async throws {
        let everything: (inout Configuration) -> Void = {
            $0.recorder.distanceFilter = nil
            $0.recorder.holdsPositionWhenStationary = false
            $0.recorder.pausesLocationUpdatesAutomatically = false
        }
        let once = try await replay(Self.recording, everything).lines
        let twice = try await replay(once.joined(separator: "\n") + "\n", everything).lines
        #expect(once == twice)
    }

    @Test func `Another configuration is compared event by event`() async throws {
        let path = "\(directory)/a.jsonl"
        try Data(Self.recording.utf8).write(to: URL(filePath: path))
        var other = Configuration()
        other.recorder.distanceFilter = 25
        other.recorder.pausesLocationUpdatesAutomatically = false
        var comparison = try ReplayComparison(path: path, base: Configuration(), other: other)
        var text = ""
        while let more = try comparison.next() { text += String(decoding: more, as: UTF8.self) }
        let (base, changed) = (try await replay(), try await replay { $0 = other })
        #expect(comparison.base == base.tally && comparison.other == changed.tally)
        #expect(text.hasPrefix(#"- {"type":"pause""#) && text.split(separator: "\n").count == 1)
        #expect(comparison.eventsLost == 1 && comparison.eventsGained == 0)
        let gained = comparison.locationsGained - comparison.locationsLost
        #expect(gained == changed.tally.locations - base.tally.locations && gained < 0)
        let table = comparison.table(base: "one.yaml", other: "other.yaml").split(separator: "\n")
        #expect(table.first?.contains("one.yaml  other.yaml  difference") == true)
        #expect(table.contains { $0.hasPrefix("pauses") && $0.hasSuffix("-1") })

        var same = try ReplayComparison(path: path, base: other, other: other)
        #expect(try same.next() == nil)
        #expect(same.locationsGained == 0 && same.locationsLost == 0)
    }

    /// Four minutes of sentences at one place; from the 180th second on all signals are 12 dB weaker.
    private static let jammed = (0..<240).map { second in
        let time = "120\(second / 60)\(second % 60 < 10 ? "0" : "")\(second % 60)"
        let signals = (0..<8).map { "\($0 + 1),45,0\($0)5,\(44 - $0 - (second < 180 ? 0 : 12))" }
        return """
            $GPRMC,\(time),A,4730.0000,N,00830.0000,E,0.1,,211126,,
            $GPGGA,\(time),4730.0000,N,00830.0000,E,1,08,1.0,400.0,M,48.0,M,,
            $GPGSV,2,1,08,\(signals[..<4].joined(separator: ","))
            $GPGSV,2,2,08,\(signals[4...].joined(separator: ","))

            """
    }.joined()

    @Test func `A comparison sees jamming as a replay does`() async throws {
        let replayed = try await replay(Self.jammed, named: "a.nmea")
        #expect(replayed.lines.contains { $0.contains("jamming") })
        let path = "\(directory)/a.nmea"
        try Data(Self.jammed.utf8).write(to: URL(filePath: path))
        var comparison = try ReplayComparison(path: path, base: Configuration(), other: Configuration())
        while try comparison.next() != nil {}
        #expect(comparison.base == replayed.tally)
    }

    @Test func `Omitting private regions is a difference`() throws {
        let path = "\(directory)/a.jsonl"
        try Data(Self.recording.utf8).write(to: URL(filePath: path))
        var home = Region(identifier: "home", center: Coordinate.sample.moved(north: 600), radius: 100)
        home.privacy = .cut
        var other = Configuration()
        other.recorder.privacyZones = true
        var comparison = try ReplayComparison(
            path: path, base: Configuration(), other: other, regions: ([home], [home]))
        var text = ""
        while let more = try comparison.next() { text += String(decoding: more, as: UTF8.self) }
        #expect(comparison.locationsLost > 0 && comparison.locationsGained == 0)
        #expect(comparison.other.locations == comparison.base.locations - comparison.locationsLost)
        #expect(text.contains("+ {\"type\":\"gap\"") && text.contains("privateRegion"))
    }

    @Test func `Activities come between the lines if they are asked for`() throws {
        let path = "\(directory)/a.jsonl"
        try Data(Self.recording.utf8).write(to: URL(filePath: path))
        func lines(addsActivity: Bool) throws -> (lines: [String], tally: ReplayTally) {
            var replay = try RecordingReplay(
                path: path, configuration: Configuration(), addsActivity: addsActivity)
            var bytes: [UInt8] = []
            while let more = try replay.next() { bytes += more }
            return (String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init), replay.tally)
        }
        let (track, told) = (try lines(addsActivity: false), try lines(addsActivity: true))
        let activities = told.lines.filter { $0.hasPrefix(#"{"type":"activity""#) }
        #expect(activities.first?.contains(#""activity":"automotive""#) == true)
        #expect(activities.last?.contains(#""activity":"stationary""#) == true)
        #expect(told.tally.activities == activities.count && track.tally.activities == 0)
        // The track is as it was.
        let isTheTrack = told.lines.filter { !activities.contains($0) } == track.lines
        #expect(isTheTrack)
        #expect(told.tally.lines == track.tally.lines)
    }
}
