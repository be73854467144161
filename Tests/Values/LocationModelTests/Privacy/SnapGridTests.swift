import LocationModel
import LocdTestSupport
import Testing

@Suite struct SnapGridTests {
    private static let places = [
        Coordinate(latitude: 47.5, longitude: 8.5), Coordinate(latitude: -33.9, longitude: 18.4),
        Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0),
        Coordinate(latitude: -90, longitude: 77), Coordinate(latitude: 89.9999, longitude: -120),
        Coordinate(latitude: -16.8, longitude: 180), Coordinate(latitude: -16.8, longitude: -180),
        Coordinate(latitude: 71, longitude: 179.99999),
    ]

    @Test(arguments: places, [1.0, 140, 5000, 2_000_000])
    func `Every place is within the reach of its cell and the cell is no larger than the pitch`(
        place: Coordinate, pitch: Double
    ) {
        let cell = SnapGrid(pitch: pitch).cell(of: place)
        #expect(cell.center.isValid)
        #expect(cell.center.distance(to: place) <= cell.reach)
        // Half a diagonal, and the metre; an arc of a degree is not the same length everywhere.
        #expect(cell.reach <= pitch * 0.5.squareRoot() * 1.02 + 1)
    }

    @Test func `Random places have the cell of its middle`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<5000 {
            let grid = SnapGrid(pitch: Double.random(in: 50...50_000, using: &random))
            let place = Coordinate(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random))
            let cell = grid.cell(of: place)
            #expect(cell.center.distance(to: place) <= cell.reach)
            #expect(grid.cell(of: cell.center) == cell)
        }
    }
}
