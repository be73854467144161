import Glibc
import LocationModel
import LocdTestSupport
import Testing

@testable import Cartography

@Suite("Simplified traces")
struct TraceTests {
    private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) ?? .earliest }

    /// A drive with noise, turns and halts, 1 Hz.
    private func drive(_ count: Int, from start: Coordinate, seed: UInt64 = 1) -> [TracePoint] {
        var random = SeededGenerator(seed: seed)
        var (place, course) = (start, 70.0)
        return (0..<count).map { second in
            let speed = second / 120 % 3 == 2 ? 0 : 14 + 6 * sin(Double(second) / 90)
            course += Double.random(in: -4...4, using: &random)
            place = place.moved(by: speed, bearing: course)
            let noisy = place.moved(
                by: Double.random(in: 0...2, using: &random), bearing: Double.random(in: 0..<360, using: &random))
            return TracePoint(noisy, at: time(Int64(second) * 1000), speed: speed)
        }
    }

    /// Where the line is at a time, on the chord between two points.
    private func distance(of point: TracePoint, from trace: Trace) -> Double {
        var best = Double.infinity
        for piece in trace.pieces where !piece.range.isEmpty {
            guard trace.points[piece.range.lowerBound].timestamp <= point.timestamp,
                trace.points[piece.range.upperBound - 1].timestamp >= point.timestamp
            else { continue }
            for index in piece.range.dropLast() {
                let (a, b) = (trace.points[index], trace.points[index + 1])
                guard a.timestamp <= point.timestamp, point.timestamp <= b.timestamp else { continue }
                let duration = b.timestamp.seconds(since: a.timestamp)
                let part = duration > 0 ? point.timestamp.seconds(since: a.timestamp) / duration : 0
                let (distance, bearing) = a.coordinate.geodesic(to: b.coordinate)
                best = min(
                    best, a.coordinate.moved(by: distance * part, bearing: bearing).distance(to: point.coordinate))
            }
            if piece.range.count == 1 {
                best = min(best, trace.points[piece.range.lowerBound].coordinate.distance(to: point.coordinate))
            }
        }
        return best
    }

    @Test(arguments: [(47.4, 8.5), (-45.9, 170.5), (-16.9, 179.99), (89.99, 10), (-89.98, -120), (0, 0)])
    func `Every point is within the stated error of the line, at its time`(_ latitude: Double, _ longitude: Double) {
        let points = drive(4500, from: Coordinate(latitude: latitude, longitude: longitude))
        for budget in [2500, 200] {
            var trace = Trace(tolerance: 0.5, budget: budget)
            for point in points { trace.add(point) }
            trace.finish()
            #expect(trace.points.count <= budget)
            #expect(trace.added == points.count)
            for point in stride(from: 0, to: points.count, by: 41).map({ points[$0] }) {
                #expect(distance(of: point, from: trace) <= trace.error + 0.02)
            }
            #expect(trace.points.first == points.first)
            #expect(trace.points.last?.coordinate == points.last?.coordinate)
        }
    }

    @Test func `A budget is kept whatever the number of pieces`() {
        var trace = Trace(tolerance: 0.5, budget: 300)
        let points = drive(5000, from: Coordinate(latitude: 47, longitude: 8))
        for (index, point) in points.enumerated() {
            if index % 20 == 0 { trace.begin(.gap(cause: "noFix")) }
            trace.add(point)
        }
        trace.finish()
        #expect(trace.points.count <= 300)
        #expect(trace.pieces.allSatisfy { trace.points.indices.contains($0.range.lowerBound) && !$0.range.isEmpty })
        for point in stride(from: 0, to: points.count, by: 203).map({ points[$0] }) {
            let nearest = trace.points.map { $0.coordinate.distance(to: point.coordinate) }.min() ?? .infinity
            // Pieces that went lie where another one ends; the rest is on a line.
            #expect(min(nearest, distance(of: point, from: trace)) <= trace.error + 0.02)
        }
    }

    @Test func `Nothing is drawn across pieces`() {
        var trace = Trace()
        trace.begin(.gap(cause: "noFix"))
        trace.add(TracePoint(Coordinate(latitude: 1, longitude: 1), at: time(0)))
        trace.begin(.separate)
        trace.begin(.gap(cause: "unplugged"))
        trace.add(TracePoint(Coordinate(latitude: 2, longitude: 2), at: time(1000)))
        trace.finish()
        #expect(trace.pieces.map(\.range) == [0..<1, 1..<2])
        #expect(trace.pieces.map(\.link) == [.separate, .gap(cause: "unplugged")])
    }

    @Test func `No points and one point`() {
        var trace = Trace()
        trace.finish()
        #expect(trace.points.isEmpty && trace.levels(highest: 5).isEmpty)
        trace.add(TracePoint(Coordinate(latitude: 90, longitude: 0), at: time(0)))
        trace.finish()
        trace.coarsen(to: 1e5)
        #expect(trace.points.count == 1 && trace.error <= 1e5)
        #expect(trace.levels(highest: 5) == [5])
    }

    @Test func `The mean speed of what is left out stays`() throws {
        var trace = Trace(tolerance: 50)
        var place = Coordinate(latitude: 47, longitude: 8)
        for second in 0...100 {
            trace.add(
                TracePoint(place, at: time(Int64(second) * 1000), speed: second == 0 ? 99 : 20))
            place = place.moved(by: 20, bearing: 90)
        }
        trace.finish()
        #expect(trace.points.count == 2)
        #expect(try #require(trace.points.last).speed == 20)
    }

    @Test func `Levels are nested and ends are in all`() {
        var trace = Trace(tolerance: 0.5)
        for point in drive(3000, from: Coordinate(latitude: -33, longitude: 151)) { trace.add(point) }
        trace.finish()
        let levels = trace.levels(highest: 10)
        #expect(levels.first == 10 && levels.last == 10)
        let counts = (0...10).map { level in levels.count { $0 >= level } }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(counts[0] == trace.points.count && counts[10] < counts[3])
    }

    @Test func `Times that stand still do no harm`() {
        var trace = Trace(tolerance: 1)
        for index in 0..<5000 {
            trace.add(
                TracePoint(
                    Coordinate(latitude: 47 + Double(index % 7) / 1000, longitude: 8), at: time(5)))
        }
        trace.finish()
        #expect(trace.points.allSatisfy { $0.coordinate.isValid })
    }
}
