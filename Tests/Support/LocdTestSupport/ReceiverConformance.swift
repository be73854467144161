public import LocationModel
public import LocationServices

/// What every kind of receiver must do, whatever drives it. Each check throws a ``Failure`` that says what was wrong.
public struct ReceiverConformance: Sendable, CustomStringConvertible {
    /// A receiver, and the hand that moves its hardware.
    public protocol Bench: Sendable {
        /// The receiver under test, never started.
        var receiver: any Receiver { get }
        /// Makes the hardware report one epoch, with a fix, as soon as somebody listens.
        /// Several in a row, with rising seconds, must come out as fixes with these times.
        func report(second: Int) async
        /// Makes the hardware report one epoch now, whether anybody listens or not.
        func reportNow(second: Int)
        /// Waits until the hardware has seen that it was let go of.
        func isReleased() async
        /// Frees what the bench holds.
        func close() async
    }

    /// What was wrong.
    public struct Failure: Error, CustomStringConvertible {
        /// The sentence.
        public let description: String
    }

    /// The behaviour.
    public let description: String
    private let body: @Sendable (any Bench, Watched<[ReceiverEvent]>) async throws -> Void

    /// Runs the check on a bench of its own, and closes it.
    public func run(on bench: some Bench) async throws {
        let said = Watched<[ReceiverEvent]>([])
        let listener = Task {
            for await batch in bench.receiver.events { said.change { $0 += batch } }
        }
        defer { listener.cancel() }
        do {
            try await body(bench, said)
        } catch {
            await bench.receiver.stop()
            await bench.close()
            throw error
        }
        await bench.receiver.stop()
        await bench.close()
    }

    /// All of them.
    public static let all = [
        ReceiverConformance("nothing comes before the first start") { bench, said in
            bench.reportNow(second: 0)
            await bench.receiver.stop()
            bench.receiver.start()
            let first = await said.wait { !$0.isEmpty }
            guard case .link(let link) = first.first, link.condition == .opening || link.condition == .open else {
                throw Failure(description: "the first event was \(first[0])")
            }
        },
        ReceiverConformance("a fix of the hardware comes out") { bench, said in
            bench.receiver.start()
            try await expectFixes(of: bench, said, seconds: 1...4)
        },
        ReceiverConformance("started twice, it says everything once") { bench, said in
            bench.receiver.start()
            bench.receiver.start()
            try await expectFixes(of: bench, said, seconds: 1...4)
            await bench.receiver.stop()
            let times = await said.wait { $0.isReleased }.fixes.map(\.timestamp)
            guard Set(times).count == times.count else { throw Failure(description: "fixes came twice: \(times)") }
        },
        ReceiverConformance("a stop is followed by released, and by nothing else") { bench, said in
            bench.receiver.start()
            try await expectFixes(of: bench, said, seconds: 1...4)
            await bench.receiver.stop()
            bench.reportNow(second: 5)
            await bench.receiver.stop()
            await said.wait { $0.isReleased }
            bench.receiver.start()
            let all = await said.wait { !$0.isReleased && $0.contains { $0.isRelease } }
            let releases = all.indices.filter { all[$0].isRelease }
            guard releases.count == 1, case .link(let next) = all[releases[0] + 1],
                next.condition == .opening || next.condition == .open
            else { throw Failure(description: "after the stop came \(all.suffix(3))") }
        },
        ReceiverConformance("a start after a stop works again") { bench, said in
            bench.receiver.start()
            try await expectFixes(of: bench, said, seconds: 1...4)
            await bench.receiver.stop()
            await bench.isReleased()
            bench.receiver.start()
            try await expectFixes(of: bench, said, seconds: 11...14)
        },
    ]

    private init(
        _ description: String, _ body: @escaping @Sendable (any Bench, Watched<[ReceiverEvent]>) async throws -> Void
    ) {
        self.description = description
        self.body = body
    }

    private static func expectFixes(
        of bench: any Bench, _ said: Watched<[ReceiverEvent]>, seconds: ClosedRange<Int>
    ) async throws {
        for second in seconds { await bench.report(second: second) }
        // The last may wait for the next epoch to be known as complete.
        let expected = seconds.dropLast().map { Timestamp.sample(Double($0)) }
        let fixes = await said.wait { events in
            events.fixes.contains { $0.timestamp == expected.last }
        }.fixes
        let times = fixes.compactMap(\.timestamp)
        guard expected.allSatisfy(times.contains), fixes.allSatisfy({ $0.mode == .fix3D && $0.coordinate != nil })
        else {
            throw Failure(description: "expected \(expected), and got \(fixes)")
        }
    }
}

extension [ReceiverEvent] {
    /// The fixes among the events.
    public var fixes: [Fix] {
        compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    /// The conditions of the links among the events.
    public var conditions: [ReceiverLink.Condition] {
        compactMap { if case .link(let link) = $0 { link.condition } else { nil } }
    }

    fileprivate var isReleased: Bool { last?.isRelease == true }
}

extension ReceiverEvent {
    fileprivate var isRelease: Bool {
        if case .link(let link) = self { link.condition == .released } else { false }
    }
}
