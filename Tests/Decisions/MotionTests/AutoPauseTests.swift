import LocationModel
import LocdTestSupport
import Motion
import Testing

@Suite struct AutoPauseTests {
    /// A machine that is paused at the sample place, its last location at second 0.
    private func paused(_ activity: ActivityType = .other, at place: Coordinate = .sample) -> AutoPause {
        AutoPause(activityType: activity, pausedAt: place)
    }

    @Test(arguments: [
        (ActivityType.other, 300.0), (.automotiveNavigation, 300), (.fitness, 180), (.otherNavigation, 600),
        (.airborne, 900),
    ])
    func `It pauses after the time of the activity`(activity: ActivityType, seconds: Double) {
        var pause = AutoPause(activityType: activity)
        for second in stride(from: 0, to: seconds, by: 1) { #expect(pause.receive(.sample(second)) == .none) }
        guard case .pause(let place) = pause.receive(.sample(seconds)) else {
            Issue.record("no pause")
            return
        }
        #expect(place.isWithin(0.01, of: .sample))
        #expect(pause.isPaused && pause.heldPlace == place)
    }

    @Test(arguments: [
        (ActivityType.other, 25.0), (.automotiveNavigation, 25), (.fitness, 25), (.otherNavigation, 50),
        (.airborne, 100),
    ])
    func `Leaving the radius begins the time anew`(activity: ActivityType, radius: Double) {
        var pause = AutoPause(activityType: activity)
        for second in 0..<2000 {
            // Away and back, each half as long as the shortest time.
            let north = second / 90 % 2 == 0 ? 0 : radius + 1
            #expect(pause.receive(.sample(Double(second), north: north)) == .none)
        }
    }

    @Test(arguments: [
        (ActivityType.other, 50.0), (.automotiveNavigation, 50), (.fitness, 50), (.otherNavigation, 100),
        (.airborne, 100),
    ])
    func `Departure beyond the distance resumes with the second location`(activity: ActivityType, distance: Double) {
        var pause = paused(activity)
        #expect(pause.receive(.sample(0, north: distance - 1)) == .none)
        #expect(!pause.isLeaving)
        #expect(pause.receive(.sample(1, north: distance + 1)) == .none)
        #expect(pause.isLeaving && pause.isPaused)
        #expect(pause.receive(.sample(2, north: distance + 2)) == .resume(.displacement))
        #expect(!pause.isPaused && pause.heldPlace == nil)
    }

    /// Metres north and speeds that repeat themselves: an outlier, a speed that leads nowhere, one that does not last.
    @Test(
        arguments: [([500, 0], [nil]), ([5], [3]), ([20], [0, 3, 3, 3, 3])] as [([Double], [Double?])])
    func `What does not last does not resume`(norths: [Double], speeds: [Double?]) {
        var pause = paused()
        for second in 0..<100 {
            let (north, speed) = (norths[second % norths.count], speeds[second % speeds.count])
            #expect(pause.receive(.sample(Double(second), north: north, speed: speed)) == .none)
        }
        #expect(pause.isPaused)
    }

    @Test func `Drift does not resume`() {
        var random = SeededGenerator(seed: 6)
        var pause = paused()
        var north = 0.0
        for second in 0..<3600 {
            north = min(max(north + .random(in: -1...1, using: &random), -45), 45)
            #expect(pause.receive(.sample(Double(second), north: north, speed: 0.3)) == .none)
        }
    }

    @Test func `Movement within the accuracy is not a departure`() {
        var pause = paused()
        for second in 0..<10 {
            #expect(pause.receive(.sample(Double(second), north: 200, accuracy: 250)) == .none)
        }
        #expect(pause.receive(.sample(10, north: 200, accuracy: 150)) == .none)
        #expect(pause.receive(.sample(11, north: 200, accuracy: 150)) == .resume(.displacement))
    }

    @Test func `A speed that lasts and leads away resumes`() {
        var pause = paused()
        for second in 0..<5 {
            #expect(pause.receive(.sample(Double(second), north: Double(second) * 3, speed: 3)) == .none)
        }
        #expect(pause.receive(.sample(5, north: 15, speed: 3)) == .resume(.speed))
    }

    @Test(arguments: [
        Coordinate(latitude: -17, longitude: 180), Coordinate(latitude: 64, longitude: -179.99999),
        Coordinate(latitude: 0.00001, longitude: 179.99999), Coordinate(latitude: -33, longitude: 0.00001),
        Coordinate(latitude: 89.9, longitude: 12), Coordinate(latitude: 90, longitude: 0),
    ])
    func `The place is right at every border of the map`(place: Coordinate) {
        // On either side of the border first.
        for side in [8.0, -8] {
            var pause = AutoPause(activityType: .other)
            var held: Coordinate?
            for second in 0...300 {
                let east = second % 2 == 0 ? side : -side
                let location = Location.sample(Double(second), east: east, of: place)
                if case .pause(let at) = pause.receive(location) { held = at }
            }
            #expect(held?.isWithin(10, of: place) == true)
            #expect(held?.isValid == true)
            #expect(pause.receive(.sample(301, north: -60, of: place)) == .none)
            #expect(pause.receive(.sample(302, north: -60, of: place)) == .resume(.displacement))
        }
    }

    @Test func `A time reset begins what lasts anew`() {
        var pause = AutoPause(activityType: .other)
        _ = pause.receive(.sample(1000))
        pause.timeReset()
        for second in 0..<300 { #expect(pause.receive(.sample(Double(second))) == .none) }
        #expect(pause.receive(.sample(300)) != .none)

        var other = paused()
        _ = other.receive(.sample(0, north: 20, speed: 5))
        other.timeReset()
        #expect(other.isPaused)
        #expect(other.receive(.sample(10, north: 20, speed: 5)) == .none)
    }
}
