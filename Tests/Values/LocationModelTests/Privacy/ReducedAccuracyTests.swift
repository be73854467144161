import LocationModel
import LocdTestSupport
import Testing

/// What is told of a place to whom may have it only roughly.
@Suite struct ReducedAccuracyTests {
    /// What is told of places that are visited one after the other, each when a new location is due.
    private func redacted(_ places: [Coordinate]) -> [Location] {
        var reduced = ReducedAccuracy()
        return places.enumerated().compactMap { index, place in
            reduced.receive(
                Location(timestamp: .sample(900 * Double(index)), coordinate: place), at: .seconds(900 * index))
        }
    }

    /// The beginning of a quarter of an hour, UTC.
    private func quarter(_ time: Timestamp) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds / 900_000 * 900_000) ?? .earliest
    }

    /// A place by which receiver noise crosses the edges of a cell, or its corner: found by walking.
    private func edge(from start: Coordinate, bearing: Double) -> Coordinate {
        let grid = SnapGrid(pitch: ReducedAccuracy.pitch)
        var (near, far) = (0.0, 10_000.0)
        while far - near > 0.5 {
            let middle = (near + far) / 2
            if grid.cell(of: start.moved(by: middle, bearing: bearing)) == grid.cell(of: start) {
                near = middle
            } else {
                far = middle
            }
        }
        return start.moved(by: near, bearing: bearing)
    }

    @Test func `Ten thousand updates around a place that stands tell no more than one`() {
        var generator = SeededGenerator(seed: 62)
        let east = edge(from: .sample, bearing: 90)
        // In the middle of nowhere, at an edge, and at a corner.
        for place in [Coordinate.sample, east, edge(from: east, bearing: 0)] {
            let places = (0..<10_000).map { _ in
                place.moved(
                    north: Double.random(in: -60...60, using: &generator),
                    east: Double.random(in: -60...60, using: &generator))
            }
            let all = redacted(places)
            #expect(all.count == 10_000)
            // Two decide, the first one of them as if it were under way.
            let delivered = all.dropFirst()
            let kinds = Set(
                delivered.map { [$0.coordinate.latitude, $0.coordinate.longitude, $0.horizontalAccuracy ?? 0] })
            #expect(kinds.count == 1)
        }
    }

    /// The exact grid, without the memory of a place, would betray an edge: so the test above can fail.
    @Test func `A grid alone tells an edge by its changes`() {
        let grid = SnapGrid(pitch: ReducedAccuracy.pitch)
        let edge = edge(from: .sample, bearing: 90)
        #expect(grid.cell(of: edge.moved(north: 0, east: -30)) != grid.cell(of: edge.moved(north: 0, east: 30)))
    }

    /// A quarter of an hour may begin anywhere on the way home, also just before an edge.
    @Test(arguments: [3.0, 10])
    func `A place just behind an edge has one cell, whenever a drive arrives there`(speed: Double) {
        let home = edge(from: .sample, bearing: 90).moved(by: 100, bearing: 90)
        var cells: Set<Coordinate> = []
        for arrival in stride(from: 0, to: 900, by: 7) {
            let way = (0..<6).map { quarter -> Coordinate in
                home.moved(by: max(Double(arrival) + 900 - 900 * Double(quarter), 0) * speed, bearing: 270)
            }
            // The third quarter begins after the arrival. The track of the next day begins at home.
            cells.formUnion((redacted(way).dropFirst(2) + redacted(Array(way.dropFirst(2)))).map(\.coordinate))
        }
        #expect(cells.count == 1)
    }

    @Test func `The accuracy holds the place everywhere on earth`() {
        var generator = SeededGenerator(seed: 63)
        var starts = (0..<400).map { _ in
            Coordinate(
                latitude: Double.random(in: -90...90, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator))
        }
        starts += [
            Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 10),
            Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 0, longitude: -180),
            Coordinate(latitude: 89.99, longitude: 77),
        ]
        for start in starts {
            // A way of some cells, in steps that stay within the margin, and beyond.
            let bearing = Double.random(in: 0..<360, using: &generator)
            let places = (0..<40).map { start.moved(by: 310 * Double($0), bearing: bearing) }
            for (place, location) in zip(places, redacted(places)) {
                let distance = location.coordinate.distance(to: place)
                #expect(distance <= location.horizontalAccuracy ?? 0, "\(place) is told as \(location)")
                #expect((location.horizontalAccuracy ?? 0) < 5200)
            }
        }
    }

    @Test func `Only the place is disclosed`() throws {
        var exact = Location.sample(0, accuracy: 2, speed: 13)
        (exact.altitude, exact.ellipsoidalAltitude, exact.verticalAccuracy) = (450, 497, 3)
        (exact.course, exact.courseAccuracy, exact.speedAccuracy) = (12, 1, 0.1)
        (exact.satellitesUsed, exact.hdop) = (9, 0.9)
        var reduced = ReducedAccuracy()
        let made = reduced.receive(exact, at: .zero)
        let delivered = try #require(made)
        var bare = Location(timestamp: quarter(exact.timestamp), coordinate: delivered.coordinate)
        bare.horizontalAccuracy = delivered.horizontalAccuracy
        #expect(delivered == bare)
        #expect(delivered.coordinate != exact.coordinate && (delivered.horizontalAccuracy ?? 0) > 4000)
    }

    @Test func `There is a new one four times an hour at most, and the last is delivered until it is too old`() {
        var reduced = ReducedAccuracy()
        var times: [Int] = []
        // It began 100 s after a quarter of an hour, which decides: not when it began, or was asked.
        let start = Int(rounding: quarter(.sample(0)).seconds(since: .sample(0))) + 1000
        for second in start..<start + 7200
        where reduced.receive(.sample(Double(second), north: 20 * Double(second)), at: .seconds(second)) != nil {
            times.append(second - start)
        }
        #expect(times == [0] + stride(from: 800, to: 7200, by: 900).map(\.self))
        let last = start + 7100
        #expect(reduced.latest(at: .seconds(last + 1200))?.location.timestamp == quarter(.sample(Double(last))))
        #expect(reduced.latest(at: .seconds(last + 1201)) == nil)
        #expect(ReducedAccuracy().latest(at: .zero) == nil)
    }
}
