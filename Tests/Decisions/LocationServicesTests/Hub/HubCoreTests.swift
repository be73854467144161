import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

@Suite struct HubCoreTests {
    /// Stands for a manager.
    private final class Client: Sendable {}

    private let client = Client()
    private var identifier: HubCore.ClientID { ObjectIdentifier(client) }

    private func core(lookInterval: Duration? = nil, hiding zones: PrivacyZones = PrivacyZones()) -> HubCore {
        HubCore(staleAfter: .seconds(5), lookInterval: lookInterval, hiding: zones, at: .live(.zero))
    }

    private func register(
        in core: inout HubCore, accuracy: DesiredAccuracy = .best, access: HubCore.Access = HubCore.Access(),
        start: Int = 1, at now: Duration = .zero
    ) -> HubCore.Actions {
        core.register(
            identifier, demand: Demand(desiredAccuracy: accuracy), start: start, access: access, at: now)
    }

    private func delivery(_ reports: HubReport...) -> HubCore.Delivery {
        HubCore.Delivery(client: identifier, reports: reports)
    }

    @Test func `The first client holds the receiver and the last releases it`() {
        var core = core()
        #expect(register(in: &core) == HubCore.Actions(holdsReceiver: true))
        #expect(register(in: &core, accuracy: .kilometer) == HubCore.Actions())
        #expect(core.unregister(identifier, at: .seconds(1)) == HubCore.Actions(holdsReceiver: false))
        #expect(core.unregister(identifier, at: .seconds(1)) == HubCore.Actions())
    }

    @Test func `An accepted fix is reported with its arrival and moves the deadline`() {
        var core = core()
        _ = register(in: &core)
        let opened = core.receive([.link(ReceiverLink(.open))], at: .seconds(1))
        #expect(opened.condition?.state == .opening && opened.deadline == .seconds(6))
        let actions = core.receive([.fix(.sample(0))], at: .seconds(2))
        #expect(
            actions.deliveries == [delivery(.location(.sample(0), timeReset: nil, arrival: .seconds(2)))])
        #expect(actions.condition?.state == .fix3D && actions.deadline == .seconds(7))
        #expect(core.accepted == 1 && core.latest?.arrival == .seconds(2))
    }

    @Test func `Satellites of before a silence or another link are forgotten`() {
        var core = core()
        _ = register(in: &core)
        let seen = ReceiverEvent.sky(SkyView(satellites: [Satellite(identifier: 7, isUsed: true)]))
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(0)), seen], at: .zero)
        #expect(core.sky?.used == 1)
        _ = core.tick(at: .seconds(5))
        #expect(core.condition.state == .stale && core.sky == nil)
        _ = core.receive([.fix(.sample(3600))], at: .seconds(3600))
        #expect(core.sky == nil)
        for link in [ReceiverLink(.absent(.unplugged)), ReceiverLink(.released)] {
            _ = core.receive([seen], at: .seconds(3600))
            #expect(core.sky?.used == 1)
            _ = core.receive([.link(link), .link(ReceiverLink(.open)), .fix(.sample(7200))], at: .seconds(7200))
            #expect(core.sky == nil)
        }
    }

    /// chrony slews by up to 83 ms in a second.
    @Test(arguments: [true, false]) func `A clock that is slewed moves no time`(isKnown: Bool) {
        let start = 200
        @Sendable func slewed(_ second: Int) -> Double { min(max(Double(second - start), 0), 12) * 0.083 }
        var (core, states) = (core(), [IntegrityState]())
        for second in 0..<260 {
            if isKnown { core.slewed = { .seconds(slewed(second)) } }
            _ = core.receive([.fix(.sample(Double(second)))], at: .seconds(Double(second) + slewed(second)))
            states.append(core.integrity.state)
        }
        #expect(states.contains(.notTrusted) != isKnown)
    }

    @Test func `Nothing is done twice`() {
        var core = core()
        _ = register(in: &core)
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(0))], at: .zero)
        let actions = core.receive([.fix(.sample(1))], at: .seconds(1))
        #expect(actions.condition == nil && actions.holdsReceiver == nil)
        #expect(core.tick(at: .seconds(2)) == HubCore.Actions(deadline: .seconds(6)))
    }

    @Test func `A deadline that passes is an outage, and the next fix ends it first`() {
        var core = core()
        _ = register(in: &core)
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(0))], at: .seconds(1))
        let outage = Outage(cause: .silent, began: .seconds(1))
        let late = core.tick(at: .seconds(6))
        #expect(late.deliveries == [delivery(.outage(outage, at: .seconds(6)))])
        #expect(late.condition?.state == .stale && late.deadline == nil)
        #expect(core.history(at: .seconds(8)).map(\.lastArrival) == [.seconds(8)])
        let actions = core.receive([.fix(.sample(9))], at: .seconds(10))
        #expect(
            actions.deliveries == [
                delivery(
                    .outage(nil, at: .seconds(10)),
                    .location(.sample(9), timeReset: nil, arrival: .seconds(10)))
            ])
        #expect(core.history(at: .seconds(20)).map(\.lastArrival) == [.seconds(10)])
    }

    @Test func `A refused fix is reported counted and remembered`() {
        var core = core()
        _ = register(in: &core)
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(20))], at: .zero)
        let actions = core.receive([.fix(.sample(2))], at: .seconds(1))
        #expect(actions.deliveries == [delivery(.rejected(.timeBackwards))])
        #expect(core.rejected == [.timeBackwards: 1])
        let outcome = core.history(at: .seconds(1)).last
        #expect(outcome?.kind == .rejected(.timeBackwards) && outcome?.figures.measured == 18)
    }

    @Test func `A client that comes late gets the latest location if it is fresh`() {
        var core = core()
        let other = Client()
        _ = core.register(ObjectIdentifier(other), demand: Demand(desiredAccuracy: .best), start: 1, at: .zero)
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(0))], at: .seconds(1))
        let latest = HubReport.location(.sample(0), timeReset: nil, arrival: .seconds(1))
        #expect(register(in: &core, at: .seconds(2)).deliveries == [delivery(latest)])
        // The same start asks for something else; another start has seen nothing.
        #expect(register(in: &core, accuracy: .kilometer, at: .seconds(2)).deliveries.isEmpty)
        #expect(register(in: &core, start: 2, at: .seconds(2)).deliveries == [delivery(latest)])
        _ = core.tick(at: .seconds(6))
        let outage = HubReport.outage(Outage(cause: .silent, began: .seconds(1)), at: .seconds(7))
        #expect(register(in: &core, start: 3, at: .seconds(7)).deliveries == [delivery(outage)])
    }

    @Test func `A client with reduced accuracy gets the shared location only`() throws {
        var core = core()
        _ = register(in: &core, access: HubCore.Access(disclosure: .reduced))
        _ = core.receive([.link(ReceiverLink(.open))], at: .zero)
        // The first ends the outage of the search; the next makes no new one for a quarter of an hour.
        let first = core.receive([.fix(Fix(mode: .none)), .fix(.sample(0))], at: .zero).deliveries
        let reports = try #require(first.first?.reports)
        #expect(!reports.contains(.rejected(.noFix)))
        guard case .location(let reduced, nil, .zero) = reports.last else {
            Issue.record("\(reports)")
            return
        }
        #expect(reduced.horizontalAccuracy ?? 0 > 1000)
        #expect(core.receive([.fix(.sample(1))], at: .seconds(1)).deliveries.isEmpty)
        #expect(core.receive([.fix(.sample(900))], at: .seconds(900)).deliveries.count == 1)
    }

    /// As in the track and in sinks: the place behind it, or none, depended on whether a fix of that quarter lay in it.
    @Test(arguments: [RegionPrivacy.cut, .blur])
    func `The quarter of an hour in which a private region is left has no reduced location`(privacy: RegionPrivacy) {
        var core = core()
        _ = register(in: &core, access: HubCore.Access(disclosure: .reduced))
        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.privacy = privacy
        _ = core.apply(PrivacyZones([home]))
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(0, north: 600))], at: .zero)
        func count(_ second: Double, north: Double) -> Int {
            core.receive([.fix(.sample(second, north: north))], at: .seconds(second)).deliveries.count {
                $0.reports.contains { if case .location = $0 { true } else { false } }
            }
        }
        #expect(count(880, north: 0) == 0)
        #expect(count(905, north: 600) == 0)
        #expect(count(1000, north: 700) == 0)
        #expect(count(1800, north: 800) == 1)
    }

    @Test func `Other private regions hide the latest location at once`() {
        var core = core()
        _ = register(in: &core)
        _ = core.receive([.link(ReceiverLink(.open)), .fix(.sample(0))], at: .zero)
        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.privacy = .cut
        let outage = Outage(cause: .privateRegion, began: .zero)
        #expect(core.apply(PrivacyZones([home])).deliveries == [delivery(.outage(outage, at: .zero))])
        #expect(core.receive([.fix(.sample(1))], at: .seconds(1)).deliveries.isEmpty)
        var owner = HubCore.Access()
        owner.seesPrivateRegions = true
        let opening = register(in: &core, access: owner, start: 2, at: .seconds(1)).deliveries
        #expect(
            opening == [delivery(.location(.sample(1), timeReset: nil, arrival: .seconds(1)))])
    }

    @Test func `A new client does not wait for the next look`() {
        var core = core(lookInterval: .seconds(300))
        _ = register(in: &core, accuracy: .kilometer)
        let fixes = (0..<3).map { ReceiverEvent.fix(.sample(Double($0))) }
        _ = core.receive([.link(ReceiverLink(.open))] + fixes, at: .zero)
        _ = core.receive([.link(ReceiverLink(.released))], at: .zero)
        #expect(register(in: &core, accuracy: .kilometer, at: .seconds(10)).holdsReceiver == nil)
        #expect(register(in: &core, accuracy: .kilometer, start: 2, at: .seconds(10)).holdsReceiver == true)
    }

    @Test func `Under power saving the receiver is released after three locations`() {
        var core = core(lookInterval: .seconds(300))
        #expect(
            register(in: &core, accuracy: .kilometer)
                == HubCore.Actions(holdsReceiver: true, deadline: .seconds(60)))
        let fixes = (0..<3).map { ReceiverEvent.fix(.sample(Double($0))) }
        let actions = core.receive([.link(ReceiverLink(.open))] + fixes, at: .zero)
        #expect(actions.holdsReceiver == false)
        _ = core.receive([.link(ReceiverLink(.released))], at: .zero)
        #expect(core.tick(at: .seconds(300)).holdsReceiver == true)
        #expect(core.apply(staleAfter: .seconds(5), lookInterval: nil, at: .seconds(301)).holdsReceiver == nil)
    }
}
