import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// Whether it moves now, as `locd status` says it.
@Suite("Motion now")
struct CurrentMotionTests {
    private let start = Timestamp("2026-11-21T06:00:00Z") ?? .earliest
    private let home = Coordinate(latitude: 47.5, longitude: 8.5)

    /// Northwards at these speeds, a fix a second but for ten hours before one of them. Whether it moves, after each.
    private func motions(
        _ speeds: [Double], tellsSpeed: Bool = true, holds: Bool = true, nightBefore: Int = .max
    ) -> [(isMoving: Bool?, since: Double?)] {
        var settings = ManagerSettings()
        settings.holdsPositionWhenStationary = holds
        settings.pausesLocationUpdatesAutomatically = false
        settings.maximumHorizontalAccuracy = nil
        var updates = StandardUpdates(settings: settings)
        var way = 0.0
        var events: [LocationEvent] = []
        return speeds.enumerated().map { second, speed in
            way += speed
            var location = Location(
                timestamp: start.advanced(bySeconds: Double(second < nightBefore ? second : second + 36_000)),
                coordinate: home.moved(by: way, bearing: 0))
            location.horizontalAccuracy = 3
            location.speed = tellsSpeed ? speed : nil
            updates.receive(location, into: &events)
            let motion = updates.currentMotion
            return (motion.isMoving, motion.since?.seconds(since: start))
        }
    }

    private func steady(_ speed: Double, _ seconds: Int) -> [Double] { Array(repeating: speed, count: seconds) }

    @Test(arguments: [true, false])
    func `A departure is seen within seconds with and without the hold`(holds: Bool) {
        let motions = motions(steady(0, 120) + steady(8, 60), holds: holds)
        #expect(motions[5].isMoving == nil)
        #expect(motions[119].isMoving == false && motions[119].since == nil)
        #expect(motions[124].isMoving == true && motions[124].since == 120)
        #expect(motions[179].isMoving == true)
    }

    @Test func `A halt is known after ten seconds and begins at its first`() {
        let motions = motions(steady(13, 300) + steady(0, 60) + steady(13, 30))
        #expect(motions[305].isMoving == true)
        #expect(motions[311].isMoving == false && motions[311].since == 300)
        #expect(motions[359].isMoving == false)
        #expect(motions[364].isMoving == true && motions[364].since == 360)
    }

    @Test func `A first fix under way moves`() {
        let motions = motions(steady(25, 20))
        #expect(motions[4].isMoving == true && motions[4].since == 0)
    }

    @Test func `Without speeds the evidence decides`() {
        let motions = motions(steady(0, 300) + steady(5, 120) + steady(0, 300), tellsSpeed: false)
        #expect(motions[299].isMoving == false)
        #expect(motions[419].isMoving == true)
        #expect(motions.last?.isMoving == false)
    }

    @Test func `Walking after a short halt is seen`() {
        let motions = motions(steady(1.3, 200) + steady(0, 12) + steady(1.3, 30))
        #expect(motions[199].isMoving == true)
        #expect(motions[211].isMoving == false)
        #expect(motions.last?.isMoving == true)
    }

    @Test(arguments: [1.2, 8], [true, false])
    func `What moves after a night without a fix has not moved since yesterday`(speed: Double, holds: Bool) {
        let motions = motions(steady(8, 120) + steady(speed, 60), holds: holds, nightBefore: 120)
        #expect(motions[119].isMoving == true && motions[119].since == 0)
        #expect(motions.last?.isMoving == true && motions.last?.since == 36_120)
    }

    @Test func `One absurd speed of a parked receiver is no departure`() {
        let motions = motions(steady(0, 120) + [6] + steady(0, 60))
        #expect(motions[115...].allSatisfy { $0.isMoving == false })
    }
}
