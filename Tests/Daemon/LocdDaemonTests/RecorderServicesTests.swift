import FoundationEssentials
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdConfiguration
@testable import LocdDaemon
@testable import LocdRecorder

/// Visits and regions in the daemon's track, over reloads, restarts and crashes.
@Suite(.timeLimit(.minutes(15))) struct RecorderServicesTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private static func geojson(_ circles: (id: String, north: Double, radius: Double)...) -> String {
        let features = circles.map { circle in
            let place = Coordinate.sample.moved(north: circle.north)
            return """
                {"type": "Feature", "id": "\(circle.id)", "properties": {"radius": \(circle.radius)},
                 "geometry": {"type": "Point", "coordinates": [\(place.longitude), \(place.latitude)]}}
                """
        }
        return #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ",\n"))]}"#
    }

    private static func write(_ text: String, in directory: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/regions.geojson"))
    }

    /// Says fixes and waits until the recorder has decided about all of them, and has written the lines that they
    /// bring.
    private func say(_ fixes: [Fix], lines: ArraySlice<String>, _ harness: DaemonHarness) async throws {
        await harness.receiver.calls.wait { $0.last == .start }
        for fix in fixes { harness.receiver.say(fix) }
        let locations = lines.count { $0.hasPrefix(#"{"type":"location""#) }
        try await harness.status {
            let fixesJudged = $0.fixes.accepted + $0.fixes.rejected.values.reduce(0, +)
            let held = $0.recorder.held.values.reduce(0, +)
            return fixesJudged == fixes.count && locations + held == $0.fixes.accepted
                && $0.recorder.lines == lines.count
        }
    }

    private static func expected(_ fixes: [Fix], _ configuration: Configuration, _ regions: [Region]) -> [String] {
        var replay = Replay(
            settings: ManagerSettings(configuration), monitoring: MonitoredServices(configuration, regions: regions))
        var events: [LocationEvent] = []
        for fix in fixes { replay.receive(.fix(fix), into: &events) }
        var lines = JSONLine()
        for event in events where event.isRecorded { lines.append(event) }
        return String(decoding: lines.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(arguments: 0..<Rounds.of(6)) func `The daemon records what replay says, also over restarts`(seed: Int)
        async throws
    {
        let route = RandomRoute(seed: UInt64(4000 + seed), fixes: 1500)
        let regions = route.regions()
        var random = SeededGenerator(seed: UInt64(seed))
        let configuration = Configuration().without(\.maximumAge)
        let expected = Self.expected(route.fixes, configuration, regions)
        #expect(expected.contains { $0.hasPrefix(#"{"type":"visit""#) || $0.hasPrefix(#"{"type":"region""#) })
        // A hole across a restart has another cause, and what it says of the receiver's interval is not known.
        let times = route.fixes.map(\.timestamp)
        var cuts: Set<Int> = [0, route.fixes.count]
        for _ in 0..<(seed % 2 == 0 ? 0 : 60) where cuts.count < 6 {
            let index = Int.random(in: 40..<route.fixes.count, using: &random)
            let near = times[index - 20..<index + 1].compactMap(\.self)
            let steps = zip(near, near.dropFirst()).map { $1.seconds(since: $0) }
            if near.count == 21, steps.allSatisfy({ (0...5).contains($0) }) { cuts.insert(index) }
        }
        let ends = cuts.sorted()
        for (start, end) in zip(ends, ends.dropFirst()) {
            let fixes = Array(route.fixes[start..<end])
            let before = Self.expected(Array(route.fixes[..<start]), configuration, regions)
            let after = Self.expected(Array(route.fixes[..<end]), configuration, regions)
            try await DaemonHarness.run(
                in: directory, settings: "recorder: {maximumAge: none}\n", regions: regions
            ) { harness in
                try await say(fixes, lines: after[before.count...], harness)
            }
        }
        let days = Set(route.fixes.compactMap { $0.timestamp?.day }).count
        let track = try DaemonHarness.track(in: directory).filter { !$0.hasPrefix(#"{"type":"header""#) }
        if days == 1 { #expect(track == expected) } else { #expect(track.sorted() == expected.sorted()) }
    }

    @Test func `Regions change at a reload, without false events, and a bad file changes nothing`() async throws {
        try Self.write(Self.geojson(("home", 0, 150), ("gone", 0, 100), ("moved", 0, 100)), in: directory)
        try await DaemonHarness.recording(in: directory) { harness in
            harness.receiver.say((0..<30).map { .fix(.sample(Double($0), speed: 0)) })
            // The first location; that it is inside from the beginning is no event.
            try await harness.status { $0.fixes.accepted == 30 && $0.recorder.lines == 1 }

            try Self.write(
                #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": 7}]}"#, in: directory)
            await harness.daemon.reload.reload()
            let refused = try await harness.status { !$0.problems.isEmpty }
            #expect(refused.problems.contains { $0.contains("/regions.geojson") }, "\(refused.problems)")

            // One stays, one is removed, one comes around where it is, one moves away.
            try Self.write(Self.geojson(("home", 0, 150), ("new", 20, 200), ("moved", 5000, 100)), in: directory)
            await harness.daemon.reload.reload()
            try await harness.status { $0.problems.isEmpty }
            harness.receiver.say((30..<90).map { .fix(.sample(Double($0), speed: 0)) })
            try await harness.status { $0.fixes.accepted == 90 && $0.recorder.lines == 2 }
            harness.receiver.say(
                (90..<150).map { .fix(.sample(Double($0), north: Double($0 - 90) * 20, speed: 20)) })
            try await harness.status { $0.fixes.accepted == 150 && ($0.recorder.lines ?? 0) > 30 }

            try FileManager.default.removeItem(atPath: "\(directory)/regions.geojson")
            await harness.daemon.reload.reload()
            harness.receiver.say(
                (150..<210).map { .fix(.sample(Double($0), north: 1200 - Double($0 - 150) * 20, speed: 20)) })
            try await harness.status { $0.fixes.accepted == 210 && ($0.recorder.lines ?? 0) > 80 }
        }
        let told = try DaemonHarness.track(in: directory, "region").map { line in
            let name = ["home", "gone", "moved", "new"].first { line.contains(#""identifier":"\#($0)""#) } ?? ""
            let isCrossed = line.contains(#""cause":"crossed""#)
            return "\(name) \(line.contains("inside") ? "inside" : "outside")\(isCrossed ? "" : ", no crossing")"
        }
        #expect(told == ["moved outside, no crossing", "home outside", "new outside"])
    }

    @Test func `Visits are recorded unless switched off, also at a reload`() async throws {
        try await DaemonHarness.recording(in: directory, settings: "recorder: {visits: false}\n") { harness in
            harness.receiver.say((0..<400).map { .fix(.sample(Double($0), speed: 0)) })
            try await harness.status { $0.fixes.accepted == 400 && $0.recorder.state == .paused }
            try await harness.reload("")
            harness.receiver.say((400..<800).map { .fix(.sample(Double($0), speed: 0)) })
            try await harness.status { $0.fixes.accepted == 800 && $0.recorder.lines == 3 }
        }
        let types = try DaemonHarness.track(in: directory).map { $0.prefix { $0 != "," } }
        #expect(types.suffix(2) == [#"{"type":"pause""#, #"{"type":"visit""#])
    }

    @Test func `A damaged state is set aside, and the daemon runs`() async throws {
        try Self.write(Self.geojson(("home", 0, 150)), in: directory)
        try FileManager.default.createDirectory(atPath: "\(directory)/state", withIntermediateDirectories: true)
        try Data(#"{"version":1,"state":{"serv"#.utf8).write(to: URL(filePath: "\(directory)/state/recorder.json"))
        try await DaemonHarness.recording(in: directory) { harness in
            harness.receiver.say(.sample(0))
            try await harness.status { $0.recorder.lines == 1 }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/state").sorted()
        #expect(names == ["daemon.lock", "recorder.json", "recorder.json.damaged"])
    }

    @Test func `A state that cannot be written stops nothing`() async throws {
        try Data().write(to: URL(filePath: "\(directory)/state"))
        try await DaemonHarness.recording(in: directory) { harness in
            harness.receiver.say((0..<400).map { .fix(.sample(Double($0), speed: 0)) })
            try await harness.status { $0.fixes.accepted == 400 && $0.recorder.lines == 3 }
        }
    }
}

extension Configuration {
    /// The same with no limit.
    fileprivate func without(_ limit: WritableKeyPath<Recorder, Double?>) -> Configuration {
        var configuration = self
        configuration.recorder[keyPath: limit] = nil
        return configuration
    }
}
