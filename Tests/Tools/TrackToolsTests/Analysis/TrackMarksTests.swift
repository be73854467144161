import LocationModel
import Testing
import TrackTestSupport

@testable import TrackTools

struct TrackMarksTests {
    private let home = Coordinate(latitude: 47.5, longitude: 8.5)
    private let start = moment("2026-11-21T06:00:00Z")

    private func location(_ second: Double, _ metres: Double) -> TrackStep {
        .location(
            Location(timestamp: start.advanced(bySeconds: second), coordinate: home.moved(by: metres, bearing: 90)))
    }

    private func crossing(_ second: Double) -> TrackStep {
        .region(
            RegionEvent(
                timestamp: start.advanced(bySeconds: second), identifier: "gate", state: .inside, cause: .crossed))
    }

    /// Where the crossings are, in metres from the first place.
    private func places(_ steps: [TrackStep]) -> [Double] {
        var marks = TrackMarks()
        for step in steps { marks.add(step) }
        return marks.crossings.map { home.distance(to: $0.coordinate).rounded() }
    }

    @Test func `A crossing is between the locations around it, by its time`() {
        #expect(places([location(0, 0), crossing(298), crossing(300), location(300, 7500)]) == [7450, 7500])
        #expect(places([crossing(-5), location(0, 100), crossing(5)]) == [100, 100])
        #expect(places([location(0, 0), crossing(-1), location(10, 100)]) == [0])
    }

    @Test func `Where the track is interrupted a crossing is at the nearer location`() {
        let pause = TrackStep.broken(.leftOut(start))
        #expect(places([location(0, 0), pause, crossing(200), crossing(20), location(300, 7500)]) == [7500, 0])
    }
}
