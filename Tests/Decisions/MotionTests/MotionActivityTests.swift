import Foundation
import LocationModel
import LocdTestSupport
import Motion
import Testing

@Suite struct MotionActivityTests {
    /// Seconds of each activity while riding above the ground, and while neither riding nor below it.
    private func table(
        _ recordings: AaltoRecordings
    ) -> (riding: [MotionActivity.Kind: Double], other: [MotionActivity.Kind: Double]) {
        var (riding, other) = ([MotionActivity.Kind: Double](), [MotionActivity.Kind: Double]())
        for device in 1...4 {
            var updates = MotionActivityUpdates()
            let locations = recordings.locations[device] ?? []
            if let first = locations.first { _ = updates.receive(first) }
            let rides = recordings.rides.filter { $0.device == device }
            let all = recordings.allRides.filter { $0.device == device }
            for (location, next) in zip(locations, locations.dropFirst()) {
                _ = updates.receive(next)
                let kind = updates.current?.kind ?? .unknown
                let length = next.timestamp.seconds(since: location.timestamp)
                let inRide = rides.reduce(0) { $0 + Self.overlap($1, location.timestamp, next.timestamp) }
                let inAny = all.reduce(0) { $0 + Self.overlap($1, location.timestamp, next.timestamp) }
                riding[kind, default: 0] += inRide
                other[kind, default: 0] += max(length - inAny, 0)
            }
        }
        return (riding, other)
    }

    private static func overlap(_ ride: AaltoRecordings.Ride, _ from: Timestamp, _ to: Timestamp) -> Double {
        max(0, min(ride.to, to).seconds(since: max(ride.from, from)))
    }

    @Test(.enabled(if: AaltoRecordings.isAvailable, "the recordings of ../shared/data/tracks/aalto are not here"))
    func `Rides of four phones are automotive and waiting is not`() throws {
        let (riding, other) = table(try AaltoRecordings())
        let ridingTotal = riding.values.reduce(0, +)
        let otherTotal = other.values.reduce(0, +)
        let right = riding[.automotive, default: 0]
        let wrong = other[.automotive, default: 0]
        #expect(right / ridingTotal >= 0.8)
        #expect((right + otherTotal - wrong) / (ridingTotal + otherTotal) >= 0.8)
        // The documentation has the table as it comes out of this program.
        let document = try String(contentsOf: Self.document, encoding: .utf8)
        let kinds: [MotionActivity.Kind] = [.automotive, .walking, .stationary, .cycling, .running, .unknown]
        for (seconds, total) in [(riding, ridingTotal), (other, otherTotal)] {
            let shares = kinds.map { "\((seconds[$0, default: 0] / total * 1000).rounded() / 10)" }
            let row = "| \(Int(rounding: total)) | \(shares.joined(separator: " | ")) |"
            #expect(document.contains(row), "\(row)")
        }
        let share = (right + otherTotal - wrong) / (ridingTotal + otherTotal) * 100
        #expect(document.contains("is \((share * 10).rounded() / 10) % of the time"))
    }

    private static let document = URL(filePath: Checkout.path("Documentation/CoreLocation.md"))

    /// Northwards with the speeds of one second each, and what was told.
    private static func delivered(
        _ speeds: [Double], reported: Bool, _ updates: inout MotionActivityUpdates, from start: Int = 0
    ) -> [MotionActivity] {
        var north = 0.0
        var delivered: [MotionActivity] = []
        for (second, speed) in speeds.enumerated() {
            north += speed
            let location = Location.sample(Double(start + second), north: north, speed: reported ? speed : nil)
            if let activity = updates.receive(location) { delivered.append(activity) }
        }
        return delivered
    }

    /// Around a speed, changing as a person's does.
    private static func around(_ speed: Double, _ count: Int) -> [Double] {
        (0..<count).map { speed * (1 + 0.15 * sin(Double($0) / 3)) }
    }

    @Test(
        arguments: [
            (0.0, MotionActivity.Kind.stationary), (1.3, .walking), (3, .running), (5.2, .cycling), (14, .automotive),
            (30, .automotive), (250, .automotive),
        ], [true, false])
    func `Each activity is recognized by its speed`(
        activity: (speed: Double, kind: MotionActivity.Kind), reported: Bool
    ) {
        var updates = MotionActivityUpdates()
        let delivered = Self.delivered(Self.around(activity.speed, 300), reported: reported, &updates)
        #expect(delivered.last?.kind == activity.kind)
        #expect(delivered.last?.confidence == .high)
        // It made up its mind once.
        #expect(Set(delivered.map(\.kind)).count <= 2)
    }

    @Test func `A red light is no end of a drive`() {
        var updates = MotionActivityUpdates()
        let drive = Self.around(13, 120) + [Double](repeating: 0, count: 75) + Self.around(12, 120)
        let delivered = Self.delivered(drive, reported: true, &updates)
        #expect(delivered.last?.kind == .automotive)
        #expect(Set(delivered.filter { $0.timestamp > .sample(60) }.map(\.kind)).isSubset(of: [.automotive]))
    }

    /// Legs of so many seconds at a speed that changes, each with the ramps of what brakes and sets off, and stops
    /// between.
    private static func ride(_ speed: Double, acceleration: Double, legs: [Int], stop: Int) -> [Double] {
        legs.flatMap { leg in
            let ramp = { (second: Int) in acceleration * Double(min(second + 1, leg - second)) }
            return (0..<leg).map { min(speed * (1 + 0.12 * sin(Double($0) / 5)), ramp($0)) }
                + [Double](repeating: 0, count: stop)
        }
    }

    /// Seconds of each activity from a moment on, in parts of all.
    private static func shares(_ speeds: [Double], reported: Bool, from start: Int) -> [MotionActivity.Kind: Double] {
        var updates = MotionActivityUpdates()
        var north = 0.0
        var counts: [MotionActivity.Kind: Double] = [:]
        for (second, speed) in speeds.enumerated() {
            north += speed
            _ = updates.receive(.sample(Double(second), north: north, speed: reported ? speed : nil))
            if second >= start { counts[updates.current?.kind ?? .unknown, default: 0] += 1 }
        }
        return counts.mapValues { $0 / Double(speeds.count - start) }
    }

    /// Bicycles between lights, up a hill after the plain, and with a motor; a runner, and a car in a jam.
    @Test(
        arguments: [
            (ride(4, acceleration: 0.8, legs: [70, 110, 60, 140, 80, 120], stop: 35), 60, MotionActivity.Kind.cycling),
            (ride(4.5, acceleration: 0.8, legs: [50, 60, 45, 70, 50, 90], stop: 40), 60, .cycling),
            (ride(5.5, acceleration: 0.9, legs: [70, 110, 60, 140, 80, 120], stop: 30), 60, .cycling),
            (around(5, 300) + around(3, 240), 300, .cycling), (around(5, 300) + around(2.6, 240), 300, .cycling),
            (ride(6.5, acceleration: 1.2, legs: [80, 120, 70, 150, 90], stop: 35), 60, .cycling),
            (around(3, 600), 60, .running), (ride(3, acceleration: 1.5, legs: [90, 150, 120], stop: 20), 60, .running),
            (around(3, 300) + around(4.1, 45) + around(3, 300), 300, .running),
            (
                around(13, 240) + ride(2.5, acceleration: 1, legs: [15, 25, 12, 30, 20, 18, 25], stop: 15), 240,
                .automotive
            ),
            (around(9, 240) + around(1.8, 40) + around(9, 60), 240, .automotive),
        ], [true, false])
    func `A slow bicycle is cycling and a jam is automotive`(
        ride: (speeds: [Double], start: Int, kind: MotionActivity.Kind), reported: Bool
    ) {
        let shares = Self.shares(ride.speeds, reported: reported, from: ride.start)
        #expect(shares[ride.kind, default: 0] >= 0.75, "\(shares)")
    }

    @Test(arguments: [(5.2, 1.3, MotionActivity.Kind.walking), (5.2, 3, .running), (13, 1.3, .walking)])
    func `On foot after a ride is on foot`(ride: (speed: Double, next: Double, kind: MotionActivity.Kind)) {
        let day = Self.around(ride.speed, 300) + [Double](repeating: 0, count: 120) + Self.around(ride.next, 600)
        #expect(Self.shares(day, reported: true, from: 540)[ride.kind, default: 0] >= 0.9)
    }

    @Test func `Walking away from a parked car is walking`() {
        var updates = MotionActivityUpdates()
        let day = Self.around(13, 300) + [Double](repeating: 0, count: 600) + Self.around(1.3, 200)
        let kinds = Self.delivered(day, reported: true, &updates).map(\.kind)
        #expect(kinds.last == .walking && kinds.contains(.stationary) && kinds.contains(.automotive))
    }

    @Test func `A restart changes nothing`() throws {
        let day = Self.around(13, 100) + [Double](repeating: 0, count: 400) + Self.around(1.3, 100)
        var locations: [Location] = []
        var north = 0.0
        for (second, speed) in day.enumerated() {
            north += speed
            locations.append(.sample(Double(second), north: north, speed: speed))
        }
        var whole = MotionActivityUpdates()
        let expected = locations.compactMap { whole.receive($0) }
        for restart in stride(from: 0, through: locations.count, by: 50) {
            var first = MotionActivityUpdates()
            var delivered = locations[..<restart].compactMap { first.receive($0) }
            let kept = try JSONDecoder().decode(
                MotionActivityUpdates.State.self, from: JSONEncoder().encode(first.state))
            var second = MotionActivityUpdates(resuming: kept)
            delivered += locations[restart...].compactMap { second.receive($0) }
            #expect(delivered == expected, "\(restart)")
        }
    }

    @Test func `Absurd fixes harm nothing`() {
        var random = SeededGenerator(seed: 4)
        var updates = MotionActivityUpdates()
        for _ in 0..<2000 {
            let location = Location.sample(
                .random(in: -1e9...1e9, using: &random), north: .random(in: -1e7...1e7, using: &random),
                accuracy: .random(in: 1e-3...1e7, using: &random),
                speed: [nil, 0, 1e9].randomElement(using: &random) ?? nil)
            _ = updates.receive(location)
        }
        updates.timeReset()
        let delivered = Self.delivered(Self.around(13, 300), reported: true, &updates, from: 2_000_000_000)
        #expect(updates.current?.kind == .automotive, "\(delivered)")
    }
}
