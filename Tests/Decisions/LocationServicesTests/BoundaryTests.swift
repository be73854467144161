import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices
@testable import Motion

/// Where one figure decides, on both of its sides.
@Suite struct BoundaryTests {
    @Test func `Seconds keep their fraction`() {
        #expect(Duration.milliseconds(1500).seconds == 1.5)
        #expect(Duration.milliseconds(-1500).seconds == -1.5)
    }

    @Test func `The spread holds 68 % of what scatters alike`() throws {
        let middle = Coordinate.sample
        let around = [0.0, 90, 180, 270].map { middle.moved(by: 10, bearing: $0) }
        var mean = MeanPosition(around[0])
        #expect(mean.spread == nil)
        for place in around.dropFirst() { mean.add(place) }
        // A mean square distance of 100 m² is a variance of 50 m² in each axis.
        #expect(abs(try #require(mean.spread) - 50.0.squareRoot() * 1.510) < 0.01)
        #expect(mean.coordinate.distance(to: middle) < 0.01)
    }

    @Test func `An activity that is sure enough drives settings`() {
        var settings = ManagerSettings()
        settings.preset = .adaptive
        func followed(_ confidence: MotionActivity.Confidence) -> MotionActivity.Kind? {
            var state = SettingsAdvisor.State()
            state.activity = MotionActivityUpdates.State(
                probabilities: ActivityModel.prior, last: .sample(0), kind: .walking, confidence: confidence,
                since: .sample(0))
            return SettingsAdvisor(settings, resuming: state).state.followed
        }
        #expect([.low, .medium, .high].map(followed) == [.unknown, .walking, .walking])
    }

    @Test func `A passage that is not in the middle of the way is found`() {
        let (start, end) = (Coordinate.sample.moved(north: -1000), Coordinate.sample.moved(north: 1000))
        func leads(through center: Coordinate) -> Bool {
            RegionPassage.leads(
                from: start, to: end, length: 2000, beyond: 10, of: .circle(center: center, radius: 60),
                whereEndsAreInside: false)
        }
        for north in [-700.0, -500, 0, 500, 700] { #expect(leads(through: .sample.moved(north: north))) }
        #expect(leads(through: Coordinate.sample.moved(by: 45, bearing: 90)))
        // 60 m wide, and its edge less than ten metres over the way.
        #expect(!leads(through: Coordinate.sample.moved(by: 55, bearing: 90)))
        #expect(!leads(through: .sample.moved(north: 1500)))
    }

    @Test func `The choice of regions is made anew only when it can be another`() {
        var store = RegionStore()
        for (identifier, north) in [("near", 1000.0), ("far", 5000)] {
            _ = store.add(
                Region(identifier: identifier, center: Coordinate.sample.moved(north: north), radius: 100))
        }
        var selection = RegionSelection(limit: 1)
        #expect(selection.update(at: .sample, odometer: 0, in: store)?.count == 1)
        // The second is 4 km further: half of that must be travelled.
        #expect(selection.update(at: .sample, odometer: 1999, in: store) == nil)
        #expect(selection.update(at: Coordinate.sample.moved(north: 2001), odometer: 2001, in: store) == [])
        #expect(selection.update(at: Coordinate.sample.moved(north: 4001), odometer: 4001, in: store)?.count == 1)
    }

    @Test func `Zones that are taken anew hide once`() {
        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.privacy = .cut
        var screen = PrivacyScreen(PrivacyZones())
        let latest = (location: Location.sample(0), arrival: Duration.zero)
        func apply(_ zones: PrivacyZones) -> [HubReport] {
            screen.apply(zones, outage: nil, latest: latest, isFresh: true)
        }
        let hidden = apply(PrivacyZones([home]))
        #expect(hidden.count == 1)
        guard case .outage(let outage?, _) = hidden.first else {
            Issue.record("\(hidden)")
            return
        }
        #expect(outage.cause == .privateRegion)
        #expect(apply(PrivacyZones([home])).isEmpty)
    }

    @Test func `Omitted events count only if they are later`() {
        func region(_ second: Double, _ identifier: String) -> LocationEvent {
            .region(
                RegionEvent(timestamp: .sample(second), identifier: identifier, state: .inside, cause: .crossed))
        }
        var state = ServiceState()
        state.catchUp(with: [region(10, "home")])
        state.catchUp(with: [region(9, "before"), region(10, "same"), region(11, "after")], isFiltered: true)
        #expect(state.regions.map { Set($0.trackers.keys) } == ["home", "after"])
    }
}
