import FoundationEssentials
import Glibc
import LocationModel
import LocdTestSupport
import Motion
import Testing

@Suite struct SmoothingTests {
    /// Eastwards at 10 m/s, each position off by a normal error of 5 m in each axis.
    private static func noisyDrive(_ count: Int, seed: UInt64 = 5) -> (noisy: [Location], exact: [Coordinate]) {
        var random = SeededGenerator(seed: seed)
        func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) } }
        var (noisy, exact) = ([Location](), [Coordinate]())
        for second in 0..<count {
            let east = Double(second) * 10
            exact.append(Coordinate.sample.moved(north: 0, east: east))
            var location = Location.sample(
                Double(second), north: normal() * 5, east: east + normal() * 5, accuracy: 7.5, speed: 10)
            location.course = 90
            noisy.append(location)
        }
        return (noisy, exact)
    }

    private static func error(_ locations: [Location], _ exact: [Coordinate]) -> Double {
        let squares = zip(locations, exact).dropFirst(20).map { pair in
            let distance = pair.0.coordinate.distance(to: pair.1)
            return distance * distance
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    @Test(arguments: Smoothing.allCases) func `Smoothed is nearer to the way`(smoothing: Smoothing) {
        let (noisy, exact) = Self.noisyDrive(300)
        var smoother = PositionSmoother(smoothing)
        let smoothed = noisy.map { smoother.smooth($0) }
        #expect(Self.error(smoothed, exact) < 0.7 * Self.error(noisy, exact))
        #expect(smoothed.map(\.timestamp) == noisy.map(\.timestamp))
        #expect(smoothed.first == noisy.first)
    }

    /// Round a circle of 56 m at 13 m/s, the positions off by 3 m in each axis; the velocities are of so many seconds
    /// ago.
    private static func roundabout(delay: Double, seed: UInt64) -> (noisy: [Location], exact: [Coordinate]) {
        var random = SeededGenerator(seed: seed)
        func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) } }
        var (noisy, exact) = ([Location](), [Coordinate]())
        for second in 0..<900 {
            let angle = 13.0 / 56 * Double(second)
            let (north, east) = (56 * sin(angle), 56 * (1 - cos(angle)))
            exact.append(Coordinate.sample.moved(north: north, east: east))
            var location = Location.sample(
                Double(second), north: north + normal() * 3, east: east + normal() * 3, accuracy: 4.5, speed: 13)
            let course = (13.0 / 56 * (Double(second) - delay) * 180 / .pi).truncatingRemainder(dividingBy: 360)
            location.course = course < 0 ? course + 360 : course
            noisy.append(location)
        }
        return (noisy, exact)
    }

    @Test(arguments: [0.0, 0.5, 1]) func `Velocities may be late`(delay: Double) {
        let parts = (1...3 as ClosedRange<UInt64>).map { seed in
            let (noisy, exact) = Self.roundabout(delay: delay, seed: seed)
            var smoother = PositionSmoother(.kalman)
            let smoothed = noisy.map { smoother.smooth($0) }
            return Self.error(Array(smoothed.dropFirst(300)), Array(exact.dropFirst(300)))
                / Self.error(Array(noisy.dropFirst(300)), Array(exact.dropFirst(300)))
        }
        #expect(parts.allSatisfy { $0 < 0.6 }, "\(parts)")
    }

    /// A figure that is not a number would stay in the means, and in the state on the disk, for good.
    @Test(arguments: [1e18, 1e100, 1e200, 1.7e308, .infinity, .nan])
    func `The Kalman filter forgets absurd figures`(_ figure: Double) throws {
        let (noisy, _) = Self.noisyDrive(400)
        for field in [\Location.speed, \.speedAccuracy, \.horizontalAccuracy] {
            var smoother = PositionSmoother(.kalman)
            for (number, location) in noisy.enumerated() {
                var location = location
                if number == 200 { location[keyPath: field] = figure }
                let smoothed = smoother.smooth(location)
                #expect(smoothed.coordinate.isValid)
                #expect(smoother.isValid, "\(number)")
                #expect(throws: Never.self) { try JSONEncoder().encode(smoother) }
            }
            // It has learned again.
            let last = try #require(noisy.last)
            var next = last
            next.timestamp = last.timestamp.advanced(bySeconds: 1)
            next.coordinate = last.coordinate.moved(north: 0, east: 8)
            #expect(smoother.smooth(next) != next)
        }
    }

    @Test func `The Kalman filter trusts what is accurate`() throws {
        func smoothed(accuracy: Double) throws -> (distance: Double, accuracy: Double) {
            var (noisy, exact) = Self.noisyDrive(200)
            var smoother = PositionSmoother(.kalman)
            noisy[199].coordinate = exact[199].moved(north: 12)
            noisy[199].horizontalAccuracy = accuracy
            let last = try #require(noisy.map { smoother.smooth($0) }.last)
            return (last.coordinate.distance(to: noisy[199].coordinate), try #require(last.horizontalAccuracy))
        }
        let (usual, vague, exact) = (
            try smoothed(accuracy: 7.5), try smoothed(accuracy: 50), try smoothed(accuracy: 0.5)
        )
        #expect(exact.distance < usual.distance && usual.distance < vague.distance)
        #expect(exact.distance < 2)
        #expect(exact.accuracy <= 0.5 && usual.accuracy < 7.5)
    }

    @Test func `The weighted average trusts what is accurate`() throws {
        func moved(_ smoothing: Smoothing) throws -> Double {
            var (noisy, exact) = Self.noisyDrive(200)
            var smoother = PositionSmoother(smoothing)
            noisy[199].coordinate = exact[199].moved(north: 30)
            noisy[199].horizontalAccuracy = 60
            let last = try #require(noisy.map { smoother.smooth($0) }.last)
            return last.coordinate.distance(to: noisy[199].coordinate)
        }
        #expect(try moved(.weightedMovingAverage) > 25)
        #expect(try (18...30).contains(moved(.movingAverage)))
    }

    /// What a receiver has filtered wanders slowly: nothing can be smoothed away, and nothing comes late.
    @Test(arguments: Smoothing.allCases) func `Correlated noise is not smoothed`(smoothing: Smoothing) {
        var smoother = PositionSmoother(smoothing)
        for second in 0..<600 {
            let angle = Double(second) / 40
            var location = Location.sample(
                Double(second), north: 4 * sin(angle), east: Double(second) * 10 + 4 * cos(angle), speed: 10)
            location.course = 90
            #expect(smoother.smooth(location).coordinate.distance(to: location.coordinate) < 0.05)
        }
    }

    @Test(arguments: Smoothing.allCases) func `A velocity that is wrong leads nowhere`(smoothing: Smoothing) {
        var smoother = PositionSmoother(smoothing)
        for second in 0..<300 {
            // It says that it stands.
            let location = Location.sample(Double(second), east: Double(second) * 3, speed: 0)
            #expect(smoother.smooth(location).coordinate.distance(to: location.coordinate) < 0.1)
        }
    }

    @Test(arguments: Smoothing.allCases) func `A jump that was believed is followed at once`(smoothing: Smoothing) {
        var smoother = PositionSmoother(smoothing)
        for second in 0..<30 { _ = smoother.smooth(.sample(Double(second))) }
        let there = smoother.smooth(.sample(30, north: 5000))
        #expect(there.coordinate.distance(to: Coordinate.sample.moved(north: 5000)) < 1)
    }

    @Test(arguments: Smoothing.allCases) func `A hole begins it anew`(smoothing: Smoothing) {
        var smoother = PositionSmoother(smoothing)
        for second in 0..<30 { _ = smoother.smooth(.sample(Double(second))) }
        let later = smoother.smooth(.sample(60, north: 20))
        #expect(later == .sample(60, north: 20))
        let earlier = smoother.smooth(.sample(10, north: 30))
        #expect(earlier == .sample(10, north: 30))
    }

    /// In a roundabout, no speed tells where a hole of some seconds leads.
    @Test(arguments: Smoothing.allCases, [4, 6, 9])
    func `After a small hole the position stands as it came`(smoothing: Smoothing, seconds: Int) {
        let drive = Self.roundabout(delay: 0, seed: 3).noisy
        var smoother = PositionSmoother(smoothing)
        for location in drive[..<300] { _ = smoother.smooth(location) }
        let later = drive[299 + seconds]
        #expect(smoother.smooth(later) == later)
        let next = drive[(300 + seconds)..<(310 + seconds)]
        #expect(next.map { smoother.smooth($0) } != Array(next))
    }

    @Test(arguments: Smoothing.allCases) func `The antimeridian and the poles are no obstacle`(smoothing: Smoothing) {
        for place in [Coordinate(latitude: 10, longitude: 180), Coordinate(latitude: 90, longitude: 0)] {
            var smoother = PositionSmoother(smoothing)
            for second in 0..<20 {
                let location = Location.sample(Double(second), north: -100, east: Double(second - 10) * 2, of: place)
                let smoothed = smoother.smooth(location)
                #expect(smoothed.coordinate.isValid)
                if place.latitude < 90 { #expect(smoothed.coordinate.distance(to: location.coordinate) < 15) }
            }
        }
    }
}
