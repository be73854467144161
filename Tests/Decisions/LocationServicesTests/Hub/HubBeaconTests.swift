import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

/// What the hub passes on of beacons, and to whom.
@Suite struct HubBeaconTests {
    /// Stands for a manager.
    private final class Client: Sendable {}

    private let first = Client()
    private let second = Client()
    private let constraint = BeaconConstraint(uuid: BeaconUUID(high: 1, low: 2))
    private let beacon = BeaconIdentity(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4)

    private func core(hiding zones: PrivacyZones = PrivacyZones()) -> HubCore {
        HubCore(staleAfter: .seconds(5), hiding: zones, at: .live(.zero))
    }

    private func register(
        _ client: Client, in core: inout HubCore, ranges: Bool = false, start: Int = 1,
        access: HubCore.Access = HubCore.Access(), at now: Duration = .zero
    ) -> HubCore.Actions {
        core.register(
            ObjectIdentifier(client), demand: nil,
            beacons: BeaconDemand(monitored: [constraint], ranged: ranges ? [constraint] : []), start: start,
            access: access, at: now)
    }

    private func presence(_ second: Double, isHere: Bool = true) -> BeaconReport {
        .presence(
            BeaconPresence(timestamp: .sample(second), constraint: constraint, beacon: isHere ? beacon : nil))
    }

    private func reports(_ actions: HubCore.Actions) -> [HubReport] { actions.deliveries.flatMap(\.reports) }

    @Test func `Beacons alone do not hold the receiver, and their demand is that of all clients`() {
        var core = core()
        let actions = register(first, in: &core)
        #expect(actions.holdsReceiver == nil)
        #expect(actions.beacons == BeaconDemand(monitored: [constraint]))
        #expect(register(second, in: &core).beacons == nil)
        #expect(
            register(second, in: &core, ranges: true).beacons
                == BeaconDemand(monitored: [constraint], ranged: [constraint]))
        #expect(core.unregister(ObjectIdentifier(second), at: .zero).beacons == BeaconDemand(monitored: [constraint]))
        #expect(core.unregister(ObjectIdentifier(first), at: .zero).beacons == BeaconDemand())
    }

    @Test func `A client that comes later receives what is known, as of now`() {
        var core = core()
        _ = register(first, in: &core)
        let told = core.receive([presence(0)], at: .seconds(10), time: .sample(0))
        #expect(reports(told) == [.beacons(presence(0))])
        #expect(reports(register(second, in: &core, at: .seconds(70))) == [.beacons(presence(60))])
        // It is told once.
        #expect(reports(register(second, in: &core, at: .seconds(80))) == [])
    }

    @Test func `Ranging reaches those who range, and a failure those who come later too`() {
        var core = core()
        _ = register(first, in: &core)
        _ = register(second, in: &core, ranges: true)
        let ranged = BeaconReport.ranged(RangedBeacons(timestamp: .sample(1), constraint: constraint, beacons: []))
        let actions = core.receive([ranged], at: .seconds(1), time: .sample(1))
        #expect(actions.deliveries.map(\.client) == [ObjectIdentifier(second)])
        _ = core.receive([.fix(.sample(0))], at: .seconds(2))
        let failed = BeaconReport.rangingFailed(constraint, at: .sample(2))
        _ = core.receive([failed], at: .seconds(2), time: .sample(2))
        let late = reports(register(first, in: &core, ranges: true, at: .seconds(3)))
        #expect(late == [.beacons(.rangingFailed(constraint, at: .sample(0)))])
    }

    @Test func `Times become those of the receiver`() {
        var core = core()
        _ = register(first, in: &core)
        _ = core.receive([.fix(.sample(100))], at: .seconds(10))
        // The machine's clock is an hour ahead.
        let told = core.receive([presence(3703)], at: .seconds(13), time: .sample(3703))
        #expect(reports(told) == [.beacons(presence(103))])
    }

    @Test(arguments: [RegionPrivacy.cut, .blur])
    func `Within a private region nothing is told, and behind it what holds then`(_ privacy: RegionPrivacy) {
        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.privacy = privacy
        var core = core(hiding: PrivacyZones([home]))
        _ = register(first, in: &core, ranges: true)
        let owner = HubCore.Access(seesPrivateRegions: true)
        _ = register(second, in: &core, access: owner)
        func beacons(_ actions: HubCore.Actions, of client: Client) -> [HubReport] {
            actions.deliveries.filter { $0.client == ObjectIdentifier(client) }.flatMap(\.reports).filter {
                if case .beacons = $0 { true } else { false }
            }
        }
        _ = core.receive([.fix(.sample(0))], at: .seconds(0))
        let ranged = BeaconReport.ranged(RangedBeacons(timestamp: .sample(1), constraint: constraint, beacons: []))
        let within = core.receive([presence(1), ranged], at: .seconds(1), time: .sample(1))
        #expect(beacons(within, of: first) == [])
        #expect(beacons(within, of: second) == [.beacons(presence(1))])
        let behind = core.receive([.fix(.sample(60, north: 5000))], at: .seconds(60))
        #expect(beacons(behind, of: first) == [.beacons(presence(60))])
        let later = core.receive([presence(61, isHere: false)], at: .seconds(61), time: .sample(61))
        #expect(beacons(later, of: first) == [.beacons(presence(61, isHere: false))])
    }

    @Test func `A client with reduced accuracy receives nothing`() {
        var core = core()
        _ = register(first, in: &core, access: HubCore.Access(disclosure: .reduced))
        _ = register(second, in: &core, access: HubCore.Access(reducesAccuracy: true))
        #expect(core.receive([presence(0)], at: .zero, time: .sample(0)).deliveries.isEmpty)
        var manager = ManagerCore(
            settings: ManagerSettings(), resuming: nil,
            authorization: Authorization(.authorizedAlways, accuracy: .reducedAccuracy), at: .live(.zero))
        let region = Region(identifier: "shop", shape: .beacons(constraint))
        #expect(
            manager.outcome(of: .service(.startMonitoring([region])), at: .live(.zero)).beaconDemand == BeaconDemand())
        #expect(
            manager.outcome(of: .authorize(.everything), at: .live(.zero)).beaconDemand
                == BeaconDemand(monitored: [constraint]))
    }
}
