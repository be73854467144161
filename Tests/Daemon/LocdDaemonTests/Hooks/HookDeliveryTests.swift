import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdConfiguration
import LocdProtocol
import LocdTestSupport
import Logging
import NIOCore
import SystemSupport
import Testing

@testable import Hooks
@testable import LocdDaemon

/// Hooks of a whole daemon: what crosses a boundary reaches a socket, over faults and restarts.
@Suite(.timeLimit(.minutes(15))) final class HookDeliveryTests {
    private static let gate = Region(identifier: "gate", center: .sample, radius: 100)

    private struct Line: Decodable, Hashable {
        var event: String
        var identifier: String
        var timestamp: String
        var region: String?
    }

    private let folder = TemporaryDirectory()
    /// Listens at `h` in the folder.
    private let socket: HookSocket

    init() throws {
        socket = try HookSocket(at: "\(folder.path)/h")
    }

    deinit { socket.end() }

    private var directory: String { folder.path }

    /// What the socket was told.
    private var told: [Line] {
        get throws { try socket.lines.value.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) } }
    }

    /// A hook for the crossings of the gate, to a socket of the folder.
    private func crossings(to name: String = "h") -> String {
        "hooks: [{on: [enter, exit], region: gate, to: \"unix:\(directory)/\(name)\"}]\n"
    }

    /// A hook for what becomes of the fix.
    private var fixes: String { "hooks: [{on: [fixLost, fixFound], to: \"unix:\(directory)/h\"}]\n" }

    /// Runs a daemon with the gate and a hook for its crossings.
    private func withGate(to name: String = "h", _ body: (DaemonHarness) async throws -> Void) async throws {
        try await DaemonHarness.run(in: directory, settings: crossings(to: name), regions: [Self.gate], body)
    }

    /// Drives in and out, `count` crossings.
    private func drive(_ harness: DaemonHarness, crossings count: Int) async {
        await harness.receiver.calls.wait { $0.last == .start }
        for second in 0..<(count + 1) * 60 {
            harness.receiver.say(.sample(Double(second), north: second / 60 % 2 == 1 ? 0 : 1000))
        }
    }

    private func findFix(_ harness: DaemonHarness) {
        for second in 0..<3 { harness.receiver.say(.sample(Double(second))) }
    }

    /// Loses the receiver for as long as a lost fix is not told.
    private func loseFix(_ harness: DaemonHarness) async throws {
        harness.receiver.say([.link(ReceiverLink(.absent(.noDevice)))])
        try await harness.status { $0.receiver.state == .absent }
        await harness.clock.sleeper(until: .seconds(10))
        harness.clock.advance(by: .seconds(10))
    }

    @Test func `Crossings are delivered in order, and told in the status`() async throws {
        try await withGate { harness in
            await drive(harness, crossings: 4)
            await socket.lines.wait { $0.count >= 4 }
            let lines = try told
            #expect(lines.map(\.event) == ["enter", "exit", "enter", "exit"])
            #expect(lines.allSatisfy { $0.region == "gate" })
            #expect(lines.map(\.timestamp) == lines.map(\.timestamp).sorted())
            let status = try await harness.status { $0.hooks.first?.delivered == 4 }
            #expect(status.hooks.map(\.waiting) == [0])
            #expect(status.hooks.map(\.to) == ["unix:\(directory)/h"])
            #expect(status.redacted(for: Authorization(.authorizedAlways, accuracy: .reducedAccuracy)).hooks == [])
            #expect(try await harness.track("region").count == 4)
        }
    }

    /// The gate itself, or another region: the hook was forgotten when a region got another name, and its counts are of
    /// the private one.
    @Test(arguments: [("gate", true), ("home", false), ("home", true)])
    func `A hook that may be of a private region is told to administrators only`(name: String, isPrivate: Bool)
        async throws
    {
        var region = Region(identifier: name, center: .sample, radius: 100)
        if isPrivate { region.privacy = .cut }
        try await DaemonHarness.run(settings: crossings(to: "none"), regions: [region]) { harness in
            let status = try await harness.client.status()
            #expect(status.hooks.map(\.region) == ["gate"])
            #expect(await harness.daemon.status.status(privateRegions: false).hooks.isEmpty == isPrivate)
        }
    }

    @Test func `What nobody reads waits, and comes over a restart`() async throws {
        try await withGate(to: "late") { harness in
            await drive(harness, crossings: 3)
            let status = try await harness.status { $0.hooks.first?.waiting == 3 && $0.hooks.first?.failure != nil }
            #expect(status.hooks[0].failure?.contains("no such socket") == true)
        }
        let late = try HookSocket(at: "\(directory)/late")
        defer { late.end() }
        try await withGate(to: "late") { harness in
            await late.lines.wait { $0.count >= 3 }
            #expect(late.lines.value.map { $0.contains(#""event":"enter""#) } == [true, false, true])
            try await harness.status { $0.hooks.first?.delivered == 3 }
        }
        try await withGate(to: "late") { harness in
            try await harness.status { $0.hooks.first?.delivered == 3 && $0.hooks.first?.waiting == 0 }
        }
        #expect(late.lines.value.count == 3, "what was delivered does not come again")
    }

    @Test func `A hook that fails is tried again, and piles up nothing`() async throws {
        socket.play(.leave)
        try await withGate { harness in
            await drive(harness, crossings: 2)
            var waited = Duration.zero
            for (attempt, pause) in [1, 2, 4].enumerated() {
                await socket.connections.wait { $0 == attempt + 1 }
                waited += .seconds(pause)
                await harness.clock.sleeper(until: waited)
                if attempt == 2 { socket.play(.read()) }
                harness.clock.advance(by: .seconds(pause))
            }
            await socket.lines.wait { $0.count >= 2 }
            let events = try told.map(\.event)
            #expect(events == ["enter", "exit"])
            #expect(socket.connections.value == 5, "the second waits for the first")
        }
    }

    @Test func `An event that the track has and the queue has not is taken up at the next start`() async throws {
        try await withGate { harness in
            await drive(harness, crossings: 1)
            await socket.lines.wait { $0.count >= 1 }
            try await harness.status { $0.hooks.first?.delivered == 1 }
        }
        // Between its line in the track and the queue it was killed: the track has one crossing more.
        let path = try #require(
            try FileManager.default.contentsOfDirectory(atPath: "\(directory)/tracks")
                .first { $0.hasSuffix(".jsonl") && $0 != "current.jsonl" })
        let line =
            #"{"type":"region","timestamp":"2026-11-21T06:03:00.000Z","identifier":"gate","state":"outside","#
            + #""cause":"crossed"}"# + "\n"
        let track = try Data(contentsOf: URL(filePath: "\(directory)/tracks/\(path)")) + Data(line.utf8)
        try track.write(to: URL(filePath: "\(directory)/tracks/\(path)"))
        try await withGate { _ in await socket.lines.wait { $0.count >= 2 } }
        #expect(try told.map(\.event) == ["enter", "exit"])
        #expect(try told.last?.timestamp == "2026-11-21T06:03:00.000Z")
    }

    /// The line is read before the connection is closed: that is when the daemon is told to end.
    @Test func `A daemon that delivers ends`() async throws {
        for _ in 1...20 {
            let before = socket.lines.value.count
            try await DaemonHarness.run(settings: crossings(), regions: [Self.gate]) { harness in
                await drive(harness, crossings: 1)
                await socket.lines.wait { $0.count > before }
            }
        }
    }

    @Test func `What happened before a hook was there is not told`() async throws {
        try await DaemonHarness.run(in: directory, regions: [Self.gate]) { harness in
            await drive(harness, crossings: 1)
            try await harness.status { $0.fixes.accepted == 120 }
        }
        #expect(try DaemonHarness.track(in: directory, "region").count == 1)
        try await withGate { harness in
            await harness.receiver.calls.wait { $0.last == .start }
            for second in 0..<60 { harness.receiver.say(.sample(Double(200 + second), north: 1000)) }
            await socket.lines.wait { !$0.isEmpty }
        }
        #expect(try told.map(\.event) == ["exit"])
    }

    /// With a private region elsewhere, and a hook that names none, too.
    @Test(arguments: [false, true]) func `A missed event is kept at once`(hasPrivateRegion: Bool) async throws {
        var home = Region(identifier: "home", center: Coordinate.sample.moved(north: 9000), radius: 100)
        home.privacy = .cut
        let regions = hasPrivateRegion ? [Self.gate, home] : [Self.gate]
        // Nobody listens there.
        let all = crossings(to: "nobody")
        let settings = hasPrivateRegion ? all.replacing(" region: gate,", with: "") : all
        try await DaemonHarness.run(in: directory, settings: settings, regions: regions) { harness in
            await drive(harness, crossings: 1)
            try await harness.status { $0.hooks.first?.waiting == 1 }
        }
        // As if it had been killed between the track and the queue, before anything was delivered.
        let path = "\(directory)/state/hooks.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let object = try JSONDecoder().decode(HookState.self, from: Data(text.utf8))
        var empty = HookState()
        empty.queues = object.queues.map { HookQueue(hook: $0.hook) }
        try JSONEncoder().encode(empty).write(to: URL(filePath: path))
        try await DaemonHarness.run(in: directory, settings: settings, regions: regions) { harness in
            try await harness.status { $0.hooks.first?.waiting == 1 }
            let kept = try JSONDecoder().decode(HookState.self, from: Data(contentsOf: URL(filePath: path)))
            #expect(kept.queues == object.queues, "a second kill loses nothing")
        }
    }

    private static func condition(_ state: ReceiverState, since instant: Duration) -> ReceiverCondition {
        var condition = ReceiverMonitor(staleAfter: .seconds(5), at: instant).condition
        condition.state = state
        return condition
    }

    @Test func `Ten seconds without a fix begin again after one`() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let clock = ManualClock()
        let calls = Watched(0)
        let hooks = [Hook(events: [.fixLost, .fixFound], path: "\(directory)/nobody")]
        let intake = HookIntake(
            hooks: hooks, zones: PrivacyZones(), resuming: nil, onEvents: { calls.change { $0 += 1 } })
        let thread = try ExecutorThread(named: "test")
        var state = HookState()
        (state.hasFix, state.receiver) = (true, ReceiverState.fix3D.rawValue)
        let service = await HookService(
            hooks, resuming: (HookService.load(from: directory, logger: logger).file, state), tail: [],
            hiding: PrivacyZones(), intake: intake, loop: { nil }, isSynced: false, wallTime: { .sample(0) },
            clock: clock.clock, thread: thread, logger: logger)
        // A status does not wait for the thread, which may wait for the disk.
        #expect(service.reports.map(\.hook) == hooks && service.timeZone == nil)
        await withTaskGroup { group in
            group.addTask { await service.run() }
            intake.changed(to: Self.condition(.noFix, since: .zero))
            await clock.sleeper(until: .seconds(10))
            clock.advance(by: .seconds(1))
            intake.changed(to: Self.condition(.fix3D, since: .seconds(1)))
            await clock.noSleepers()
            clock.advance(by: .seconds(8))
            intake.changed(to: Self.condition(.noFix, since: .seconds(9)))
            await clock.sleeper(until: .seconds(19))
            clock.advance(by: .seconds(1))
            #expect(intake.take().events.isEmpty)
            clock.advance(by: .seconds(9))
            await calls.wait { $0 >= 2 }
            group.cancelAll()
        }
        #expect(intake.take().events.map(\.kind) == [.fixLost, .receiver])
    }

    @Test func `A hook that is added by a reload is told of the first loss`() async throws {
        try await DaemonHarness.recording { harness in
            findFix(harness)
            try await harness.status { $0.receiver.state == .fix3D }
            try await harness.reload(fixes)
            try await loseFix(harness)
            await socket.lines.wait { $0.count >= 1 }
            #expect(try told.map(\.event) == ["fixLost"])
        }
    }

    @Test func `A reload that adds a hook does not disturb the others`() async throws {
        let added = try HookSocket(at: "\(directory)/added")
        defer { added.end() }
        socket.play(.hang)
        try await DaemonHarness.recording(settings: fixes) { harness in
            findFix(harness)
            await socket.lines.wait { $0.count >= 1 }
            try await harness.reload(fixes.dropLast(2) + ", {on: [fixLost], to: \"unix:\(directory)/added\"}]\n")
            try await loseFix(harness)
            await added.lines.wait { $0.count >= 1 }
            socket.play(.read())
            socket.letGo()
            await socket.lines.wait { $0.count >= 2 }
            #expect(try told.map(\.event) == ["fixFound", "fixLost"])
        }
    }
}
