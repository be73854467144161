import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

/// What is in force instead of the settings as they were made, and when they are in force again.
@Suite struct SettingsAdvisorTests {
    /// Coarse by configuration, so that whatever is raised shows.
    private static let coarse = ManagerSettings.unfiltered {
        $0.desiredAccuracy = .kilometer
        $0.distanceFilter = 40
    }

    /// Northwards at a speed for some seconds; the settings after each location.
    private static func go(
        _ speed: Double, _ seconds: Range<Int>, from north: inout Double, _ advisor: inout SettingsAdvisor
    ) -> [ManagerSettings] {
        seconds.map { second in
            north += speed
            _ = advisor.receive(.sample(Double(second), north: north, speed: speed))
            return advisor.effective
        }
    }

    @Test func `Nothing departs from the settings unless something asks for it`() {
        var advisor = SettingsAdvisor(Self.coarse)
        var north = 0.0
        let settings = Self.go(14, 0..<200, from: &north, &advisor)
        #expect(Set(settings) == [Self.coarse])
        #expect(advisor.inForce == nil)
    }

    // MARK: An accuracy raised for a while

    @Test func `A raised accuracy lasts its seconds of the fixes' time and is restored`() {
        var advisor = SettingsAdvisor(Self.coarse)
        advisor.handle(.raise(.best, seconds: 60))
        var raised: [Double] = []
        // The first fix comes late: a search takes nothing from it.
        for second in stride(from: 1000.0, through: 1100, by: 1) {
            _ = advisor.receive(.sample(second))
            if advisor.effective.desiredAccuracy == .best { raised.append(second) }
            #expect(advisor.effective.distanceFilter == 40)
            #expect((advisor.inForce?.reason == .raised) == (advisor.effective.desiredAccuracy == .best))
        }
        // Two fixes must say that it is over.
        #expect(raised == Array(stride(from: 1000.0, through: 1060, by: 1)))
        #expect(advisor.effective == Self.coarse && advisor.inForce == nil)
    }

    @Test func `An accuracy that is less demanding raises nothing`() {
        var advisor = SettingsAdvisor(.unfiltered())
        advisor.handle(.raise(.hundredMeters, seconds: 60))
        #expect(advisor.effective.desiredAccuracy == .best)
        #expect(advisor.inForce == nil)
    }

    @Test func `The latest request counts and no seconds end it`() {
        var advisor = SettingsAdvisor(Self.coarse)
        advisor.handle(.raise(.best, seconds: 600))
        advisor.handle(.raise(.hundredMeters, seconds: 600))
        #expect(advisor.effective.desiredAccuracy == .hundredMeters)
        advisor.handle(.raise(.hundredMeters, seconds: 0))
        #expect(advisor.effective == Self.coarse)
    }

    @Test func `One absurd future fix ends nothing`() {
        var advisor = SettingsAdvisor(Self.coarse)
        advisor.handle(.raise(.best, seconds: 60))
        _ = advisor.receive(.sample(0))
        _ = advisor.receive(.sample(1e9))
        #expect(advisor.effective.desiredAccuracy == .best)
        // The gate believes the time that comes back, and 50 seconds are left.
        advisor.timeReset(TimeReset(timestamp: .sample(10), previous: .sample(1e9)))
        for second in 10..<70 {
            _ = advisor.receive(.sample(Double(second)))
            #expect(advisor.effective.desiredAccuracy == .best, "\(second)")
        }
        _ = advisor.receive(.sample(70))
        _ = advisor.receive(.sample(71))
        #expect(advisor.effective == Self.coarse)
    }

    @Test func `Time going backwards does not undo a departure`() {
        var advisor = SettingsAdvisor(Self.coarse)
        advisor.handle(.raise(.best, seconds: 60))
        _ = advisor.receive(.sample(5000))
        _ = advisor.receive(.sample(5020))
        advisor.timeReset(TimeReset(timestamp: .sample(0), previous: .sample(5020)))
        _ = advisor.receive(.sample(39))
        #expect(advisor.effective.desiredAccuracy == .best)
        _ = advisor.receive(.sample(41))
        _ = advisor.receive(.sample(42))
        #expect(advisor.effective == Self.coarse)
    }

    @Test func `A region's accuracy lasts as long as it is inside`() {
        var advisor = SettingsAdvisor(Self.coarse)
        advisor.handle(.regions(.nearestTenMeters))
        #expect(advisor.effective.desiredAccuracy == .nearestTenMeters)
        #expect(advisor.inForce?.reason == .region)
        advisor.handle(.regions(nil))
        #expect(advisor.effective == Self.coarse)
    }

    @Test func `The more demanding of region and request counts`() {
        var advisor = SettingsAdvisor(Self.coarse)
        advisor.handle(.regions(.best))
        advisor.handle(.raise(.hundredMeters, seconds: 60))
        #expect(advisor.effective.desiredAccuracy == .best)
        advisor.handle(.regions(nil))
        #expect(advisor.effective.desiredAccuracy == .hundredMeters)
    }

    // MARK: Sleep

    @Test func `Asleep only significant changes are let through and awake everything is`() {
        let configured = ManagerSettings.unfiltered { $0.distanceFilter = 10 }
        var advisor = SettingsAdvisor(configured)
        advisor.handle(.sleep(true))
        #expect(advisor.effective.desiredAccuracy == .kilometer)
        #expect(advisor.effective.distanceFilter == 500)
        #expect(advisor.effective.minimumInterval == 300)
        #expect(!advisor.effective.deliversBetterAccuracy)
        #expect(advisor.inForce?.reason == .sleep)
        advisor.handle(.sleep(false))
        #expect(advisor.effective == configured && advisor.inForce == nil)
    }

    @Test func `Asleep less than significant changes stays less`() {
        let sparse = ManagerSettings.unfiltered {
            $0.desiredAccuracy = .threeKilometers
            $0.distanceFilter = 2000
            $0.minimumInterval = 3600
        }
        var advisor = SettingsAdvisor(sparse)
        advisor.handle(.sleep(true))
        #expect(advisor.effective.desiredAccuracy == .threeKilometers)
        #expect(advisor.effective.distanceFilter == 2000)
        #expect(advisor.effective.minimumInterval == 3600)
    }

    @Test func `A raised accuracy wakes for a while and sleep goes on`() {
        var advisor = SettingsAdvisor(Self.coarse)
        advisor.handle(.sleep(true))
        advisor.handle(.raise(.best, seconds: 10))
        #expect(advisor.effective.distanceFilter == 40 && advisor.effective.desiredAccuracy == .best)
        for second in 0..<20 { _ = advisor.receive(.sample(Double(second))) }
        #expect(advisor.effective.distanceFilter == 500)
        #expect(advisor.inForce?.reason == .sleep)
    }

    // MARK: Adaptive presets

    @Test func `The settings follow what is being done`() {
        let configured = ManagerSettings.unfiltered {
            $0.preset = .adaptive
            $0.distanceFilter = 5
        }
        var advisor = SettingsAdvisor(configured)
        var north = 0.0
        // Before anything is known, they are as they were made.
        #expect(advisor.effective == configured)
        let riding = Self.go(14, 0..<200, from: &north, &advisor)
        #expect(riding.last?.distanceFilter == 60 && advisor.inForce?.activity == .automotive)
        #expect(advisor.inForce?.reason == .preset)
        let standing = Self.go(0, 200..<900, from: &north, &advisor)
        #expect(standing.last?.distanceFilter == 50 && standing.last?.desiredAccuracy == .kilometer)
        let walking = Self.go(1.35, 900..<1300, from: &north, &advisor)
        #expect(walking.last?.distanceFilter == 10 && walking.last?.desiredAccuracy == .nearestTenMeters)
        // It changes seldom, and never to and fro.
        let filters = (riding + standing + walking).map(\.distanceFilter)
        #expect(zip(filters, filters.dropFirst()).count { $0 != $1 } <= 5)
        // Switched off, what was made is restored.
        advisor.configured.preset = .configured
        #expect(advisor.effective.distanceFilter == 5 && advisor.inForce == nil)
    }

    @Test func `A red light changes no settings`() {
        var advisor = SettingsAdvisor(.unfiltered { $0.preset = .adaptive })
        var north = 0.0
        _ = Self.go(13, 0..<120, from: &north, &advisor)
        let light = Self.go(0, 120..<180, from: &north, &advisor) + Self.go(13, 180..<300, from: &north, &advisor)
        #expect(Set(light.map(\.distanceFilter)) == [60])
    }

    // MARK: The power supply

    @Test func `The supply chooses the preset`() {
        let configured = ManagerSettings.unfiltered {
            $0.presetOnBattery = .adaptive
            $0.presetOnLowBattery = .significantChanges
        }
        var advisor = SettingsAdvisor(configured)
        func reason(_ supply: PowerSupply?) -> SettingsReason? {
            advisor.handle(.powerSupply(supply))
            return advisor.inForce?.reason
        }
        #expect(reason(PowerSupply(isOnMains: true, batteryLevel: 10)) == nil)
        #expect(reason(PowerSupply(isOnMains: false, batteryLevel: 19)) == .lowBattery)
        #expect(advisor.effective.distanceFilter == 500)
        // It trembles, and recovers.
        #expect(reason(PowerSupply(isOnMains: false, batteryLevel: 21)) == .lowBattery)
        #expect(reason(PowerSupply(isOnMains: false, batteryLevel: 24.9)) == .lowBattery)
        // On battery the preset follows the activity, which is not known: as it was made.
        #expect(reason(PowerSupply(isOnMains: false, batteryLevel: 25)) == nil)
        #expect(reason(PowerSupply(isOnMains: false, batteryLevel: 19.9)) == .lowBattery)
        #expect(reason(nil) == nil)
        #expect(reason(PowerSupply(isOnMains: false, batteryLevel: nil)) == nil)
    }

    @Test func `Without a preset for it a low battery is a battery`() {
        var advisor = SettingsAdvisor(.unfiltered { $0.presetOnBattery = .significantChanges })
        advisor.handle(.powerSupply(PowerSupply(isOnMains: false, batteryLevel: 3)))
        #expect(advisor.inForce?.reason == .battery)
        advisor.handle(.powerSupply(PowerSupply(isOnMains: false, batteryLevel: 80)))
        #expect(advisor.inForce?.reason == .battery)
    }

    @Test func `A battery has three steps and a desktop that saves power counts as a low one`() {
        var advisor = SettingsAdvisor(
            .unfiltered {
                ($0.presetOnBattery, $0.presetOnMediumBattery, $0.presetOnLowBattery) = (.high, .balanced, .low)
                $0.desiredAccuracy = .nearestTenMeters
            })
        func accuracy(_ level: Double) -> DesiredAccuracy {
            advisor.handle(.powerSupply(PowerSupply(isOnMains: false, batteryLevel: level)))
            return advisor.effective.desiredAccuracy
        }
        #expect(
            [80, 50, 49, 54, 55, 19, 24, 25, 40].map(accuracy) == [
                .best, .best, .hundredMeters, .hundredMeters, .best, .kilometer, .kilometer, .hundredMeters,
                .hundredMeters,
            ])
        #expect(advisor.inForce?.reason == .mediumBattery)
        advisor.handle(.powerSupply(PowerSupply(isOnMains: true, batteryLevel: 40)))
        #expect(advisor.inForce == nil)
        advisor.handle(.powerSaver(true))
        #expect(advisor.effective.desiredAccuracy == .kilometer && advisor.inForce?.reason == .powerSaver)
        #expect(SettingsAdvisor(advisor.configured, resuming: advisor.state).inForce == advisor.inForce)
        advisor.configured.presetOnLowBattery = nil
        #expect(advisor.effective.desiredAccuracy == .hundredMeters)
        advisor.handle(.powerSaver(false))
        #expect(advisor.inForce == nil)
    }

    @Test func `A region that asks for less lowers the demand and wakes nothing`() {
        var advisor = SettingsAdvisor(.unfiltered { $0.desiredAccuracy = .best })
        advisor.handle(.regions(.kilometer))
        #expect(advisor.effective.desiredAccuracy == .kilometer && advisor.inForce?.reason == .region)
        advisor.handle(.raise(.nearestTenMeters, seconds: 60))
        #expect(advisor.effective.desiredAccuracy == .best, "the configuration asks for more")
        advisor.handle(.raise(.best, seconds: 0))
        advisor.handle(.sleep(true))
        #expect(advisor.effective.distanceFilter == 500 && advisor.inForce?.reason == .sleep)
        advisor.handle(.sleep(false))
        advisor.handle(.regions(nil))
        #expect(advisor.inForce == nil)
    }

    @Test func `A region lowers the demand from its boundary on`() {
        var home = Region(identifier: "home", center: .sample, radius: 200)
        home.desiredAccuracy = .kilometer
        var manager = ManagerCore(
            settings: .unfiltered { $0.desiredAccuracy = .best }, resuming: nil, at: .replay)
        manager.start(resumingAfter: nil, at: .replay)
        _ = manager.handle(.service(.monitor(MonitoredServices(regions: [home]))), at: .replay)
        var events: [LocationEvent] = []
        let demanded = stride(from: -600.0, through: 600, by: 10).enumerated().map { second, north in
            manager.replay(
                .location(.sample(Double(second), north: north, speed: 10), timeReset: nil, arrival: nil), into: &events
            )
            return manager.updates?.settingsInForce?.reason
        }
        // Metres north of it, in tens: outside, inside, and outside again.
        #expect(demanded[30] == nil && demanded[60] == .region && demanded[115] == nil)
    }

    @Test func `Another limit holds at once`() {
        var advisor = SettingsAdvisor(.unfiltered { $0.presetOnLowBattery = .significantChanges })
        advisor.handle(.powerSupply(PowerSupply(isOnMains: false, batteryLevel: 50)))
        #expect(advisor.inForce == nil)
        advisor.configured.lowBattery = 60
        #expect(advisor.inForce?.reason == .lowBattery)
        advisor.configured.lowBattery = 45
        #expect(advisor.inForce == nil)
    }

    @Test func `A present request precedes a planned look`() {
        var advisor = SettingsAdvisor(
            .unfiltered {
                $0.desiredAccuracy = .hundredMeters
                $0.preset = .significantChanges
                $0.presetOnLowBattery = .significantChanges
            })
        #expect(advisor.inForce?.reason == .preset)
        advisor.handle(.powerSupply(PowerSupply(isOnMains: false, batteryLevel: 1)))
        #expect(advisor.inForce?.reason == .lowBattery)
        advisor.handle(.sleep(true))
        #expect(advisor.inForce?.reason == .sleep)
        advisor.handle(.regions(.nearestTenMeters))
        #expect(advisor.inForce?.reason == .region)
        advisor.handle(.raise(.best, seconds: 1))
        #expect(advisor.inForce?.reason == .raised)
    }
}
