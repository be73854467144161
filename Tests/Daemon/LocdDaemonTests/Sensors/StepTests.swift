import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdServer
import LocdTestSupport
import Logging
import SystemSupport
import Testing

@testable import LocdDaemon

/// Steps of a counter and of another device, in a whole daemon with a made-up sysfs tree.
@Suite("Steps", .timeLimit(.minutes(15)))
struct StepTests {
    /// A daemon whose step counter is at 1000, and whose receiver has a location.
    private static func run(
        regions: [Region]? = nil, recorder: String = "", _ body: (DaemonHarness, MadeUpDevices) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let devices = MadeUpDevices("\(directory)/devices")
            try devices.write("in_steps_input", "1000\n")
            try devices.write("in_steps_en", "1\n")
            try await DaemonHarness.recording(
                in: directory, settings: "sensors: {steps: \(devices.directory)}\n\(recorder)", regions: regions
            ) { harness in
                await harness.clock.sleeper(until: .seconds(10))
                say(.sample(1), harness)
                try await harness.status { $0.fixes.accepted == 1 && $0.steps?.state == .active }
                try await body(harness, devices)
            }
        }
    }

    /// A fix, a second after a look at the counter: what the daemon waits for after a fix is due at other instants.
    private static func say(_ fix: Fix, _ harness: DaemonHarness) {
        harness.clock.advance(by: .seconds(1))
        harness.receiver.say(fix)
    }

    /// Lets the daemon read the counter once more.
    private static func walk(to count: Int, _ harness: DaemonHarness, _ devices: MadeUpDevices) async throws {
        try devices.write("in_steps_input", "\(count)\n")
        await tick(harness)
    }

    /// Moves the clock to the next look at the counter, and returns when it is over.
    private static func tick(
        _ harness: DaemonHarness, _ interval: Duration = .seconds(10), then next: Duration = .seconds(10)
    ) async {
        let clock = harness.clock
        let now = clock.clock.now()
        let due = .seconds(now.components.seconds / 10 * 10) + interval
        await clock.sleeper(until: due)
        // Others may sleep until then, too.
        let others = clock.sleepers(until: due + next)
        clock.advance(by: due - now)
        await clock.sleepers(until: due + next, atLeast: others + 1)
    }

    @Test func `Steps reach the status, a session, the history and the track, with the receiver's time`() async throws {
        try await Self.run { harness, devices in
            #expect(try await harness.client.stepCountingAvailable())
            let session = harness.client.session(services: [.stepUpdates])
            var updates = session.makeAsyncIterator()
            _ = try await updates.next()
            try await Self.walk(to: 1018, harness, devices)
            let told = try await updates.events { if case .steps = $0 { true } else { false } }
                .compactMap { if case .steps(let steps) = $0 { steps } else { nil } }
            #expect(told == [StepCount(from: .sample(0), to: .sample(10), numberOfSteps: 18, source: .counter)])
            try await harness.status { $0.steps == StepsStatus(state: .active, numberOfSteps: 18) }
            // Not in the track yet, and known all the same.
            #expect(try await harness.track("steps").isEmpty)
            let half = try await harness.client.motionHistory(from: .sample(-100), to: .sample(5))
            #expect(half.numberOfSteps == 9)

            try await Self.walk(to: 1036, harness, devices)
            try await harness.status { $0.steps?.numberOfSteps == 36 }
            for _ in 0..<80 { await Self.tick(harness) }
            try await harness.status { ($0.recorder.lines ?? 0) >= 2 }
            let lines = try await harness.track("steps")
            #expect(lines.count == 1 && lines.first?.contains(#""numberOfSteps":36"#) == true, "\(lines)")
            let history = try await harness.client.motionHistory(from: .sample(-100), to: .sample(100))
            #expect(history.numberOfSteps == 36 && history.floorsAscended == nil)
        }
    }

    @Test
    func `A counter that starts again, jumps or is switched off counts nothing, and status says so`() async throws {
        try await Self.run { harness, devices in
            // Nothing shows that the daemon has seen a count that counts nothing, so each stands for two looks: others
            // may sleep until the instant of the next one, and the clock may be moved before it is set.
            for count in [3, 9000, 9010] {
                try await Self.walk(to: count, harness, devices)
                await Self.tick(harness)
            }
            try await harness.status { $0.steps == StepsStatus(state: .active, numberOfSteps: 10) }
            try devices.write("in_steps_en", "0\n")
            await Self.tick(harness, then: .seconds(60))
            let status = try await harness.status { $0.steps?.state == .disabled }
            #expect(status.problems.contains { $0.hasPrefix("sensors.steps: ") && $0.contains("switched off") })
            #expect(try await !harness.client.stepCountingAvailable())
            try devices.write("in_steps_en", "1\n")
            await Self.tick(harness, .seconds(60))
            try await harness.status { $0.steps?.state == .active && $0.problems.isEmpty }
        }
    }

    @Test
    func `Another device reports steps: once each, and after a restart they are known from the track`() async throws {
        try await TemporaryDirectory.with { directory in
            let now = Timestamp.now
            func steps(_ from: Double, _ to: Double, _ count: Int) -> StepCount {
                var steps = StepCount(
                    from: now.advanced(bySeconds: from), to: now.advanced(bySeconds: to), numberOfSteps: count,
                    source: .reported)
                steps.floorsAscended = 2
                return steps
            }
            func overlap(_ harness: DaemonHarness, _ steps: StepCount) async throws -> Bool {
                do throws(LocdClientError) {
                    try await harness.client.report(steps)
                    return false
                } catch {
                    guard case .refused(.stepsOverlap) = error.code else { throw error }
                    return true
                }
            }
            let settings = "sensors: {steps: \(directory)/none}\n"
            func located(_ harness: DaemonHarness, _ second: Double) async throws {
                await harness.receiver.calls.wait { $0 == [.start] }
                var fix = Fix.sample(0)
                fix.timestamp = now.advanced(bySeconds: second)
                harness.receiver.say(fix)
                try await harness.status { $0.fixes.accepted == 1 }
            }
            try await DaemonHarness.run(in: directory, settings: settings) { harness in
                // The receiver is 3 s ahead of the machine, and so is the track.
                try await located(harness, 3)
                #expect(try await !harness.client.stepCountingAvailable())
                try await harness.client.report(steps(-7200, -3600, 4000))
                #expect(try await harness.client.stepCountingAvailable())
                #expect(try await overlap(harness, steps(-7200, -3600, 4000)))
                #expect(try await overlap(harness, steps(-3601, -1800, 1)))
                try await harness.client.report(steps(-3600, -1800, 1000))
                let status = try await harness.status { $0.steps?.numberOfSteps == 5000 }
                #expect(status.steps?.reported == 5000 && status.steps?.state == .absent)
                await #expect(throws: LocdClientError.self) { try await harness.client.report(steps(-1800, 3600, 1)) }
                // They are older than what the recorder may still deliver: they are in the track at once.
                try await harness.status { $0.recorder.lines == 3 }
            }
            let lines = try DaemonHarness.track(in: directory, "steps")
            #expect(lines.count == 2, "\(lines)")
            try await DaemonHarness.run(in: directory, settings: settings) { harness in
                try await located(harness, 4)
                #expect(try await overlap(harness, steps(-3600, -1800, 1000)))
                try await harness.client.report(steps(-1800, -60, 500))
                // The machine's clock went on since `now`, and the receiver's stands still: the periods are earlier by
                // that.
                let history = try await harness.client.motionHistory(
                    from: now.advanced(bySeconds: -20_000), to: now.advanced(bySeconds: 10))
                #expect(history.numberOfSteps == 5500 && history.floorsAscended == 6)
            }
        }
    }

    @Test func `A clock that was set back refuses no steps for what was reported before`() async throws {
        let clock = ManualClock().clock
        let thread = try ExecutorThread(named: "test")
        let hub = LocationHub(receiver: ScriptedReceiver(), staleAfter: .seconds(5), clock: clock)
        let center = StepCenter(
            devices: "/nonexistent", hub: hub, recorder: nil,
            sessions: Sessions(hub: hub, clock: clock, staleAfter: .seconds(5), store: nil),
            past: StepReportHistory(directory: nil, thread: thread), thread: thread, clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func report(until second: Double) async throws(VarlinkError) {
            let steps = StepCount(
                from: .sample(second - 60), to: .sample(second), numberOfSteps: 100, source: .reported)
            try await center.report(steps, at: .sample(second))
        }
        try await report(until: 100_000)
        try await report(until: 60)
        await #expect(throws: VarlinkError.self) { try await report(until: 60) }
        try await report(until: 120)
    }

    @Test func `In a private region nobody learns of steps, and what began there stays hidden`() async throws {
        var home = Region(identifier: "home", center: .sample, radius: 200)
        home.privacy = .cut
        try await Self.run(regions: [home]) { harness, devices in
            try await Self.walk(to: 1018, harness, devices)
            try await Self.walk(to: 1036, harness, devices)
            #expect(try await harness.client.status().steps == StepsStatus(state: .active))
            Self.say(.sample(30, north: 1000), harness)
            try await harness.status { $0.fixes.accepted == 2 }
            try await Self.walk(to: 1054, harness, devices)
            #expect(try await harness.client.status().steps == StepsStatus(state: .active))
            try await Self.walk(to: 1064, harness, devices)
            try await harness.status { $0.steps?.numberOfSteps == 10 }
        }
    }

    @Test func `Switched off, nothing is read, nothing waits for a time, and reports are refused`() async throws {
        try await DaemonHarness.run { harness in
            let status = try await harness.client.status()
            #expect(status.steps == nil && status.problems.isEmpty)
            // The counter would be read at this instant, as other tests show, and nothing else happens then.
            #expect(!harness.clock.instants.contains(.seconds(10)))
            #expect(try await !harness.client.stepCountingAvailable())
            let now = Timestamp.now
            let steps = StepCount(
                from: now.advanced(bySeconds: -60), to: now, numberOfSteps: 100, source: .reported)
            let error = await #expect(throws: LocdClientError.self) { try await harness.client.report(steps) }
            #expect(error?.code == .refused(.stepCountingUnavailable))
        }
    }
}
