import LocationModel
import LocdTestSupport
import Testing

@testable import Hooks

/// One event for each change of the zone, and none while a road touches a border.
@Suite struct TimeZoneFollowerTests {
    /// West of 8° east it is W, east of it E.
    private func zone(_ place: Coordinate) -> String? { place.longitude < 8 ? "W" : "E" }

    /// A place so many metres east of the border.
    private func place(_ metres: Double, north: Double = 0) -> Coordinate {
        Coordinate(latitude: 47 + north / 111_200, longitude: 8 + metres / 75_950)
    }

    private func time(_ seconds: Double) -> Timestamp { Timestamp.earliest.advanced(bySeconds: seconds) }

    @Test func `The first zone is told, and then each change once it is a kilometre behind`() {
        var follower = TimeZoneFollower()
        var told: [(metres: Double, zone: String)] = []
        for step in 0..<400 {
            let metres = -5_000 + 25 * Double(step)
            if let zone = follower.receive(place(metres), at: time(Double(step)), zoneAt: zone) {
                told.append((metres, zone))
            }
        }
        #expect(told.map(\.zone) == ["W", "E"])
        #expect((1_000...1_100).contains(told.last?.metres ?? 0), "\(told)")
    }

    @Test func `Along a border there is none`() {
        var follower = TimeZoneFollower(zone: "W")
        var random = SeededGenerator(seed: 3)
        for step in 0..<7_200 {
            let metres = Double.random(in: -400...400, using: &random)
            #expect(
                follower.receive(place(metres, north: 25 * Double(step)), at: time(Double(step)), zoneAt: zone) == nil)
        }
    }

    @Test func `Who stays near a border is in the zone after a quarter of an hour`() {
        var follower = TimeZoneFollower(zone: "W")
        for second in 0..<900 {
            #expect(follower.receive(place(200), at: time(Double(second)), zoneAt: zone) == nil)
        }
        #expect(follower.receive(place(200), at: time(900), zoneAt: zone) == "E")
        #expect(follower.receive(place(200), at: time(901), zoneAt: zone) == nil)
        // One step back begins it anew.
        #expect(follower.receive(place(-10), at: time(902), zoneAt: zone) == nil)
        #expect(follower.receive(place(10), at: time(1_700), zoneAt: zone) == nil)
        #expect(follower.receive(place(-10), at: time(1_801), zoneAt: zone) == nil)
        #expect(follower.receive(place(-10), at: time(2_701), zoneAt: zone) == "W")
    }

    @Test func `A clock that is set back begins anew, and where there is no zone nothing happens`() {
        var follower = TimeZoneFollower(zone: "W")
        #expect(follower.receive(place(200), at: time(5_000), zoneAt: zone) == nil)
        #expect(follower.receive(place(200), at: time(100), zoneAt: zone) == nil)
        #expect(follower.receive(place(200), at: time(999), zoneAt: zone) == nil)
        #expect(follower.receive(place(200), at: time(1_000), zoneAt: zone) == "E")
        #expect(follower.receive(place(-9_000), at: time(1_001)) { _ in nil } == nil)
        #expect(follower.zone == "E")
    }
}
