import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Subprocess
import Testing

extension SystemTests {
    /// What goes away and comes back, one link of the chain at a time. locd is never restarted.
    @Suite("Faults", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct Faults {
        private static let staleAfter = 2.0

        private func configuration(_ stage: Stage, port: UInt16) -> DaemonConfiguration {
            stage.configuration(port: port, "receiver.staleAfter: \(Self.staleAfter)").with(
                DaemonConfiguration.unfiltered)
        }

        private func liveReceiver(_ stage: Stage) async throws -> Child {
            try await stage.receiver("loop", "--rate", "5", "--time-to-first-fix", "0")
        }

        private func recording(_ stage: Stage, _ locd: DaemonConfiguration) async throws {
            let lines = try await locd.client.status().recorder.lines ?? 0
            _ = try await stage.status(of: locd, "recording") {
                $0.receiver.state == .fix3D && ($0.recorder.lines ?? 0) > lines + 5
            }
        }

        /// The state that follows from what was done at `instant` is named in time, in words and in the exit code.
        private func expect(
            _ state: ReceiverState, _ cause: OutageCause, since instant: ContinuousClock.Instant, _ stage: Stage,
            _ locd: DaemonConfiguration
        ) async throws {
            let status = try await stage.status(of: locd, "\(state), \(cause)") {
                $0.receiver.state == state && $0.receiver.cause == cause
            }
            let entered = ContinuousClock.now - instant - .seconds(status.receiver.stateAge)
            // The rule is staleAfter and a second; a machine that is busy with other things has some more.
            #expect(entered <= .seconds(Self.staleAfter + 6))
            #expect(status.recorder.state == .waiting)
            #expect(status.receiver.remedy != nil)
            let answer = try await locd.statusCommand()
            #expect(answer.code == 75, "\(answer.all)")
        }

        /// Who tells gpsd what became of a device.
        enum Messenger: CaseIterable {
            /// At once.
            case udev
            /// A person, when all is plugged in again. gpsd may have noticed some of it by itself by then, or nothing.
            case person
        }

        @Test(arguments: Messenger.allCases)
        func `The receiver is unplugged and plugged in again`(messenger: Messenger) async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                let receiver = try await liveReceiver(stage)
                _ = try await stage.gpsd(port: port)
                let locd = configuration(stage, port: port)
                _ = try await stage.daemon(locd)
                try await recording(stage, locd)

                let instant = ContinuousClock.now
                receiver.send(.kill)
                try await stage.until("the receiver is gone") { receiver.status != nil }
                // One that was killed could not take its link away; of a real one the kernel takes the device away.
                try FileManager.default.removeItem(atPath: stage.device)
                if messenger == .udev { try await stage.sendToGPSD("-\(stage.device)") }
                try await expect(.absent, .unplugged, since: instant, stage, locd)
                try await stage.until("the hole is longer than what follows it") {
                    ContinuousClock.now - instant > .seconds(2 * Self.staleAfter)
                }
                let status = try await locd.client.status().receiver
                #expect(status.state == .absent && status.cause == .unplugged, "it is still not there: \(status)")
                _ = try await liveReceiver(stage)
                if messenger == .person { try await stage.sendToGPSD("-\(stage.device)") }
                try await stage.sendToGPSD("+\(stage.device)")
                try await recording(stage, locd)
                let track = try locd.track()
                #expect(track.of("gap").map(\.cause) == ["unplugged"])
                #expect(track.violationsOfGapRule(staleAfter: Self.staleAfter) == [])
            }
        }

        @Test func `First there is no gpsd, then it has no receiver, then all is there`() async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                let locd = configuration(stage, port: port)
                let instant = ContinuousClock.now
                _ = try await stage.daemon(locd)
                try await expect(.absent, .noGPSD, since: instant, stage, locd)
                _ = try await stage.gpsd(port: port, devices: [])
                _ = try await stage.status(of: locd, "no device") { $0.receiver.cause == .noDevice }
                #expect(try await locd.statusCommand().code == 75)
                _ = try await liveReceiver(stage)
                try await stage.sendToGPSD("+\(stage.device)")
                try await recording(stage, locd)
                #expect(try locd.track().violationsOfGapRule(staleAfter: Self.staleAfter) == [])
                #expect(try locd.track().of("gap").isEmpty, "nothing was recorded before")
            }
        }

        @Test func `A receiver hangs, with everything plugged in`() async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                let receiver = try await liveReceiver(stage)
                _ = try await stage.gpsd(port: port)
                let locd = configuration(stage, port: port)
                _ = try await stage.daemon(locd)
                try await recording(stage, locd)

                let instant = ContinuousClock.now
                receiver.send(.suspend)
                try await expect(.stale, .silent, since: instant, stage, locd)
                receiver.send(.resume)
                try await recording(stage, locd)
                // Its clock stood still too: by its time there may be no hole at all.
                #expect(try locd.track().violationsOfGapRule(staleAfter: Self.staleAfter) == [])
            }
        }

        @Test(arguments: [OutageCause.silent, .noFix])
        func `Short holes leave no trace, long ones a gap with its cause`(cause: OutageCause) async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                let holes = [4.0..<5.2, 7.0..<12, 14.0..<15.2]
                let file = try stage.file("holes.nmea", sentences(until: 17, holes: holes, cause: cause))
                _ = try await stage.receiver(file, "--wait", "--hold", "60")
                let locd = configuration(stage, port: port)
                _ = try await stage.daemon(locd)
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                // In the long hole, told by the receiver's time: no other hole lasts so long.
                let state = cause == .noFix ? ReceiverState.noFix : .stale
                let before = Date(timeIntervalSince1970: Sentences.Moment(seconds: 6.8).time1970).ISO8601Format()
                _ = try await stage.status(of: locd, "\(state)") {
                    $0.receiver.state == state
                        && $0.location.map { $0.location.timestamp.description.prefix(19) >= before.prefix(19) } == true
                }
                #expect(try await locd.statusCommand().code == 75)
                _ = try await stage.status(of: locd, "the end") {
                    $0.location.map { $0.location.timestamp.description.hasPrefix("2026-11-21T06:00:16.8") } == true
                }
                let track = try await stage.until("the last line") { () -> [TrackEntry]? in
                    let track = try locd.track()
                    let isWhole = track.last?.time.map { $0 > Sentences.Moment(seconds: 16.7).time1970 } == true
                    return isWhole ? track : nil
                }
                #expect(track.of("gap").map(\.cause) == [cause.rawValue])
                #expect(track.violationsOfGapRule(staleAfter: Self.staleAfter) == [])
                let gap = try #require(track.of("gap").first)
                #expect(abs(try #require(gap.length) - 5.2) < 0.01)
            }
        }

        /// Five epochs a second, with holes in which the receiver says nothing, or that it has no fix.
        private func sentences(until end: Double, holes: [Range<Double>], cause: OutageCause) -> String {
            (0..<Int(rounding: end * 5)).map { index in
                let moment = Sentences.Moment(seconds: Double(index) / 5)
                let isHole = holes.contains { $0.contains(moment.seconds) }
                if !isHole { return Sentences.fix(moment) }
                return cause == .noFix ? Sentences.void(time: moment.time, date: moment.date) : ""
            }.joined()
        }
    }
}

extension LongSystemTests {
    /// A tenth of `make soak`: a port that is unplugged 100 times and a gpsd that is killed 10 times, while locd
    /// records.
    @Suite struct FlappingTests {
        @Test(.enabled(if: Program.hasGPSD && Program.python != nil, "gpsd or Python is not installed"))
        func `Receivers that flap leave gaps and nothing else`() async throws {
            try await Stage.run { stage in
                let soak = stage.start(
                    "soak", path: try #require(Program.python),
                    [Checkout.path("Scripts/soak"), Program.locd, "--serial", "100", "--gpsd", "10"]
                        + (Sanitizer.isPresent ? ["--any-memory"] : []))
                soak.mayEnd()
                let status: TerminationStatus = try await stage.until(
                    "the soak ends", within: .seconds(720), every: .seconds(1)
                ) { soak.status }
                #expect(status == .exited(0), "\(soak.report)")
            }
        }
    }
}
