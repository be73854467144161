import FoundationEssentials
import LocationModel
import LocdTestSupport
import Motion
import Receivers
import Testing
import Tracks

@testable import LocdConfiguration
@testable import LocdRecorder

@Suite struct MotionHistoryTests {
    /// Ten minutes each of standing, walking north, and driving on, as a recorder has them.
    private static let track: [TrackRecord] = {
        var records: [TrackRecord] = []
        func add(_ seconds: Int, _ north: Double, _ speed: Double) {
            records.append(.event(.location(.sample(Double(seconds), north: north, speed: speed))))
        }
        for second in stride(from: 0, to: 600, by: 10) { add(second, 0, 0) }
        for second in stride(from: 600, to: 1200, by: 8) { add(second, Double(second - 600) * 1.35, 1.35) }
        for second in stride(from: 1200, to: 1800, by: 2) { add(second, 810 + Double(second - 1200) * 14, 14) }
        return records
    }()

    private static func history(
        _ records: [TrackRecord] = track, from: Double = 0, to: Double = 1800, hiding regions: [Region] = []
    ) -> MotionHistory {
        var history = MotionHistory(from: .sample(from), to: .sample(to), hiding: PrivacyZones(regions))
        for record in records where record.timestamp.map(history.interval.contains) ?? false { history.receive(record) }
        return history
    }

    private struct Told: Decodable {
        let timestamp: String
        let activity: MotionActivity.Kind
    }

    /// What is asked about later knows only the track, which has no location until a departure is proven: the recorder
    /// waits for that proof.
    @Test func `Activities are those of replay`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = "\(directory)/day.jsonl"
            var lines = JSONLine()
            for record in Self.track { lines.append(record) }
            try Data(lines.bytes).write(to: URL(filePath: path))
            var replay = try RecordingReplay(path: path, configuration: Configuration(), addsActivity: true)
            var bytes: [UInt8] = []
            while let more = try replay.next() { bytes += more }
            let replayed = try String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                .filter { $0.hasPrefix(#"{"type":"activity""#) }
                .map { try JSONDecoder().decode(Told.self, from: Data($0.utf8)) }
            let activities = Self.history().activities
            for kind in [MotionActivity.Kind.stationary, .walking, .automotive] {
                let first = try #require(activities.first { $0.kind == kind })
                let again = try #require(replayed.first { $0.activity == kind })
                let time = try #require(Timestamp(rfc3339: again.timestamp.utf8))
                #expect((0...30).contains(time.seconds(since: first.timestamp)), "\(kind): \(again)")
            }
            #expect(Set(activities.map(\.kind)).count == 3 && Set(replayed.map(\.activity)).count == 3)
        }
    }

    @Test func `The way on foot is neither the stand nor the drive`() {
        let walk = Self.history().walk
        #expect(abs(walk.distance - 810) < 60, "\(walk.distance)")
        #expect(abs(walk.activeTime - 600) < 60, "\(walk.activeTime)")
    }

    @Test func `The period begins with the activity that lasts then`() throws {
        let history = Self.history(from: 900, to: 1100)
        #expect(history.activities.count == 1)
        let first = try #require(history.activities.first)
        #expect(first.kind == .walking && first.timestamp < .sample(900))
        #expect(abs(history.walk.distance - 200 * 1.35) < 15, "\(history.walk.distance)")
    }

    @Test func `Nothing is told of a private region`() {
        var home = Region(identifier: "home", center: Coordinate.sample.moved(north: 400), radius: 600)
        home.privacy = .cut
        let history = Self.history(hiding: [home])
        #expect(history.walk.distance == 0)
        #expect(history.activities.allSatisfy { $0.timestamp > .sample(1210) && $0.kind == .automotive })
        #expect(!history.activities.isEmpty)
    }

    @Test func `Steps in a private region where it stood are not told`() {
        var home = Region(identifier: "home", center: .sample, radius: 600)
        home.privacy = .cut
        let steps = TrackRecord.event(
            .steps(StepCount(from: .sample(10), to: .sample(20), numberOfSteps: 30, source: .counter)))
        func told(at place: Coordinate?) -> Int {
            var history = MotionHistory(
                from: .sample(0), to: .sample(1800), hiding: PrivacyZones([home]), at: place)
            history.receive(steps)
            return history.steps.numberOfSteps ?? 0
        }
        #expect(told(at: .sample) == 0 && told(at: nil) == 0)
        #expect(told(at: Coordinate.sample.moved(north: 5000)) == 30)
    }

    @Test func `Steps that reach the track while it is read count once`() {
        func steps(to end: Double, _ source: StepCount.Source = .counter) -> StepCount {
            StepCount(from: .sample(end - 60), to: .sample(end), numberOfSteps: 100, source: source)
        }
        var history = MotionHistory(from: .sample(0), to: .sample(1800), hiding: PrivacyZones([]))
        history.receive(.event(.steps(steps(to: 60))))
        // A receiver's time that was computed at another moment.
        history.receive(.event(.steps(steps(to: 120.2))))
        history.receive(waiting: [steps(to: 120), steps(to: 180), steps(to: 240), steps(to: 100, .reported)])
        #expect(history.steps.numberOfSteps(of: .counter) == 400)
        #expect(history.steps.numberOfSteps(of: .reported) == 100)
    }

    @Test func `A contrived track cannot fill the memory`() {
        // It walks and drives in turn, as fast as that can be recognized, for a week.
        var history = MotionHistory(from: .sample(0), to: .sample(604_800), hiding: PrivacyZones([]))
        var north = 0.0
        for second in stride(from: 0, to: 604_800, by: 15) {
            let speed = (second / 60).isMultiple(of: 2) ? 0.0 : 25
            north += speed * 15
            // Not beyond the pole.
            let place = north.truncatingRemainder(dividingBy: 90_000)
            history.receive(.event(.location(.sample(Double(second), north: place, speed: speed))))
        }
        #expect(history.activities.count <= MotionHistory.maximumActivities)
        #expect(history.activities.count > 5000)
    }

    private static let walked = Checkout.data("truth/belval-ublox.nmea.gz")

    /// A walk in a town, through a recorder with its defaults. The path that was walked was noted every five seconds:
    /// 2,995 m from the first fix on.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: walked), "the recordings are not beside the checkout"))
    func `A real walk is as long as the path that was walked`() throws {
        var replay = try RecordingReplay(path: Self.walked, configuration: Configuration())
        let (from, to) = try (#require(Timestamp("2022-10-27T11:17:00Z")), #require(Timestamp("2022-10-27T11:57:24Z")))
        var history = MotionHistory(from: from, to: to, hiding: PrivacyZones([]))
        while let lines = try replay.next() {
            for line in lines.split(separator: UInt8(ascii: "\n")) {
                let bytes = Array(line)
                guard case .record(let record) = bytes.withUnsafeBufferPointer({ TrackLine(parsing: $0) }),
                    record.timestamp.map(history.interval.contains) ?? false
                else { continue }
                history.receive(record)
            }
        }
        print("truth: walked \(history.walk.distance) m in \(history.walk.activeTime) s")
        #expect((0.8...1.05).contains(history.walk.distance / 2995))
    }
}
