import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// What a manager tells a client that may have everything and wants no more than rough locations.
@Suite(.timeLimit(.minutes(15))) struct WantedAccuracyTests {
    private func isReduced(_ location: Location) -> Bool {
        (location.horizontalAccuracy ?? 0) > 4000 && location.speed == nil
    }

    private func drive(_ seconds: Range<Int>, on bench: HubBench) {
        for second in seconds { bench.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20)) }
    }

    @Test func `It has the location of those who may have no other, and headings go on`() async {
        let bench = HubBench()
        let (manager, sink) = bench.client { $0.reducesAccuracy = true }
        let (exact, other) = bench.client()
        await bench.run {
            manager.startMonitoring(for: Region(identifier: "land", center: .sample, radius: 100_000))
            manager.startUpdatingHeading()
            await bench.start(manager, exact)
            drive(0..<30, on: bench)
            await other.locations(atLeast: 30)
            bench.receiver.say([.heading(Heading(timestamp: .sample(30), magneticHeading: 10, trueHeading: nil))])
            await sink.events.wait { $0.contains { if case .heading = $0 { true } else { false } } }
            #expect(sink.locations == [await bench.hub.reducedLocation].compactMap(\.self))
            #expect(sink.locations.count == 1 && sink.locations.allSatisfy(isReduced))
            #expect(!sink.events.value.contains { if case .region = $0 { true } else { false } })
            #expect(other.locations.count == 30 && !other.locations.contains(where: isReduced))
        }
    }

    @Test func `Exact locations on request, then reduced ones again, with the same authorization`() async {
        let bench = HubBench()
        let (manager, sink) = bench.client { $0.reducesAccuracy = true }
        await bench.run(starting: manager) {
            drive(0..<5, on: bench)
            await sink.locations(atLeast: 1)
            await bench.accepted(atLeast: 5)
            manager.apply(.unfiltered())
            // The hub knows once it has given the latest exactly.
            await sink.events.wait { $0.locations.contains { $0.timestamp == .sample(4) && !isReduced($0) } }
            drive(5..<8, on: bench)
            await sink.events.wait { $0.contains { $0.timestamp == .sample(7) } }
            let exact = sink.locations.dropFirst()
            #expect(sink.locations.first.map(isReduced) == true)
            #expect(exact.count >= 3 && !exact.contains(where: isReduced))
            manager.apply(.unfiltered { $0.reducesAccuracy = true })
            await sink.events.wait { events in
                if case .location(let last)? = events.last { isReduced(last) } else { false }
            }
            drive(8..<12, on: bench)
            await bench.accepted(atLeast: 12)
            manager.apply(.unfiltered())
            await sink.events.wait { $0.last?.timestamp == .sample(11) }
            let between: ClosedRange<Timestamp> = .sample(8) ... .sample(10)
            #expect(!sink.locations.contains { between.contains($0.timestamp) }, "\(sink.locations)")
            #expect(!sink.events.value.contains { if case .authorization = $0 { true } else { false } })
        }
    }
}
