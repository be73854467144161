import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Sensors

@Suite("Step counters")
struct StepCounterTests {
    private func counts(_ readings: (UInt64, Int)...) -> [StepCounter.Count?] {
        var counter = StepCounter()
        return readings.map { counter.receive($0.0, at: .seconds($0.1)) }
    }

    @Test func `The first reading is a baseline, and each rise counts the steps since`() {
        let counted = counts((1000, 0), (1000, 10), (1018, 20), (1036, 30))
        #expect(
            counted == [
                nil, nil, StepCounter.Count(from: .seconds(10), to: .seconds(20), numberOfSteps: 18),
                StepCounter.Count(from: .seconds(20), to: .seconds(30), numberOfSteps: 18),
            ])
    }

    @Test func `A counter that fell back or was full is a new baseline`() {
        let counted = counts((5000, 0), (0, 10), (20, 20), (.max, 30), (7, 40), (17, 50))
        #expect(counted.map { $0?.numberOfSteps } == [nil, nil, 20, nil, nil, 10])
    }

    @Test func `Nobody makes more than five steps a second, over whatever time`() {
        #expect(counts((0, 0), (50, 10), (101, 20), (102, 30)).map { $0?.numberOfSteps } == [nil, 50, nil, 1])
        // The machine slept for an hour in a pocket.
        #expect(
            counts((0, 0), (18_000, 3600)).last
                == StepCounter.Count(from: .zero, to: .seconds(3600), numberOfSteps: 18_000))
        #expect(counts((0, 0), (18_001, 3600)).last == .some(nil))
        // Time that stands still allows none.
        #expect(counts((0, 5), (1, 5)).last == .some(nil))
    }

    @Test func `Random readings never count less than nothing nor more than a person can walk`() {
        var generator = SplitMix64(seed: 20)
        var counter = StepCounter()
        var now = Duration.zero
        for _ in 0..<20_000 {
            let pause = Duration.milliseconds(Int64.random(in: 0...20_000, using: &generator))
            now += pause
            let value =
                Bool.random(using: &generator)
                ? UInt64.random(in: 0...200, using: &generator) : .random(in: 0 ... .max, using: &generator)
            guard let count = counter.receive(value, at: now) else { continue }
            #expect(count.numberOfSteps > 0 && Double(count.numberOfSteps) <= pause.seconds * 5)
            #expect(count.to == now && count.from == now - pause)
        }
    }

    @Test(
        arguments: [
            ("0\n", 0), ("1234\n", 1234), (" 7 ", 7), ("18446744073709551615\n", UInt64.max),
            ("18446744073709551616", nil),
            ("", nil), ("\n", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("12 34", nil), ("0x10", nil), ("1\0", nil),
            ("１", nil), ("000000000000000000001", nil),
        ] as [(String, UInt64?)])
    func `A file says a whole number, or nothing`(text: String, number: UInt64?) {
        #expect(StepCounterDevice.number(Array(text.utf8)) == number)
    }
}

@Suite("Reading a step counter")
struct StepCounterReaderTests {
    @Test func `The first counter among the devices is read; one that is switched off, broken or gone counts nothing`()
        async throws
    {
        try await TemporaryDirectory.with { directory in
            let tree = MadeUpDevices(directory)
            var reader = StepCounterReader(devices: directory)
            var now = Duration.zero
            func read() -> (state: StepCounterReader.State, count: StepCounter.Count?) {
                now += .seconds(10)
                return reader.read(at: now)
            }
            #expect(read().state == .absent)
            try tree.write("in_accel_x_raw", "12\n", of: 0)
            #expect(read().state == .absent)
            try tree.write("in_steps_input", "100\n", of: 2)
            try tree.write("in_steps_input", "900\n", of: 11)
            #expect(read() == (.active, nil))
            try tree.write("in_steps_input", "118\n", of: 2)
            #expect(read().count?.numberOfSteps == 18)
            // Off: what was counted meanwhile is not known.
            try tree.write("in_steps_en", "0\n", of: 2)
            try tree.write("in_steps_input", "120\n", of: 2)
            #expect(read() == (.disabled, nil))
            try tree.write("in_steps_en", "1\n", of: 2)
            #expect(read() == (.active, nil))
            try tree.write("in_steps_input", "121\n", of: 2)
            #expect(read().count?.numberOfSteps == 1)
            try tree.write("in_steps_input", "many\n", of: 2)
            let broken = read()
            guard case .failed(let sentence) = broken.state else {
                Issue.record("\(broken)")
                return
            }
            #expect(sentence.contains("iio:device2/in_steps_input") && broken.count == nil)
            // Unplugged: the next one is another counter.
            try tree.remove(2)
            #expect(read().state == .absent)
            #expect(read() == (.active, nil))
            try tree.write("in_steps_input", "910\n", of: 11)
            #expect(read().count?.numberOfSteps == 10)
        }
    }
}

@Suite("Steps on their way into the track")
struct StepJournalTests {
    private let receiver = ReceiverTime(.sample(1000), at: .seconds(500))

    private func entry(_ from: Int, _ to: Int, _ steps: Int, _ source: StepCount.Source = .counter) -> StepJournal.Entry
    {
        StepJournal.Entry(from: .seconds(from), to: .seconds(to), numberOfSteps: steps, source: source)
    }

    @Test func `Steps that follow each other become a record a minute, with the receiver's time, 800 s later`() {
        var journal = StepJournal()
        for second in stride(from: 0, to: 90, by: 10) { journal.add(entry(second, second + 10, 18)) }
        #expect(journal.take(at: .seconds(60 + 799), receiver).isEmpty)
        #expect(journal.records(receiver).count == 2)
        let first = journal.take(at: .seconds(60 + 800), receiver)
        #expect(first == [StepCount(from: .sample(500), to: .sample(560), numberOfSteps: 108, source: .counter)])
        let second = journal.take(at: .seconds(1000), receiver)
        #expect(second == [StepCount(from: .sample(560), to: .sample(590), numberOfSteps: 54, source: .counter)])
        #expect(journal.records(receiver).isEmpty)
    }

    @Test
    func `A pause and another source begin a record of their own, and all of them are in the order of their ends`() {
        var journal = StepJournal()
        journal.add(entry(0, 10, 18))
        journal.add(entry(20, 30, 18))
        journal.add(entry(0, 25, 40, .reported))
        journal.add(entry(30, 40, 2))
        journal.add(entry(40, 50, 0))
        let records = journal.takeAll(receiver)
        #expect(records.map(\.numberOfSteps) == [18, 40, 20])
        #expect(journal.takeAll(receiver).isEmpty)
    }

    @Test func `What waits is bounded`() {
        var journal = StepJournal()
        for index in 0..<2000 { journal.add(entry(index * 20, index * 20 + 10, index + 1)) }
        let records = journal.records(receiver)
        #expect(records.count == StepJournal.maximumWaiting && records.last?.numberOfSteps == 2000)
    }
}
