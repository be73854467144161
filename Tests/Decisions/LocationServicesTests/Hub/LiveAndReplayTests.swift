import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

/// A receiver that is heard live and a recording that is replayed go through the same gate: whatever comes, the outcome
/// is one.
@Suite(.timeLimit(.minutes(15))) struct LiveAndReplayTests {
    /// A spoilt drive, and between its fixes all else that a receiver says.
    private static func events(_ random: inout SeededGenerator) -> [ReceiverEvent] {
        var events: [ReceiverEvent] = [.link(ReceiverLink(.open))]
        for fix in SpoiltDrive.fixes(&random) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: events.append(.sky(SkyView(satellites: [Satellite(identifier: 7, isUsed: true)])))
            case 1: events.append(.heading(Heading(magneticHeading: .random(in: 0..<360, using: &random))))
            case 2: events.append(.gap(Gap(from: .sample(0), to: .sample(60), cause: .noGPSD)))
            case 3: events.append(.link(ReceiverLink(.absent(.unplugged))))
            case 4: events.append(.link(ReceiverLink(.open)))
            default: break
            }
            events.append(.fix(fix))
        }
        return events
    }

    /// What a replay can know of a report: no outage, no arrival, and no time of a heading.
    private static func timeless(_ reports: [HubReport]) -> [HubReport] {
        reports.compactMap { report in
            switch report {
            case .outage: nil
            case .location(let location, let reset, _): .location(location, timeReset: reset, arrival: nil)
            case .heading(let heading): .heading(Heading(magneticHeading: heading.magneticHeading))
            case .rejected, .beacons, .gap, .integrity: report
            }
        }
    }

    @Test(arguments: 0..<Rounds.of(60)) func `The hub reports the same`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Self.events(&random)
        var replayed = HubCore(staleAfter: .seconds(5), at: .replay)
        var expected: [HubReport] = []
        for event in events { replayed.receive(event, at: .replay, into: &expected) }

        // Live they come in batches of any size, at any time, with deadlines in between.
        final class Manager: Sendable {}
        let manager = Manager()
        var live = HubCore(
            staleAfter: .seconds(5), lookInterval: [nil, .seconds(60)].randomElement(using: &random) ?? nil,
            at: .live(.zero))
        var access = HubCore.Access()
        access.seesPrivateRegions = true
        _ = live.register(
            ObjectIdentifier(manager), demand: Demand(desiredAccuracy: .best), start: 1, access: access, at: .zero)
        var reports: [HubReport] = []
        var rest = events[...]
        var now = Duration.zero
        while !rest.isEmpty {
            let batch = rest.prefix(.random(in: 1...5, using: &random))
            rest = rest.dropFirst(batch.count)
            now += .seconds([0, 1, 20].randomElement(using: &random) ?? 0)
            for actions in [live.tick(at: now), live.receive(Array(batch), at: now)] {
                for delivery in actions.deliveries { reports += delivery.reports }
            }
        }
        #expect(Self.timeless(reports) == expected)
        #expect(expected == Self.timeless(expected))
        #expect(live.accepted == replayed.accepted && live.rejected == replayed.rejected)
        #expect(live.gate.state == replayed.gate.state)
        #expect(live.gate.altitudesRejected == replayed.gate.altitudesRejected)
    }

    /// Gaps and failures tell of outages too, which only a clock finds.
    @Test(arguments: 0..<Rounds.of(20)) func `A client receives the same`(seed: Int) async {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Self.events(&random)
        var settings = ManagerSettings.random(&random)
        settings.headingFilter = nil
        settings.deliversDepartures = .random(using: &random)
        var replay = Replay(settings: settings)
        var expected: [LocationEvent] = []
        for event in events { replay.receive(event, into: &expected) }

        let bench = HubBench()
        let (manager, sink) = bench.client(seesPrivateRegions: true) { [settings] in $0 = settings }
        // The last thing that the receiver says.
        let end = 123.456789
        await bench.run {
            manager.startUpdatingLocation()
            await bench.receiver.calls.wait { $0 == [.start] }
            manager.startUpdatingHeading()
            var rest = events[...]
            while !rest.isEmpty {
                let batch = rest.prefix(.random(in: 1...5, using: &random))
                rest = rest.dropFirst(batch.count)
                bench.receiver.say(Array(batch))
            }
            bench.receiver.say([.heading(Heading(magneticHeading: end))])
            await sink.events.wait { events in
                if case .heading(let last) = events.last { last.magneticHeading == end } else { false }
            }
        }
        func comparable(_ events: [LocationEvent]) -> [LocationEvent] {
            events.filter { event in
                switch event {
                case .gap, .failure, .heading: false
                default: true
                }
            }
        }
        #expect(comparable(sink.events.value) == comparable(expected))
        let status = await bench.hub.status
        #expect(status.accepted == replay.accepted && status.rejected == replay.rejected)
        #expect(status.altitudesRejected == replay.altitudesRejected)
    }
}
