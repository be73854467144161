import LocationModel
import LocationServices
import Testing

@Suite struct MotionActivityTests {
    /// Seconds of each activity while riding above the ground, and while neither riding nor below it.
    private func table(_ recordings: AaltoRecordings) -> (riding: [MotionActivity.Kind: Double], other: [MotionActivity.Kind: Double]) {
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
    func ridesOfFourPhones_areAutomotiveAndWaitingIsNot() throws {
        let (riding, other) = table(try AaltoRecordings())
        let ridingTotal = riding.values.reduce(0, +)
        let otherTotal = other.values.reduce(0, +)
        let right = riding[.automotive, default: 0]
        let wrong = other[.automotive, default: 0]
        print("riding", ridingTotal, riding.mapValues { ($0 / ridingTotal * 1000).rounded() / 10 })
        print("other", otherTotal, other.mapValues { ($0 / otherTotal * 1000).rounded() / 10 })
        #expect(right / ridingTotal >= 0.8)
        #expect((right + otherTotal - wrong) / (ridingTotal + otherTotal) >= 0.8)
    }
}
