import Testing

@testable import Simulator

@Suite("Simulator: serial line")
struct SimulatorTransmitterTests {
    /// Epochs of so many bytes at these times.
    private struct Epochs: EpochSource {
        var rest: ArraySlice<PlayedEpoch>

        init(_ times: [Double], size: Int = 100) {
            rest = times.map { PlayedEpoch(elapsed: $0, bytes: [UInt8](repeating: 1, count: size)) }[...]
        }

        mutating func nextEpoch() -> PlayedEpoch? { rest.popFirst() }
    }

    private let start = Duration.seconds(1000)

    private func isWrite(_ step: SerialTransmitter.Step, _ count: Int) -> Bool {
        if case .write(let bytes) = step { bytes.count == count } else { false }
    }

    @Test func `Epochs leave at their times however late the last one was`() {
        var line = SerialTransmitter(Epochs([0, 1, 2]), pace: .timed(speed: 1))
        #expect(isWrite(line.next(now: start, hasReader: true), 100))
        line.wrote(100, of: 100)
        #expect(line.next(now: start, hasReader: true) == .wait(until: start + .seconds(1)))
        #expect(isWrite(line.next(now: start + .milliseconds(1300), hasReader: true), 100))
        line.wrote(100, of: 100)
        // 2 s, not 2.3: lateness does not add up.
        #expect(line.next(now: start + .milliseconds(1300), hasReader: true) == .wait(until: start + .seconds(2)))
        #expect(isWrite(line.next(now: start + .seconds(2), hasReader: true), 100))
        line.wrote(100, of: 100)
        #expect(line.next(now: start + .seconds(2), hasReader: true) == .finished)
        #expect(line.counters == .init(written: 3, unheard: 0, dropped: 0))
    }

    @Test func `Speed and delay move the times`() {
        var line = SerialTransmitter(Epochs([0, 1]), pace: .timed(speed: 4), delay: .milliseconds(300))
        let first = start + .milliseconds(300)
        #expect(line.next(now: start, hasReader: true) == .wait(until: first))
        #expect(isWrite(line.next(now: first, hasReader: true), 100))
        line.wrote(100, of: 100)
        #expect(line.next(now: first, hasReader: true) == .wait(until: first + .milliseconds(250)))
    }

    @Test func `After a standstill there is no burst`() {
        var line = SerialTransmitter(Epochs([0, 1, 2, 3]), pace: .timed(speed: 1))
        _ = line.next(now: start, hasReader: true)
        line.wrote(100, of: 100)
        let later = start + .seconds(3600)
        #expect(isWrite(line.next(now: later, hasReader: true), 100))
        line.wrote(100, of: 100)
        #expect(line.next(now: later, hasReader: true) == .wait(until: later + .seconds(1)))
    }

    @Test func `Undelivered events are counted and time goes on`() {
        var line = SerialTransmitter(Epochs([0, 1, 2]), pace: .timed(speed: 1))
        #expect(line.next(now: start, hasReader: false) == .wait(until: start + .seconds(1)))
        #expect(line.next(now: start + .seconds(1), hasReader: false) == .wait(until: start + .seconds(2)))
        #expect(isWrite(line.next(now: start + .seconds(2), hasReader: true), 100))
        line.wrote(100, of: 100)
        #expect(line.counters == .init(written: 1, unheard: 2, dropped: 0))
    }

    @Test func `Reader that does not read loses the rest of the epoch`() {
        var line = SerialTransmitter(Epochs([0, 1]), pace: .timed(speed: 1))
        _ = line.next(now: start, hasReader: true)
        line.wrote(30, of: 100)
        #expect(line.counters.dropped == 1)
        #expect(line.next(now: start, hasReader: true) == .wait(until: start + .seconds(1)))
        _ = line.next(now: start + .seconds(1), hasReader: true)
        line.wrote(0, of: 100)
        #expect(line.next(now: start + .seconds(1), hasReader: true) == .finished)
        #expect(line.counters == .init(written: 0, unheard: 0, dropped: 2))
    }

    @Test func `As read nothing is lost`() {
        var line = SerialTransmitter(Epochs([0, 1]), pace: .asRead)
        #expect(line.next(now: start, hasReader: false) == .waitForReader)
        #expect(isWrite(line.next(now: start, hasReader: true), 100))
        line.wrote(30, of: 100)
        #expect(line.next(now: start, hasReader: true) == .waitForRoom)
        #expect(isWrite(line.next(now: start, hasReader: true), 70))
        line.wrote(70, of: 70)
        #expect(isWrite(line.next(now: start, hasReader: true), 100))
        line.wrote(100, of: 100)
        #expect(line.next(now: start, hasReader: true) == .finished)
        #expect(line.counters == .init(written: 2, unheard: 0, dropped: 0))
    }

    /// Performs the steps on a clock that jumps to what is waited for; when the bytes left, and how many.
    private func perform(_ line: inout SerialTransmitter) -> [(at: Double, count: Int)] {
        var now = start
        var left: [(at: Double, count: Int)] = []
        for _ in 0..<10_000 {
            switch line.next(now: now, hasReader: true) {
            case .write(let bytes):
                left.append(((now - start) / .seconds(1), bytes.count))
                line.wrote(bytes.count, of: bytes.count)
            case .wait(let instant):
                guard instant > now else { Issue.record("waits for the past"); return left }
                now = instant
            case .waitForReader, .waitForRoom: Issue.record("waits for a reader that is there")
            case .finished: return left
            }
        }
        Issue.record("does not end")
        return left
    }

    @Test func `Line speed spreads the bytes`() throws {
        var line = SerialTransmitter(Epochs([0, 1], size: 480), pace: .timed(speed: 1), bytesPerSecond: 960)
        let left = perform(&line)
        #expect(left.reduce(0) { $0 + $1.count } == 960)
        let first = left.filter { $0.at < 1 }
        #expect(abs((first.last?.at ?? 0) - 0.5) < 0.001)
        #expect(first.count >= 20)
        var sum = 0
        for chunk in first {
            sum += chunk.count
            #expect(Double(sum) <= chunk.at * 960 + 1)
        }
        #expect(line.counters == .init(written: 2, unheard: 0, dropped: 0))
    }

    @Test func `Line that is too slow leaves epochs out`() {
        // 300 ms of bytes ten times a second: every third epoch fits.
        var line = SerialTransmitter(
            Epochs((0..<30).map { Double($0) / 10 }, size: 288), pace: .timed(speed: 1), bytesPerSecond: 960)
        _ = perform(&line)
        #expect(line.counters.written + line.counters.dropped == 30)
        #expect((9...11).contains(line.counters.written))
    }
}
