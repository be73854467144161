import FoundationEssentials
import LocationModel
import LocdConfiguration
import LocdTestSupport
import Publish
import SystemSupport
import Testing
import Tracks

/// A directory of track files that a test writes by hand.
final class TrackFolder {
    let directory: TemporaryDirectory
    var tracks: String { directory.path + "/tracks" }
    var state: String { directory.path + "/state" }
    var archive: TrackArchive { TrackArchive(directory: tracks) }

    init() throws {
        directory = TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: tracks, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    }

    /// Adds text to the end of a file.
    func append(_ text: String, to name: String) throws {
        let path = "\(tracks)/\(name)"
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let system = SystemFileSystem()
        let file = try system.openForAppending(path)
        defer { system.close(file) }
        try system.appendAll(Array(text.utf8), to: file)
    }

    func replace(_ name: String, with text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(tracks)/\(name)"))
    }

    func text(of name: String) throws -> String {
        try String(contentsOf: URL(filePath: "\(tracks)/\(name)"), encoding: .utf8)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(tracks)/\(name)") }

    func cursor() throws -> SinkCursor { try SinkCursor(path: state + "/cursor") }

    /// An engine that sends this track.
    func engine(
        _ sink: PublishSink = PublishSink(name: "x", kind: .traccar), capacity: Int = 1, track: TrackArchive? = nil,
        cursor: SinkCursor? = nil, hiding zones: PrivacyZones = PrivacyZones(), at now: Instant
    ) throws -> SinkEngine {
        try SinkEngine(
            sink, capacity: capacity, track: track ?? archive, cursor: cursor ?? self.cursor(), hiding: zones, at: now)
    }

    /// The follower of a cursor.
    func follower(_ cursor: SinkCursor? = nil, readsImported: Bool = false) throws -> TrackFollower {
        let follower = TrackFollower(archive, positions: cursor?.text.positions ?? [:], readsImported: readsImported)
        try follower.rescan()
        return follower
    }
}

/// One line of a track: second `number` of a day.
func line(_ number: Int, day: String = "2026-11-20", latitude: Double = 47.5) -> String {
    var line = JSONLine()
    line.append(.location(place(number, day: day, latitude: latitude)))
    return String(decoding: line.bytes, as: UTF8.self)
}

/// A location of second `number` of a day, 1 m further north each second.
func place(_ number: Int, day: String = "2026-11-20", latitude: Double = 47.5) -> Location {
    let start = Timestamp("\(day)T00:00:00Z") ?? .earliest
    return Location(
        timestamp: start.advanced(bySeconds: Double(number)),
        coordinate: Coordinate(latitude: latitude + Double(number) * 1e-5, longitude: 8.5))
}

let header = "{\"type\":\"header\",\"schema\":1,\"version\":\"0.1.0\",\"receiver\":\"gpsd://localhost:2947\"}\n"

extension SinkEngine.Step {
    /// What is to be sent, if that is what to do.
    var delivery: SinkEngine.Delivery? { if case .deliver(let delivery) = self { delivery } else { nil } }
}

extension TrackFollower {
    /// All lines with an event that can be read now, as seconds of their days.
    func seconds() -> [Int] { events().compactMap { $0.timestamp.map { Int($0.millisecondsOfDay / 1000) } } }

    func events() -> [LocationEvent] {
        var events: [LocationEvent] = []
        while let line = next() { if let event = line.event { events.append(event) } }
        return events
    }

    /// Reads everything, and keeps the position behind the `count`th event in a cursor.
    func acknowledge(_ count: Int, in cursor: SinkCursor) throws {
        var left = count
        while left > 0, let line = next() {
            try cursor.add(line.position)
            if line.event != nil { left -= 1 }
        }
    }
}
