import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import Synchronization
import SystemSupport
import Testing

@testable import Receivers

@Suite(.timeLimit(.minutes(15))) struct RecordingReceiverTests {
    private typealias Samples = RecordingSamples

    private struct NoLink: Error {}

    private let thread: ExecutorThread

    init() throws { thread = try ExecutorThread(named: "receiver") }

    /// A recording that is played as far as a test lets it: its clock stands still between.
    private final class Bench: ReceiverConformance.Bench {
        let receiver: any Receiver
        private let file: TemporaryFile
        private let clock: ManualClock
        private let thread: ExecutorThread

        /// The recording begins a second before the first that is asked for.
        init(_ text: String = Samples.nmea(0..<100)) throws {
            let clock = ManualClock()
            thread = try ExecutorThread(named: "receiver")
            file = try TemporaryFile(text.utf8)
            self.clock = clock
            receiver = RecordingReceiver(RecordingSource(path: file.path), clock: clock.clock, on: thread) { _ in
                PollWait()
            }
        }

        func report(second: Int) async { reportNow(second: second) }

        func reportNow(second: Int) {
            let step = Duration.seconds(second) - clock.clock.now()
            if step > .zero { clock.advance(by: step) }
            thread.stepNow()
        }

        func isReleased() async {}
        func close() async {}
    }

    @Test(arguments: ReceiverConformance.all)
    func `Conforms`(_ check: ReceiverConformance) async throws {
        try await check.run(on: Bench())
    }

    /// Plays a recording to its end: what it said, and how long it waited before each of its pauses.
    private func play(
        _ bytes: some Sequence<UInt8>, date: CivilDate? = nil
    ) async throws -> (events: [ReceiverEvent], waits: [Double]) {
        let clock = ManualClock()
        let waits = Locked<[Double]>([])
        let file = try TemporaryFile(bytes)
        let receiver = RecordingReceiver(RecordingSource(path: file.path, date: date), clock: clock.clock, on: thread) {
            duration in
            waits.withLock { $0.append(duration.seconds) }
            clock.advance(by: duration)
            return .immediate
        }
        receiver.start()
        var events: [ReceiverEvent] = []
        for await batch in receiver.events { events += batch }
        await receiver.stop()
        return (events, waits.withLock { Array($0) })
    }

    @Test func `A recording plays at its own pace and ends the stream`() async throws {
        let (events, waits) = try await play((Samples.nmea(0..<4) + Samples.nmea(7..<9)).utf8)
        #expect(waits == [1, 1, 1, 4, 1])
        #expect(events.fixes.map(\.timestamp) == [0, 1, 2, 3, 7, 8].map { Timestamp.sample($0) })
        #expect(events.conditions == [.opening, .open, .absent(.endOfRecording)])
        guard case .link(let link) = events[1] else { throw NoLink() }
        #expect(link.driver == "NMEA0183" && link.device?.hasPrefix("/tmp/locd-recording-") == true)
    }

    @Test func `Holes and steps back are crossed in a second`() async throws {
        let (events, waits) = try await play(
            (Samples.line(0) + Samples.line(3600) + Samples.line(3610) + Samples.line(60)).utf8)
        #expect(waits == [1, 10, 1])
        #expect(events.fixes.count == 4)
    }

    @Test func `Fixes that come together are sent together`() async throws {
        let gsv = Samples.sentence("GPGSV,1,1,01,07,53,074,43")
        let file = try TemporaryFile((0..<3).map { Samples.epoch($0) + gsv }.joined().utf8)
        let clock = ManualClock()
        let receiver = RecordingReceiver(RecordingSource(path: file.path), clock: clock.clock, on: thread) { pause in
            clock.advance(by: pause)
            return .immediate
        }
        receiver.start()
        var batches: [[ReceiverEvent]] = []
        for await batch in receiver.events where !batch.fixes.isEmpty { batches.append(batch) }
        #expect(batches.map(\.fixes.count) == [1, 1, 1])
    }

    @Test func `A recording that is let go of goes on where it stopped`() async throws {
        let bench = try Bench()
        let said = Watched<[ReceiverEvent]>([])
        let listener = Task { for await batch in bench.receiver.events { said.change { $0 += batch } } }
        bench.receiver.start()
        bench.reportNow(second: 5)
        await said.wait { $0.fixes.count == 6 }
        await bench.receiver.stop()
        // Time that passes meanwhile is not the recording's.
        bench.reportNow(second: 50)
        bench.receiver.start()
        bench.reportNow(second: 52)
        await said.wait { $0.fixes.last?.timestamp == .sample(7) }
        await bench.receiver.stop()
        listener.cancel()
        let times = said.value.fixes.map(\.timestamp)
        #expect(times.prefix(8) == (0..<8).map { Timestamp.sample(Double($0)) }[...])
        #expect(Set(times).count == times.count)
    }

    @Test func `A file that is of no use says why and ends`() async throws {
        let (events, waits) = try await play("nothing\n".utf8)
        #expect(events.conditions == [.opening, .failing(.unreadable)] && waits.isEmpty)
        let (undated, _) = try await play(Samples.nmea(0..<3, hasDate: false).utf8)
        guard case .link(let link) = undated.last else { throw NoLink() }
        #expect(link.condition == .failing(.unreadable) && link.detail?.contains("no date") == true)
        let day = CivilDate(year: 2026, month: 11, day: 21)
        let (dated, _) = try await play(Samples.nmea(0..<3, hasDate: false).utf8, date: day)
        #expect(dated.fixes.count == 3)
    }

    @Test func `A file that is not there yet is waited for`() async throws {
        let file = try TemporaryFile(Samples.nmea(0..<3).utf8)
        let hidden = file.path + ".hidden"
        try #require(rename(file.path, hidden) == 0)
        let path = file.path
        let clock = ManualClock()
        let tries = Atomic(0)
        let receiver = RecordingReceiver(RecordingSource(path: path), clock: clock.clock, on: thread) { duration in
            if tries.wrappingAdd(1, ordering: .relaxed).newValue == 3 { rename(hidden, path) }
            clock.advance(by: duration)
            return .immediate
        }
        receiver.start()
        var events: [ReceiverEvent] = []
        for await batch in receiver.events { events += batch }
        #expect(events.fixes.count == 3)
        #expect(events.conditions.contains(.absent(.noDevice)) && events.conditions.last == .absent(.endOfRecording))
    }

    @Test func `The intact part of a damaged file is played before the error`() async throws {
        let (events, _) = try await play(Samples.gzip(Array(Samples.nmea(0..<100).utf8)).dropLast(2000))
        #expect(events.fixes.count > 70 && events.conditions.last == .failing(.unreadable))
    }
}
