import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

@Suite("Headings of the receiver and of a compass")
struct HeadingSourcesTests {
    /// Stand for managers.
    private enum One {}
    private enum Other {}
    private static let client = ObjectIdentifier(One.self)

    private func core(needsHeading: Bool = true) -> HubCore {
        var core = HubCore(staleAfter: .seconds(5), at: .live(.zero))
        _ = core.register(
            Self.client, demand: Demand(desiredAccuracy: .hundredMeters, needsHeading: needsHeading), start: 1,
            at: .zero)
        return core
    }

    private func headings(_ actions: HubCore.Actions) -> [Heading] {
        actions.deliveries.flatMap(\.reports).compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }

    @Test func `The compass is needed while any client needs headings`() {
        var core = HubCore(staleAfter: .seconds(5), at: .live(.zero))
        let quiet = Demand(desiredAccuracy: .best)
        let curious = Demand(desiredAccuracy: .best, needsHeading: true)
        let other = ObjectIdentifier(Other.self)
        #expect(core.register(Self.client, demand: quiet, start: 1, at: .zero).needsHeading == nil)
        #expect(core.register(other, demand: curious, start: 1, at: .zero).needsHeading == true)
        #expect(core.register(Self.client, demand: curious, start: 1, at: .zero).needsHeading == nil)
        #expect(core.unregister(other, at: .zero).needsHeading == nil)
        #expect(core.unregister(Self.client, at: .zero).needsHeading == false)
    }

    @Test func `Combined demands need headings if one does`() {
        var demands = CombinedDemand()
        demands.add(Demand(desiredAccuracy: .kilometer, needsHeading: true))
        demands.add(Demand(desiredAccuracy: .best))
        #expect(demands.demand == Demand(desiredAccuracy: .best, needsHeading: true))
    }

    @Test func `A fresh heading of the receiver wins`() {
        var core = core()
        let own = Heading(trueHeading: 10)
        let compass = Heading(timestamp: Timestamp(seconds: 1_800_000_000), magneticHeading: 20)
        #expect(headings(core.receive(compass: compass, at: .seconds(1))) == [compass])
        #expect(headings(core.receive([.heading(own)], at: .seconds(2))) == [own])
        #expect(headings(core.receive(compass: compass, at: .seconds(7))) == [])
        #expect(headings(core.receive(compass: compass, at: .milliseconds(7001))) == [compass])
    }

    @Test func `The time of a compass is that of the receiver`() throws {
        var core = core()
        let fix = try #require(Timestamp("2026-11-21T12:00:00.000Z"))
        core.latest = (
            Location(timestamp: fix, coordinate: Coordinate(latitude: 47, longitude: 8)), .seconds(10)
        )
        let wrong = Heading(timestamp: Timestamp(seconds: 0), magneticHeading: 20)
        let told = headings(core.receive(compass: wrong, at: .milliseconds(12_500)))
        #expect(told == [Heading(timestamp: fix.advanced(bySeconds: 2.5), magneticHeading: 20)])
    }

    @Test func `While there is no fix a heading without a time has that of its arrival`() {
        var core = core()
        let own = Heading(trueHeading: 10)
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(0))], at: .seconds(1))
        #expect(headings(core.receive([.heading(own)], at: .seconds(2))) == [own])
        _ = core.tick(at: .seconds(60))
        let later = Heading(timestamp: .sample(1200), trueHeading: 10)
        #expect(headings(core.receive([.heading(own)], at: .seconds(1201))) == [later])
    }

    @Test func `Sources that are known`() {
        let sources = HeadingSources()
        #expect(!sources.isAvailable)
        sources.compassChanged(to: true)
        #expect(sources.isAvailable)
        sources.compassChanged(to: false)
        #expect(!sources.isAvailable)
        sources.receiverReports()
        sources.compassChanged(to: false)
        #expect(sources.isAvailable)
    }
}
