import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

@Suite struct BeaconServicesTests {
    private static let uuid = BeaconUUID(high: 1, low: 2)
    private let constraint = BeaconConstraint(uuid: Self.uuid, major: 3)
    private let beacon = BeaconIdentity(uuid: Self.uuid, major: 3, minor: 4)

    private var shop: Region { Region(identifier: "shop", shape: .beacons(constraint)) }

    private func presence(_ second: Double, isHere: Bool) -> BeaconPresence {
        BeaconPresence(timestamp: .sample(second), constraint: constraint, beacon: isHere ? beacon : nil)
    }

    /// `determined inside`, as a sequence of presences causes them.
    private func events(_ services: inout BeaconServices, _ presences: Bool...) -> [String] {
        presences.enumerated().flatMap { second, isHere in
            var events: [RegionEvent] = []
            services.receive(presence(Double(second), isHere: isHere), into: &events)
            #expect(events.allSatisfy { $0.identifier == "shop" && $0.timestamp == .sample(Double(second)) })
            #expect(events.allSatisfy { $0.beacon == (isHere ? beacon : nil) })
            return events.map { "\($0.cause) \($0.state)" }
        }
    }

    @Test func `The first state is no crossing, and each change after it is one`() {
        var services = BeaconServices()
        services.startMonitoring(shop)
        #expect(services.state(of: "shop") == .unknown)
        #expect(services.state(of: "home") == nil)
        #expect(events(&services, false, true, true, false) == ["crossed inside", "crossed outside"])
        var other = BeaconServices()
        other.startMonitoring(shop)
        #expect(events(&other, true, false) == ["determined inside", "crossed outside"])
    }

    @Test func `Only what a region notifies of is reported`() {
        var services = BeaconServices()
        var silent = shop
        silent.notifyOnEntry = false
        services.startMonitoring(silent)
        #expect(events(&services, false, true, false) == ["crossed outside"])
        #expect(services.state(of: "shop") == .outside)
    }

    @Test func `A restart forgets no side: what happened meanwhile is a crossing`() {
        var services = BeaconServices()
        services.startMonitoring(shop)
        #expect(events(&services, false, true) == ["crossed inside"])
        var later = BeaconServices(resuming: services.state)
        later.startMonitoring(shop)
        #expect(later.state(of: "shop") == .unknown)
        #expect(events(&later, true, false) == ["crossed outside"])
        // Of other beacons nothing is known.
        var changed = BeaconServices(resuming: services.state)
        changed.startMonitoring(Region(identifier: "shop", shape: .beacons(BeaconConstraint(uuid: Self.uuid))))
        var found: [RegionEvent] = []
        changed.receive(
            BeaconPresence(timestamp: .sample(9), constraint: BeaconConstraint(uuid: Self.uuid), beacon: nil),
            into: &found)
        #expect(found.isEmpty)
    }

    @Test func `Only what is monitored and ranged is asked for`() {
        var services = BeaconServices()
        services.startMonitoring(shop)
        services.ranged = [BeaconConstraint(beacon)]
        #expect(services.demand == BeaconDemand(monitored: [constraint]))
        services.isRanging = true
        #expect(services.demand == BeaconDemand(monitored: [constraint], ranged: [BeaconConstraint(beacon)]))
        services.stopMonitoring("shop")
        #expect(services.demand == BeaconDemand(ranged: [BeaconConstraint(beacon)]))
    }

    /// Swift 6.3 leaks what is assigned over through an optional chain in a non-copyable type. In a process of its own,
    /// since other tests take memory meanwhile.
    @Test func `Ranging other beacons gives back the memory of those before`() async {
        await #expect(processExitsWith: .success) {
            var services = OtherServices(settings: ManagerSettings(), resuming: nil)
            var events: [LocationEvent] = []
            services.handle(.startRanging, isUpdating: false, at: .replay, into: &events)
            var settings = ManagerSettings()
            let memory = try ResidentMemory()
            for change in 0..<200_000 {
                let minor = UInt16(change & 0xFFFF)
                settings.rangedBeacons = Set((0..<8).map { BeaconConstraint(uuid: Self.uuid, major: $0, minor: minor) })
                services.apply(settings)
            }
            #expect(services.beacons?.ranged == settings.rangedBeacons)
            #expect(try memory.growth() < 10 << 20)
        }
    }
}
