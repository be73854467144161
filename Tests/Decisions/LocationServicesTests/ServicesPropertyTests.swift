import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Motion
import Testing

/// Whatever comes, no service crashes, none tells of a time before the last, and one absurd location starves none.
@Suite struct ServicesPropertyTests {
    private static func absurd(_ random: inout SeededGenerator) -> Location {
        var location = Location(
            timestamp: [.earliest, .latest, .sample(.random(in: -1e9...1e9, using: &random))].randomElement(
                using: &random)
                ?? .earliest,
            coordinate: Coordinate(
                latitude: [90, -90, .random(in: -90...90, using: &random)].randomElement(using: &random) ?? 0,
                longitude: [180, -180, .random(in: -180...180, using: &random)].randomElement(using: &random) ?? 0))
        location.horizontalAccuracy = [nil, 1e-9, 1e12, 5].randomElement(using: &random) ?? nil
        location.speed = [nil, 0, 1e12].randomElement(using: &random) ?? nil
        location.course = [nil, 0, 359.999].randomElement(using: &random) ?? nil
        return location
    }

    private static func regions(_ random: inout SeededGenerator) -> [Region] {
        (0..<20).compactMap { number in
            let center = Coordinate(
                latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
            let around = (0..<6).map {
                center.moved(by: .random(in: 0...900_000, using: &random), bearing: Double($0) * 60)
            }
            switch number % 3 {
            case 0: return Region(identifier: "\(number)", center: center, radius: .random(in: 1...1e6, using: &random))
            case 1:
                return Ring(around).map { Region(identifier: "\(number)", shape: .polygons([Polygon(exterior: $0)])) }
            default: return Polyline(around).map { Region(identifier: "\(number)", shape: .corridor($0, width: 5000)) }
            }
        }
    }

    @Test(arguments: 0..<Rounds.of(40)) func `Absurd locations crash nothing`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var regions = RegionMonitoring(limit: Bool.random(using: &random) ? 5 : nil)
        for region in Self.regions(&random) { regions.startMonitoring(region) }
        var visits = Visits()
        var change = SignificantChange()
        var activity = MotionActivityUpdates()
        var heading = HeadingUpdates()
        var smoothers = Smoothing.allCases.map { PositionSmoother($0) }
        for _ in 0..<150 {
            let location = Self.absurd(&random)
            var events: [RegionEvent] = []
            regions.receive(location, into: &events)
            for event in events { #expect(event.timestamp == location.timestamp) }
            if let visit = visits.receive(location) { #expect(visit.coordinate.isValid) }
            _ = change.receive(location)
            _ = activity.receive(location)
            _ = heading.receive(location)
            if let delivered = heading.receive(Heading(magneticHeading: .random(in: 0..<360, using: &random))) {
                if let degrees = delivered.trueHeading { #expect((0..<360).contains(degrees)) }
            }
            for index in smoothers.indices {
                let smoothed = smoothers[index].smooth(location)
                #expect(smoothed.coordinate.isValid)
                if let accuracy = smoothed.horizontalAccuracy { #expect(accuracy.isFinite && accuracy > 0) }
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                let reset = TimeReset(timestamp: location.timestamp, previous: .sample(0))
                regions.timeReset()
                visits.timeReset(reset)
                change.timeReset(reset)
                activity.timeReset()
            }
        }
        // What is kept can be written and read, whatever it went through.
        _ = try JSONDecoder().decode(RegionMonitoring.State.self, from: JSONEncoder().encode(regions.state))
        _ = try JSONDecoder().decode(Visits.State.self, from: JSONEncoder().encode(visits.state))
    }

    @Test(arguments: 0..<Rounds.of(20)) func `One absurd location starves no service`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(500 + seed))
        let spoiltAt = Int.random(in: 0..<300, using: &random)
        var regions = RegionMonitoring()
        regions.startMonitoring(Region(identifier: "home", center: .sample, radius: 100))
        var visits = Visits()
        var (states, delivered) = ([RegionState](), [Visit]())
        for second in 0..<1600 {
            // There for ten minutes, 10 km away for as long, and back.
            var location = Location.sample(Double(second), north: (600..<1200).contains(second) ? 10_000 : 0)
            if second == spoiltAt { location.coordinate = Self.absurd(&random).coordinate }
            var events: [RegionEvent] = []
            regions.receive(location, into: &events)
            states += events.map(\.state)
            if let visit = visits.receive(location) { delivered.append(visit) }
        }
        #expect(states.suffix(2) == [.outside, .inside])
        #expect(delivered.suffix(5).map { $0.departureDate == nil } == [true, false, true, false, true])
    }
}
