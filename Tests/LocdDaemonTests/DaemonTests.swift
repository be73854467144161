import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdTestSupport
import Logging
import Testing

@testable import LocdDaemon

@Suite(.timeLimit(.minutes(20))) struct DaemonTests {
    @Test func fixesBecomeLines_AndStatusSaysSo() async throws {
        try await TemporaryDirectory.with { directory in
            try await DaemonHarness.run(
                in: directory, settings: "recorder: {distanceFilter: none, holdsPositionWhenStationary: false}\n"
            ) { harness in
                await harness.receiver.calls.wait { $0 == [.start] }
                for second in 0..<5 {
                    harness.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20))
                }
                harness.receiver.say(Fix(mode: .none))
                let status = try await harness.status { $0.fixes.rejected["noFix"] == 1 && $0.recorder.lines == 5 }
                #expect(status.fixes.accepted == 5)
                #expect(abs((status.location?.latitude ?? 0) - Coordinate.sample.moved(north: 80).latitude) < 1e-7)
                #expect(status.receiver.state == .noFix)
                #expect(status.receiver.remedy != nil)
                #expect(ExitStatus(status) == .noFix)
                #expect(try harness.track("location").count == 5)
            }
        }
    }

    @Test func silenceIsNoticedByTheClock_AndBecomesAGapWithItsCause() async throws {
        try await TemporaryDirectory.with { directory in
            try await DaemonHarness.run(
                in: directory, settings: "recorder: {distanceFilter: none, holdsPositionWhenStationary: false}\n"
            ) { harness in
                await harness.receiver.calls.wait { $0 == [.start] }
                for second in 0..<4 {
                    harness.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20))
                }
                #expect(ExitStatus(try await harness.status { $0.recorder.lines == 4 }) == .success)
                harness.clock.advance(by: .seconds(6))
                let silent = try await harness.status { $0.receiver.state == .stale }
                #expect(silent.receiver.cause == .silent)
                #expect(ExitStatus(silent) == .noFix)
                harness.clock.advance(by: .seconds(24))
                harness.receiver.say(.sample(33, north: 660, speed: 20))
                try await harness.status { $0.recorder.lines == 6 }
                let gaps = try harness.track("gap")
                #expect(gaps.count == 1)
                #expect(gaps.first?.contains(#""cause":"silent""#) == true)
            }
        }
    }

    @Test func aRestartContinuesTheTrack_WritesNoFixTwice_AndNamesTheHole() async throws {
        try await TemporaryDirectory.with { directory in
            let settings = "recorder: {distanceFilter: none, holdsPositionWhenStationary: false}\n"
            for start in [0.0, 3.0] {
                try await DaemonHarness.run(in: directory, settings: settings) { harness in
                    await harness.receiver.calls.wait { $0 == [.start] }
                    // The last fix of the first run comes once more.
                    for second in 0..<4 {
                        let time = start + Double(second)
                        harness.receiver.say(.sample(time, north: 20 * time, speed: 20))
                    }
                    try await harness.status { $0.recorder.lines == (start == 0 ? 4 : 3) }
                }
            }
            try await DaemonHarness.run(in: directory, settings: settings) { harness in
                await harness.receiver.calls.wait { $0 == [.start] }
                harness.receiver.say(.sample(60, north: 1200, speed: 20))
                try await harness.status { $0.recorder.lines == 2 }
                #expect(try harness.track("location").count == 8)
                #expect(Set(try harness.track("location")).count == 8)
                #expect(try harness.track("gap").map { $0.contains(#""cause":"restart""#) } == [true])
                #expect(try harness.track("header").count == 3)
            }
        }
    }

    @Test func aReloadAppliesWhatChanged_AndRefusesABadFile() async throws {
        try await TemporaryDirectory.with { directory in
            try await DaemonHarness.run(
                in: directory, settings: "recorder: {distanceFilter: 1000, holdsPositionWhenStationary: false}\n"
            ) { harness in
                await harness.receiver.calls.wait { $0 == [.start] }
                harness.receiver.say(.sample(0, speed: 20), .sample(1, north: 20, speed: 20))
                try await harness.status { $0.recorder.held["distanceFilter"] == 1 }

                try DaemonHarness.write(
                    "recorder: {distanceFilter: 10, holdsPositionWhenStationary: false}\nlog: {level: debug}\n",
                    in: directory)
                await harness.daemon.reload.reload()
                harness.receiver.say(.sample(2, north: 40, speed: 20))
                try await harness.status { $0.recorder.lines == 2 }
                #expect(harness.daemon.reload.threshold.level == .debug)

                try DaemonHarness.write("recorder: {distanceFilter: far}\n", in: directory)
                await harness.daemon.reload.reload()
                let refused = try await harness.status { !$0.problems.isEmpty }
                #expect(refused.problems.contains { $0.contains("distanceFilter") })
                harness.receiver.say(.sample(3, north: 60, speed: 20))
                try await harness.status { $0.recorder.lines == 3 }

                try DaemonHarness.write("", in: directory)
                await harness.daemon.reload.reload()
                try await harness.status { $0.problems.isEmpty }
            }
        }
    }

    @Test func aSecondDaemonOnTheSameTrackIsRefused() async throws {
        try await TemporaryDirectory.with { directory in
            try await DaemonHarness.run(in: directory) { _ in
                await #expect(throws: DaemonError.self) {
                    try await DaemonHarness(in: directory, settings: "", clock: ManualClock())
                }
            }
        }
    }

    @Test func powerSavingLetsGoWhilePaused_AndLooksAgain() async throws {
        try await TemporaryDirectory.with { directory in
            let settings = "receiver: {powerSaving: 60}\nrecorder: {pausesLocationUpdatesAutomatically: true}\n"
            try await DaemonHarness.run(in: directory, settings: settings) { harness in
                await harness.receiver.calls.wait { $0 == [.start] }
                for second in stride(from: 0.0, through: 301, by: 1) { harness.receiver.say(.sample(second, speed: 0)) }
                await harness.receiver.calls.wait { $0 == [.start, .stop] }
                let resting = try await harness.status { $0.receiver.state == .released }
                #expect(resting.recorder.state == .paused)
                #expect(ExitStatus(resting) == .success)
                harness.clock.advance(by: .seconds(61))
                await harness.receiver.calls.wait { $0 == [.start, .stop, .start] }
                harness.receiver.say(.sample(370, speed: 0), .sample(371, speed: 0), .sample(372, speed: 0))
                await harness.receiver.calls.wait { $0 == [.start, .stop, .start, .stop] }
                #expect(try harness.track("pause").count == 1)
                #expect(try harness.track("gap").isEmpty)
            }
        }
    }
}
