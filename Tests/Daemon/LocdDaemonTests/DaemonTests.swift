import CommandText
import Foundation
import Glibc
import LocationModel
import LocdClient
import LocdConfiguration
import LocdLog
import LocdProtocol
import LocdTestSupport
import Logging
import Testing

@testable import LocdDaemon

@Suite(.timeLimit(.minutes(15))) struct DaemonTests {
    @Test func `Fixes become lines, and status says so`() async throws {
        try await DaemonHarness.recording(settings: DaemonHarness.everyFix) { harness in
            for second in 0..<5 {
                harness.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20))
            }
            harness.receiver.say(Fix(mode: .none))
            let status = try await harness.status { $0.fixes.rejected["noFix"] == 1 && $0.recorder.lines == 5 }
            #expect(status.fixes.accepted == 5)
            #expect(
                abs(
                    (status.location?.location.coordinate.latitude ?? 0)
                        - Coordinate.sample.moved(north: 80).latitude) < 1e-7)
            #expect(status.receiver.state == .noFix)
            #expect(status.receiver.remedy != nil)
            #expect(ExitStatus(status) == .noFix)
            #expect(try await harness.track("location").count == 5)
        }
    }

    @Test func `Silence is noticed by the clock, and becomes a gap with its cause`() async throws {
        try await DaemonHarness.recording(settings: DaemonHarness.everyFix) { harness in
            for second in 0..<4 {
                harness.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20))
            }
            // The receiver is asked before the recorder: its answer may be a moment older.
            try await harness.status { $0.recorder.lines == 4 && ExitStatus($0) == .success }
            harness.clock.advance(by: .seconds(6))
            let silent = try await harness.status { $0.receiver.state == .stale }
            #expect(silent.receiver.cause == .silent)
            #expect(ExitStatus(silent) == .noFix)
            harness.clock.advance(by: .seconds(24))
            harness.receiver.say(.sample(33, north: 660, speed: 20))
            try await harness.status { $0.recorder.lines == 6 }
            let gaps = try await harness.track("gap")
            #expect(gaps.count == 1)
            #expect(gaps.first?.contains(#""cause":"silent""#) == true)
        }
    }

    @Test func `A restart continues the track, writes no fix twice, and names the hole`() async throws {
        try await TemporaryDirectory.with { directory in
            let settings = DaemonHarness.everyFix
            for start in [0.0, 3.0] {
                try await DaemonHarness.recording(in: directory, settings: settings) { harness in
                    // The last fix of the first run comes once more.
                    for second in 0..<4 {
                        let time = start + Double(second)
                        harness.receiver.say(.sample(time, north: 20 * time, speed: 20))
                    }
                    try await harness.status { $0.recorder.lines == (start == 0 ? 4 : 3) }
                }
            }
            try await DaemonHarness.recording(in: directory, settings: settings) { harness in
                harness.receiver.say(.sample(60, north: 1200, speed: 20))
                try await harness.status { $0.recorder.lines == 2 }
                #expect(try await harness.track("location").count == 8)
                #expect(Set(try await harness.track("location")).count == 8)
                #expect(try await harness.track("gap").map { $0.contains(#""cause":"restart""#) } == [true])
                #expect(try await harness.track("header").count == 3)
            }
        }
    }

    @Test func `A stick that is not there at the start is waited for, and positions come all the same`() async throws {
        try await DaemonHarness.recording(settings: DaemonHarness.everyFix, tracks: "stick/tracks") { harness in
            harness.receiver.say(.sample(0, speed: 20))
            let status = try await harness.status { $0.location != nil && $0.recorder.queued == 1 }
            #expect(status.recorder.remedy?.hasPrefix("Mount its disk") == true)
            try FileManager.default.createDirectory(
                atPath: "\(harness.directory)/stick", withIntermediateDirectories: false)
            harness.clock.advance(by: .seconds(30))
            try await harness.status { $0.recorder.lines == 1 && $0.recorder.remedy == nil }
        }
    }

    @Test func `An old file that cannot be seen to is a problem, and recording goes on`() async throws {
        try await DaemonHarness.run(settings: DaemonHarness.everyFix) { harness in
            // A directory under the name of a track, which root may not open as a file either.
            let path = "\(harness.directory)/tracks/1990-01-02.jsonl"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            await harness.receiver.calls.wait { $0 == [.start] }
            var fixes = 0
            // At each fix the writer may look at what is old.
            func goOn() async throws -> [String] { try await harness.problems(afterFix: &fixes, each: 3600) }
            #expect(try await goOn() == [])
            while try await goOn().isEmpty {}
            let status = try await harness.status { !$0.problems.isEmpty }
            #expect(status.problems.count == 1)
            // Everybody may read it; which file it is stands in the journal.
            #expect(status.problems.first?.contains(harness.directory) == false, "\(status.problems)")
            #expect(status.recorder.state != .failed)
            try FileManager.default.removeItem(atPath: path)
            while try await !goOn().isEmpty {}
        }
    }

    @Test func `A state that cannot be written is a problem, until it can`() async throws {
        try await TemporaryDirectory.with { directory in
            // A file in the place of the directory, which root may not open as one either.
            let place = "\(directory)/state"
            try Data().write(to: URL(filePath: place))
            try await DaemonHarness.recording(in: directory, settings: DaemonHarness.everyFix) { harness in
                var fixes = 0
                // At each fix the state may be written.
                func goOn() async throws -> [String] { try await harness.problems(afterFix: &fixes, each: 600) }
                var problems: [String] = []
                while problems.isEmpty { problems = try await goOn() }
                #expect(problems.count == 1 && problems[0].hasPrefix("the state cannot be written"), "\(problems)")
                #expect(problems[0].contains(directory) == false)
                try FileManager.default.removeItem(atPath: place)
                while try await !goOn().isEmpty {}
            }
        }
    }

    @Test func `A second daemon with the same state is refused, wherever its track is`() async throws {
        try await DaemonHarness.run { harness in
            let other = "\(harness.directory)/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
            let state = "state: {directory: \(harness.directory)/state}\n"
            try Data("tracks: {directory: \(other)/tracks}\napi: {socket: \(other)/s}\n\(state)".utf8)
                .write(to: URL(filePath: "\(other)/locd.yaml"))
            let loaded = try Configuration.load(path: "\(other)/locd.yaml")
            let error = await #expect(throws: DaemonError.self) {
                _ = try await Daemon.build(
                    loaded, receiver: ScriptedReceiver(), usesBluetooth: false,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            }
            #expect(error?.code == .state)
            #expect(error?.explanation.contains("(\(getpid())) keeps its state in \(harness.directory)/state") == true)
            #expect(error?.remedy.contains("state.directory") == true)
        }
    }

    @Test func `Restart only keys stay unchanged after a reload`() async throws {
        try await DaemonHarness.run { harness in
            let file = "\(harness.directory)/locd.yaml"
            let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
            let moved = text.replacing("\(harness.directory)/tracks", with: "\(harness.directory)/elsewhere")
                .replacing(
                    "\n", with: "\nreceiver: {staleAfter: 77, source: \"file:/nowhere\"}\n", maxReplacements: 1)
            try Data(moved.utf8).write(to: URL(filePath: file))
            let before = harness.daemon.status.configuration.current
            // Said each time: it is still to come.
            for _ in 0..<2 {
                let said = try await harness.client.reload()
                #expect(said.contains { $0.hasPrefix("tracks.directory: ") && $0.contains("restart") }, "\(said)")
            }
            #expect(try await harness.client.tracks().directory == "\(harness.directory)/tracks")
            let now = harness.daemon.status.configuration.current
            #expect(now.receiver.source == before.receiver.source)
            #expect(now.receiver.staleAfter == 77)
        }
    }

    /// A disk that hangs keeps those waiting who ask about it.
    @Test func `The folder of the tracks is read where nobody else waits for it`() async throws {
        try await DaemonHarness.run { harness in
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            let (disk, hand) = (ends[0], ends[1])
            defer { close(disk) }
            let (isHanging, answers) = (Watched(false), Watched(0))
            try await withThrowingTaskGroup { group in
                // Ends the hanging when the closure ends, however it does.
                defer { close(hand) }
                group.addTask { [reading = harness.daemon.status.reading] in
                    await withTaskExecutorPreference(reading) {
                        isHanging.change { $0 = true }
                        var byte: UInt8 = 0
                        _ = Glibc.read(disk, &byte, 1)
                    }
                }
                await isHanging.wait { $0 }
                group.addTask {
                    // Whoever asks waits for as long as it takes to ask others.
                    let patient = LocdClient(socketPath: harness.client.socketPath, timeout: .seconds(3600))
                    _ = try await patient.tracks()
                    answers.change { $0 += 1 }
                }
                // It is on its way, and the daemon answers others.
                try await harness.status { $0.clients == 1 }
                for _ in 0..<50 { _ = try await harness.client.status() }
                #expect(answers.value == 0)
            }
            #expect(answers.value == 1)
        }
    }

    @Test func `A reload applies what changed, and refuses a bad file`() async throws {
        try await DaemonHarness.recording(
            settings: "recorder: {distanceFilter: 1000, holdsPositionWhenStationary: false}\n"
        ) { harness in
            harness.receiver.say(.sample(0, speed: 20), .sample(1, north: 20, speed: 20))
            try await harness.status { $0.recorder.held["distanceFilter"] == 1 }

            try await harness.reload(
                "recorder: {distanceFilter: 10, holdsPositionWhenStationary: false}\nlog: {level: debug}\n")
            harness.receiver.say(.sample(2, north: 40, speed: 20))
            try await harness.status { $0.recorder.lines == 2 }
            #expect(harness.daemon.reload.threshold.level == .debug)

            try await harness.reload("recorder: {distanceFilter: far}\n")
            let refused = try await harness.status { !$0.problems.isEmpty }
            // Root reads what stands in the file; every user only its name.
            #expect(
                refused.problems.count == 1 && refused.problems[0].hasPrefix("configuration refused: ")
                    && refused.problems[0].contains("recorder.distanceFilter: "), "\(refused.problems)")
            let shown = await harness.daemon.status.status()
            #expect(shown.problems == ["configuration refused: 1 problem in locd.yaml: see journalctl -u locd"])
            harness.receiver.say(.sample(3, north: 60, speed: 20))
            try await harness.status { $0.recorder.lines == 3 }

            try await harness.reload("")
            try await harness.status { $0.problems.isEmpty }

            // What needs a restart is said, and not in force.
            try await harness.reload("receiver: {source: serial:/dev/ttyNone}\nlog: {level: error}\n")
            let waiting = try await harness.status { !$0.problems.isEmpty }
            #expect(waiting.problems.contains { $0.contains("restart") && $0.contains("receiver.source") })
            let settings = try await harness.client.configuration()
            let source = try #require(settings.first { $0.key == "receiver.source" })
            #expect(source.value != "serial:/dev/ttyNone" && source.pending == "serial:/dev/ttyNone")
            let level = try #require(settings.first { $0.key == "log.level" })
            #expect(
                level.value == "error" && level.pending == nil && level.origin.contains("locd.yaml:"), "\(level)")
        }
    }

    @Test func `A reload waits for its disk on the thread for that, and nobody waits with it`() async throws {
        try await DaemonHarness.run { harness in
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            let (disk, end) = (ends[0], ends[1])
            let (arrivals, arrived) = AsyncStream.makeStream(of: String.self)
            var steps = arrivals.makeAsyncIterator()
            // A disk that hangs: its thread waits, the test does not.
            async let hang: Void = withTaskExecutorPreference(harness.daemon.reload.reading) {
                arrived.yield("hangs")
                var byte: UInt8 = 0
                _ = read(disk, &byte, 1)
                arrived.yield("goes on")
            }
            #expect(await steps.next() == "hangs")
            async let reload: Void = {
                await harness.daemon.reload.reload()
                arrived.yield("is reloaded")
            }()
            for _ in 0..<20 { try await harness.status { _ in true } }
            close(end)
            #expect(await [steps.next(), steps.next()] == ["goes on", "is reloaded"])
            _ = await (hang, reload)
            close(disk)
        }
    }

    @Test func `A second daemon on the same track is refused`() async throws {
        try await DaemonHarness.run { harness in
            await #expect(throws: DaemonError.self) {
                try await DaemonHarness(in: harness.directory, settings: "")
            }
        }
    }

    @Test func `Power saving lets go while paused, and looks again`() async throws {
        let settings = "receiver: {powerSaving: 60}\nrecorder: {pausesLocationUpdatesAutomatically: true}\n"
        try await DaemonHarness.recording(settings: settings) { harness in
            for second in stride(from: 0.0, through: 301, by: 1) { harness.receiver.say(.sample(second, speed: 0)) }
            await harness.receiver.calls.wait { $0 == [.start, .stop] }
            let resting = try await harness.status { $0.receiver.state == .released }
            #expect(resting.recorder.state == .paused)
            #expect(ExitStatus(resting) == .success)
            harness.clock.advance(by: .seconds(61))
            await harness.receiver.calls.wait { $0 == [.start, .stop, .start] }
            harness.receiver.say(.sample(370, speed: 0), .sample(371, speed: 0), .sample(372, speed: 0))
            await harness.receiver.calls.wait { $0 == [.start, .stop, .start, .stop] }
            #expect(try await harness.track("pause").count == 1)
            #expect(try await harness.track("gap").isEmpty)
        }
    }

    /// A box that runs for less than a minute keeps its state too, even if it is switched off.
    @Test func `The state is on the disk soon after the start`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = "\(directory)/state/recorder.json"
            try await DaemonHarness.recording(in: directory) { harness in
                harness.receiver.say(.sample(0), .sample(1))
                _ = try await harness.status { ($0.recorder.lines ?? 0) > 0 }
                #expect(!FileManager.default.fileExists(atPath: path))
                harness.clock.advance(by: StateKeeper.first)
                await eventually {
                    _ = try? await harness.client.status()
                    return FileManager.default.fileExists(atPath: path)
                }
            }
        }
    }
}
