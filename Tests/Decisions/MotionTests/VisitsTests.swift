import Foundation
import LocationModel
import LocdTestSupport
import Motion
import Testing

@Suite struct VisitsTests {
    private static func receive(_ locations: [Location], _ visits: inout Visits) -> [Visit] {
        locations.compactMap { visits.receive($0) }
    }

    /// There from 100 s on, having come from 2 km south; away from `until` on.
    private static func day(until: Int) -> [Location] {
        let coming = (0..<100).map { Location.sample(Double($0), north: -2000 + Double($0) * 18) }
        let there = (100..<until).map { Location.sample(Double($0), north: Double($0 % 7)) }
        let going = (0..<100).map { Location.sample(Double(until + $0), north: 150 + Double($0) * 20) }
        return coming + there + going
    }

    @Test func `Arrival is delivered during the stay and departure later`() throws {
        var visits = Visits()
        let delivered = Self.receive(Self.day(until: 1000), &visits)
        #expect(delivered.count == 2)
        let arrival = try #require(delivered.first)
        let departure = try #require(delivered.last)
        #expect(arrival.departureDate == nil)
        // The last hundred metres before the place belong to it.
        let arrivalDate = try #require(arrival.arrivalDate)
        #expect((94...101).contains(arrivalDate.seconds(since: .sample(0))))
        #expect((393...402).contains(arrival.timestamp.seconds(since: .sample(0))))
        #expect(departure.arrivalDate == arrival.arrivalDate)
        #expect(departure.departureDate == .sample(999))
        // It is certain 200 m away.
        #expect(departure.timestamp == .sample(1003))
        #expect(departure.coordinate.distance(to: .sample) < 20)
        let accuracy = try #require(departure.horizontalAccuracy)
        #expect(accuracy > 0 && accuracy < 50)
    }

    @Test func `Four minutes are no visit`() {
        var visits = Visits()
        #expect(Self.receive(Self.day(until: 340), &visits).isEmpty)
        #expect(visits.current == nil)
    }

    @Test func `Being there from the beginning has no arrival`() throws {
        var visits = Visits()
        let delivered = Self.receive((0...301).map { .sample(Double($0)) }, &visits)
        #expect(delivered.count == 1)
        #expect(try #require(delivered.first).arrivalDate == nil)
        #expect(visits.current?.departureDate == nil)
    }

    @Test func `One stray location ends nothing`() {
        var visits = Visits()
        var stay = (0...900).map { Location.sample(Double($0)) }
        for second in stride(from: 50, to: 900, by: 100) { stay[second] = .sample(Double(second), north: 400) }
        #expect(Self.receive(stay, &visits).count == 1)
    }

    @Test func `Two strays far from each other are no new place together`() throws {
        var visits = Visits()
        _ = Self.receive((0...400).map { .sample(Double($0)) }, &visits)
        let delivered = Self.receive(
            [.sample(401, north: 1000)] + (402...720).map { .sample(Double($0), north: 5000) }, &visits)
        #expect(delivered.map(\.departureDate) == [.sample(400), nil])
        #expect(delivered.last?.arrivalDate == .sample(402))
        let place = Coordinate.sample.moved(north: 5000)
        #expect(try #require(delivered.last).coordinate.isWithin(10, of: place))
    }

    /// A silence hides what happened in it when it is longer than the rule, not when it is as long.
    @Test(arguments: [(900.0, false), (901, true)])
    func `After a silence one location elsewhere is enough`(silence: Double, isHidden: Bool) {
        var visits = Visits()
        _ = Self.receive((0...400).map { .sample(Double($0)) }, &visits)
        let delivered = Self.receive([.sample(400 + silence, north: 5000)], &visits)
        #expect(delivered.map(\.departureDate) == (isHidden ? [.sample(400)] : []))
    }

    /// Of a reported stay: metres north by the second, and what is reported of half an hour there.
    private static func stay(_ north: (Int) -> Double) -> [Visit] {
        var visits = Visits()
        let stay = (0...1800).map { Location.sample(Double($0), north: north($0)) }
        return receive(stay + (1801...1900).map { .sample(Double($0), north: Double($0 - 1800) * 20) }, &visits)
    }

    @Test(
        arguments: [
            // A position that errs for four minutes, and one that errs often.
            { (400..<640).contains($0) ? 150.0 : 0 }, { $0 % 400 > 320 ? 130 : 0 },
            // A way round the house, and a position that creeps away and back.
            { second in (600..<880).contains(second) ? 180 * sin(Double(second - 600) * .pi / 280) : 0 },
            { 110 * sin(Double($0) * .pi / 1800) },
            // Two locations on a hill far away, one after another.
            { $0 == 700 || $0 == 900 ? 5000 : 0 },
        ] as [@Sendable (Int) -> Double]) func `Parts of one stay are one visit`(north: @Sendable (Int) -> Double)
    {
        let delivered = Self.stay(north)
        #expect(delivered.map(\.since) == [.sample(0), .sample(0)])
        #expect(delivered.map { $0.departureDate != nil } == [false, true])
        #expect(delivered.last?.departureDate.map { $0 >= .sample(1800) } == true)
    }

    /// The house next door: within 200 m, but for long.
    @Test(arguments: [110.0, 150, 190]) func `A stay next door is a visit of its own`(metres: Double) throws {
        let delivered = Self.stay { $0 < 600 ? 0 : metres }
        #expect(delivered.map { $0.departureDate != nil } == [false, true, false, true])
        #expect(delivered.dropFirst().first?.departureDate == .sample(599))
        #expect(delivered.last?.arrivalDate == .sample(600))
        #expect(try #require(delivered.last).coordinate.isWithin(20, of: Coordinate.sample.moved(north: metres)))
    }

    @Test func `A vague location ends nothing`() {
        var visits = Visits()
        let stay = (0...900).map {
            Location.sample(Double($0), north: $0 > 400 ? 700 : 0, accuracy: $0 > 400 ? 900 : 5)
        }
        #expect(Self.receive(stay, &visits).count == 1)
    }

    @Test func `Silence at one place is a stay`() {
        var visits = Visits()
        let delivered = Self.receive([.sample(0), .sample(60), .sample(40_000), .sample(40_001)], &visits)
        #expect(delivered.map(\.timestamp) == [.sample(40_000)])
    }

    @Test func `After a long silence elsewhere the arrival is not known`() throws {
        var visits = Visits()
        _ = Self.receive((0...400).map { .sample(Double($0)) }, &visits)
        let delivered = Self.receive((4000...4400).map { .sample(Double($0), north: 5000) }, &visits)
        #expect(delivered.count == 2)
        #expect(delivered.first?.departureDate == .sample(400) && delivered.first?.timestamp == .sample(4000))
        #expect(delivered.last?.arrivalDate == nil && delivered.last?.departureDate == nil)
    }

    @Test func `After a short silence elsewhere the arrival is known`() {
        var visits = Visits()
        _ = Self.receive((0...400).map { .sample(Double($0)) }, &visits)
        let delivered = Self.receive((1000...1400).map { .sample(Double($0), north: 5000) }, &visits)
        #expect(delivered.map(\.departureDate) == [.sample(400), nil])
        #expect(delivered.last?.arrivalDate == .sample(1000))
    }

    @Test(arguments: [false, true]) func `A restart at any point changes nothing`(errs: Bool) throws {
        var day = Self.day(until: 600)
        if errs { for second in 450..<520 { day[second] = .sample(Double(second), north: 160) } }
        var whole = Visits()
        let expected = Self.receive(day, &whole)
        #expect(expected.count == 2)
        for restart in stride(from: 0, through: day.count, by: 7) {
            var first = Visits()
            var delivered = Self.receive(Array(day[..<restart]), &first)
            let kept = try JSONDecoder().decode(Visits.State.self, from: JSONEncoder().encode(first.state))
            var second = Visits(resuming: kept)
            delivered += Self.receive(Array(day[restart...]), &second)
            #expect(delivered.map(\.timestamp) == expected.map(\.timestamp), "\(restart)")
            #expect(delivered.map(\.arrivalDate) == expected.map(\.arrivalDate), "\(restart)")
            #expect(delivered.map(\.departureDate) == expected.map(\.departureDate), "\(restart)")
        }
    }

    @Test func `Time that goes back makes no visit of a short stay`() {
        var visits = Visits()
        _ = Self.receive((1000...1100).map { .sample(Double($0)) }, &visits)
        visits.timeReset(TimeReset(timestamp: .sample(100), previous: .sample(1100)))
        let delivered = Self.receive((100...400).map { .sample(Double($0)) }, &visits)
        #expect(delivered.map(\.timestamp) == [.sample(300)])
    }

    /// A wrong year came with accuracies that no visit counts.
    @Test func `Time that goes back from an unseen year makes no visit`() {
        var visits = Visits()
        _ = Self.receive((1000...1100).map { .sample(Double($0)) }, &visits)
        visits.timeReset(TimeReset(timestamp: .sample(1110), previous: .sample(619_315_200)))
        let delivered = Self.receive((1110...1400).map { .sample(Double($0)) }, &visits)
        #expect(delivered.map(\.timestamp) == [.sample(1300)])
        #expect(delivered.first?.since == .sample(1000))
    }

    /// Twenty minutes on foot, straight on or round a block of 120 m, with drift of some metres.
    @Test(arguments: [0.5, 0.8, 1.3], [false, true]) func `A stroll is no visit`(speed: Double, isRound: Bool) {
        var random = SeededGenerator(seed: 3)
        var visits = Visits()
        let locations = (0..<1200).map { second in
            let way = speed * Double(second)
            let side = Int(rounding: way / 120, .down) % 4
            let along = way.truncatingRemainder(dividingBy: 120)
            let corner = [(0.0, along), (along, 120), (120, 120 - along), (120 - along, 0)][side]
            let error = (0..<2).map { _ in Double.random(in: -5...5, using: &random) }
            return Location.sample(
                Double(second), north: (isRound ? corner.0 : way) + error[0], east: (isRound ? corner.1 : 0) + error[1])
        }
        #expect(Self.receive(locations, &visits).isEmpty)
    }
}
