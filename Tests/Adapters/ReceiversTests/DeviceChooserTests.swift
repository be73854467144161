import LocationModel
import Testing

@testable import Receivers

@Suite struct DeviceChooserTests {
    private var chooser = DeviceChooser()

    /// Lets devices report once a second; the devices that were in use, in the order in which they were.
    private mutating func use(
        seconds: Range<Int>, _ reports: (Int) -> [(device: String, mode: Fix.Mode, accuracy: Double?)]
    ) -> [String] {
        var used: [String] = []
        for second in seconds {
            for (index, report) in reports(second).enumerated() {
                let now = Duration.seconds(second) + .milliseconds(index * 10)
                let isUsed = chooser.report(report.device, mode: report.mode, accuracy: report.accuracy, at: now)
                #expect(isUsed == (chooser.chosen == report.device))
                if isUsed, used.last != report.device { used.append(report.device) }
            }
        }
        return used
    }

    @Test mutating func `Two alike do not take turns`() {
        let used = use(seconds: 0..<600) { second in
            // Their figures cross all the time.
            [("a", .fix3D, 3 + Double(second % 7)), ("b", .fix3D, 3 + Double((second + 3) % 7))]
        }
        #expect(used == ["a"])
    }

    @Test mutating func `A clearly better one takes over after the trial`() {
        #expect(use(seconds: 0..<10) { _ in [("a", .fix3D, 10), ("b", .fix3D, 5)] } == ["a"])
        #expect(use(seconds: 10..<11) { _ in [("a", .fix3D, 10), ("b", .fix3D, 5)] } == ["a", "b"])
        #expect(use(seconds: 11..<600) { _ in [("a", .fix3D, 10), ("b", .fix3D, 5)] } == ["b"])
    }

    @Test mutating func `A little better is no reason`() {
        #expect(use(seconds: 0..<600) { _ in [("a", .fix3D, 10), ("b", .fix3D, 5.1)] } == ["a"])
    }

    @Test mutating func `Better for a moment is no reason`() {
        let used = use(seconds: 0..<600) { second in
            [("a", .fix3D, 10), ("b", .fix3D, second % 10 < 5 ? 3 : 12)]
        }
        #expect(used == ["a"])
    }

    @Test mutating func `Three dimensions are better than two`() {
        #expect(use(seconds: 0..<60) { _ in [("a", .fix2D, 3), ("b", .fix3D, 30)] } == ["a", "b"])
        #expect(use(seconds: 60..<120) { _ in [("a", .fix2D, 1), ("b", .fix3D, 30)] } == ["b"])
    }

    @Test mutating func `Unknown accuracy is never better`() {
        #expect(use(seconds: 0..<60) { _ in [("a", .fix3D, 100), ("b", .fix3D, nil)] } == ["a"])
        chooser = DeviceChooser()
        #expect(use(seconds: 0..<60) { _ in [("a", .fix3D, nil), ("b", .fix3D, 1)] } == ["a"])
    }

    @Test mutating func `One without a fix is left at once for one that has it`() {
        #expect(use(seconds: 0..<3) { _ in [("a", .none, nil), ("b", .none, nil)] } == ["a"])
        #expect(use(seconds: 3..<4) { _ in [("a", .none, nil), ("b", .fix2D, 50)] } == ["a", "b"])
    }

    @Test mutating func `A fix that flickers is held on to`() {
        let used = use(seconds: 0..<300) { second in
            [("a", second % 5 == 0 ? .fix3D : .none, 5), ("b", .fix3D, 5)]
        }
        #expect(used == ["a"])
    }

    @Test mutating func `The best of the others takes over`() {
        _ = use(seconds: 0..<1) { _ in [("a", .fix3D, 4), ("b", .fix3D, 9), ("c", .fix3D, 5)] }
        let used = use(seconds: 1..<30) { _ in [("a", .none, nil), ("b", .fix3D, 9), ("c", .fix3D, 5)] }
        #expect(used == ["a", "c"])
    }

    @Test mutating func `One that is silent is left even for one without a fix`() {
        #expect(use(seconds: 0..<3) { _ in [("a", .none, nil), ("b", .none, nil)] } == ["a"])
        #expect(use(seconds: 3..<7) { _ in [("b", .none, nil)] } == [])
        #expect(use(seconds: 7..<8) { _ in [("b", .none, nil)] } == ["b"])
        #expect(chooser.hasSilent(at: .seconds(8)))
    }

    @Test mutating func `One that is lost makes room at once`() {
        _ = use(seconds: 0..<3) { _ in [("a", .fix3D, 5), ("b", .fix2D, 50)] }
        chooser.lose("a")
        #expect(use(seconds: 3..<4) { _ in [("b", .fix2D, 50)] } == ["b"])
    }

    @Test mutating func `A listener that was silent begins its trial anew`() {
        _ = use(seconds: 0..<9) { _ in [("a", .fix3D, 10), ("b", .fix3D, 2)] }
        _ = use(seconds: 9..<20) { _ in [("a", .fix3D, 10)] }
        #expect(use(seconds: 20..<29) { _ in [("a", .fix3D, 10), ("b", .fix3D, 2)] } == ["a"])
    }

    @Test mutating func `How many devices there are does not matter`() {
        for index in 0..<10_000 {
            _ = chooser.report("a", mode: .fix3D, accuracy: 5, at: .seconds(index))
            _ = chooser.report("x\(index)", mode: .fix3D, accuracy: 5, at: .seconds(index))
        }
        #expect(chooser.chosen == "a")
        #expect(
            Mirror(reflecting: chooser).descendant("candidates").map { Mirror(reflecting: $0).children.count } == 16)
    }
}
