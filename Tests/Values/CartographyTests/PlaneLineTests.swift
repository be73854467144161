import LocdTestSupport
import Testing

@testable import Cartography

@Suite("Lines of the plane")
struct PlaneLineTests {
    private let frame = MapRect(left: 0, bottom: 0, right: 10, top: 10)

    private func points(_ pairs: [(Double, Double)]) -> [MapPoint] { pairs.map { MapPoint(x: $0.0, y: $0.1) } }

    private func area(_ ring: [MapPoint]) -> Double {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    }

    @Test func `A ring is cut at the frame`() {
        let around = points([(-5, -5), (15, -5), (15, 15), (-5, 15)])
        #expect(abs(area(PlaneLine.clipped(ring: around, to: frame)) - 100) < 1e-9)
        let corner = points([(5, 5), (15, 5), (15, 15), (5, 15)])
        #expect(abs(area(PlaneLine.clipped(ring: corner, to: frame)) - 25) < 1e-9)
        #expect(PlaneLine.clipped(ring: points([(20, 20), (30, 20), (30, 30)]), to: frame).isEmpty)
        #expect(PlaneLine.clipped(ring: [], to: frame).isEmpty)
    }

    @Test func `Only pieces that touch are left`() {
        let line = points([(-20, 5), (-10, 5), (5, 5), (30, 5), (40, 5), (40, 50), (5, 50), (5, 9)])
        let pieces = PlaneLine.pieces(of: line, touching: frame)
        #expect(pieces.map(\.count) == [3, 2])
    }

    @Test func `What goes is within the tolerance`() {
        var random = SeededGenerator(seed: 3)
        var point = MapPoint(x: 0, y: 0)
        let line = (0..<(Rounds.areShort ? 1000 : 3000)).map { _ in
            point.x += Double.random(in: -1...2, using: &random)
            point.y += Double.random(in: -1...1, using: &random)
            return point
        }
        for tolerance in [0.5, 5, 50] {
            let kept = PlaneLine.simplified(line, tolerance: tolerance)
            #expect(kept.first == line.first && kept.last == line.last && kept.count < line.count)
            for point in line {
                let nearest =
                    zip(kept, kept.dropFirst()).map { PlaneLine.distance(of: point, from: $0, to: $1) }.min() ?? 0
                #expect(nearest <= tolerance + 1e-9)
            }
        }
    }

    @Test func `Small rings vanish and large ones stay`() {
        let ring = points([(0, 0), (4, 0), (4, 4), (2, 4.01), (0, 4)])
        #expect(PlaneLine.simplified(ring: ring, tolerance: 0.1).count == 4)
        #expect(PlaneLine.simplified(ring: ring, tolerance: 20).isEmpty)
    }

    @Test func `Labels do not lie over each other`() {
        var labels = LabelPlacer(within: frame)
        func take(_ left: Double, _ bottom: Double, _ right: Double, _ top: Double) -> Bool {
            labels.take(MapRect(left: left, bottom: bottom, right: right, top: top))
        }
        let answers = [take(1, 1, 4, 2), take(3, 1.5, 6, 3), take(5, 1.5, 6, 3), take(8, 1.5, 11, 3)]
        #expect(answers == [true, false, true, false])
        labels.occupy(MapRect(left: 0, bottom: 5, right: 10, top: 10))
        let isFree = take(1, 6, 2, 7)
        #expect(!isFree)
    }
}
