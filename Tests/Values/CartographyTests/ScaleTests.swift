import Glibc
import LocationModel
import Phrasing
import Testing

@testable import Cartography

@Suite("Scales, colours and numbers")
struct ScaleTests {
    @Test(arguments: [
        (0.9, "100 m"), (1, "100 m"), (3, "200 m"), (10, "1 km"), (70, "10 km"), (9999, "1,000 km"),
        (0.003, "0.2 m"),
    ])
    func `A scale bar is round, and as long as it may be`(_ metres: Double, _ label: String) throws {
        let bar = try #require(ScaleBar(upTo: 160, metres: metres))
        #expect(bar.label == label)
        #expect(bar.width <= 160.0001 && bar.width > 160 / 2.51)
        #expect(abs(bar.length - bar.width * metres) < 1e-6 * bar.length)
    }

    @Test func `Other units`() {
        #expect(ScaleBar(upTo: 160, metres: 30, units: .imperial)?.label == "2 mi")
        #expect(ScaleBar(upTo: 160, metres: 3, units: .imperial)?.label == "1,000 ft")
        #expect(ScaleBar(upTo: 160, metres: 30, units: .nautical)?.label == "2 NM")
    }

    @Test(arguments: [(0.0, 1.0), (1, 0), (.nan, 1), (1, .infinity), (-1, 1)])
    func `There is no bar of nothing`(_ width: Double, _ metres: Double) {
        #expect(ScaleBar(upTo: width, metres: metres) == nil)
    }

    @Test func `Speeds have classes of round width`() {
        let drive = SpeedScale(upTo: 120 / 3.6)
        #expect(drive.step == 20 && drive.classes == 6)
        #expect(drive.labels == ["0", "20", "40", "60", "80", "100"])
        #expect(drive.index(of: 0) == 0)
        #expect(drive.index(of: 19.9 / 3.6) == 0)
        #expect(drive.index(of: 20.1 / 3.6) == 1)
        #expect(drive.index(of: 500) == 5)
        #expect(drive.index(of: .nan) == 0 && drive.index(of: -3) == 0)
        let walk = SpeedScale(upTo: 1.4)
        #expect(walk.step == 1 && walk.classes == 6)
        for speed in stride(from: 0.001, to: 400, by: 0.37) {
            let scale = SpeedScale(upTo: speed)
            #expect((1...SpeedScale.colors).contains(scale.classes))
            #expect(scale.labels.count == scale.classes)
        }
        #expect(SpeedScale(upTo: 0).classes >= 1)
        #expect(SpeedScale(upTo: .nan).classes >= 1)
    }

    /// For those who see few colours, and for prints: each class is lighter than the one before.
    @Test func `Colours rise in lightness`() {
        let values = SpeedScale.light.map { color -> Double in
            let number = Int(color.dropFirst(), radix: 16) ?? 0
            let parts = [number >> 16, number >> 8 & 255, number & 255].map { pow(Double($0) / 255, 2.2) }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        #expect(values.count == SpeedScale.colors)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `Ticks surround their range`() {
        for (low, high) in [(0.0, 87.0), (411, 418), (-12, 3), (0, 1e-3), (5, 5), (-1e5, 1e5)] {
            let ticks = RoundNumbers.ticks(from: low, to: high, steps: 4)
            #expect(ticks.count >= 2 && ticks.count <= 6)
            #expect(ticks[0] <= low + 1e-6 * abs(low) && ticks[ticks.count - 1] >= high - 1e-6 * abs(high))
        }
        #expect(RoundNumbers.ticks(from: .nan, to: 1, steps: 4).isEmpty)
    }

    @Test func `Graticule has round degrees on both hemispheres`() throws {
        let projection = MapProjection.mercator(meridian: 179.9)
        let middle = projection.point(of: Coordinate(latitude: -16.9, longitude: 179.9))
        let point = try #require(MapRect(around: [middle]))
        let view = point.resized(width: 100_000, height: 60_000)
        let graticule = try #require(Graticule(projection, view: view, pixels: 0.01))
        #expect(graticule.meridians.map(\.label).contains("180.0°"))
        #expect(graticule.meridians.map(\.label).contains("179.8° W"))
        #expect(graticule.parallels.map(\.label).contains("17.0° S"))
        #expect(Graticule(.polar(isNorth: true), view: view, pixels: 1) == nil)
    }
}
