import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct StationaryHoldTests {
    private enum Kind {
        case drift
        case motion
    }

    private var hold = StationaryHold()

    private mutating func kind(_ location: Location) -> Kind {
        hold.isDrift(location) ? .drift : .motion
    }

    @Test mutating func theFirstLocationIsNeverDrift() {
        #expect(kind(.sample(0)) == .motion)
        #expect(kind(.sample(1, north: 3)) == .drift)
    }

    @Test mutating func driftAroundAParkedVehicleIsHeld() {
        var random = SeededGenerator(seed: 7)
        _ = hold.isDrift(.sample(0))
        for second in 1..<1000 {
            let location = Location.sample(
                Double(second), north: .random(in: -17...17, using: &random),
                east: .random(in: -17...17, using: &random),
                speed: .random(in: 0...0.9, using: &random))
            #expect(kind(location) == .drift)
        }
    }

    @Test mutating func oneOutlierIsDriftToo() {
        _ = hold.isDrift(.sample(0))
        for second in 1..<100 { #expect(kind(.sample(Double(second), north: second % 2 == 0 ? 200 : 0)) == .drift) }
    }

    @Test mutating func aDepartureIsMotionWithItsSecondLocation() {
        _ = hold.isDrift(.sample(0))
        #expect(kind(.sample(1, north: 30)) == .drift)
        #expect(kind(.sample(2, north: 40)) == .motion)
        #expect(kind(.sample(3, north: 50)) == .motion)
    }

    @Test mutating func aDepartureWithSpeedIsMotionAtOnce() {
        _ = hold.isDrift(.sample(0))
        #expect(kind(.sample(1, north: 30, speed: 10)) == .motion)
    }

    @Test mutating func aSpeedThatLastsIsMotion() {
        _ = hold.isDrift(.sample(0, speed: 0))
        #expect(kind(.sample(1, north: 1, speed: 1.2)) == .drift)
        #expect(kind(.sample(2, north: 2, speed: 1.2)) == .drift)
        #expect(kind(.sample(3, north: 3, speed: 1.2)) == .drift)
        #expect(kind(.sample(4, north: 4, speed: 1.2)) == .motion)
    }

    @Test mutating func aSpeedThatDoesNotLastIsNone() {
        _ = hold.isDrift(.sample(0, speed: 0))
        for second in 1..<100 { #expect(kind(.sample(Double(second), speed: second % 3 == 0 ? 0 : 5)) == .drift) }
    }

    @Test mutating func aPoorAccuracyWidensTheCircle() {
        _ = hold.isDrift(.sample(0))
        for second in 1..<10 { #expect(kind(.sample(Double(second), north: 90, accuracy: 100)) == .drift) }
    }

    @Test mutating func standingForTenSecondsHoldsAgain() {
        _ = hold.isDrift(.sample(0))
        _ = hold.isDrift(.sample(1, north: 30, speed: 10))
        for second in 2...12 { #expect(kind(.sample(Double(second), north: 40, speed: 0.1)) == .motion) }
        #expect(kind(.sample(13, north: 50, speed: 0.1)) == .drift)
    }

    @Test mutating func walkingSlowlyDoesNotHold() {
        _ = hold.isDrift(.sample(0))
        _ = hold.isDrift(.sample(1, north: 30, speed: 10))
        for second in 2...100 { #expect(kind(.sample(Double(second), north: 30, speed: 0.6)) == .motion) }
    }

    @Test mutating func withoutASpeedThePositionDecides() {
        _ = hold.isDrift(.sample(0))
        _ = hold.isDrift(.sample(1, north: 30))
        _ = hold.isDrift(.sample(2, north: 60))
        for second in 3...13 { #expect(kind(.sample(Double(second), north: 80)) == .motion) }
        #expect(kind(.sample(14, north: 85)) == .drift)
    }

    @Test mutating func whereItEndedUpIsHeld_NotWhereItBeganToStand() {
        _ = hold.isDrift(.sample(0))
        _ = hold.isDrift(.sample(1, north: 30))
        _ = hold.isDrift(.sample(2, north: 60))
        for second in 3...13 {
            #expect(kind(.sample(Double(second), north: 80 + 1.2 * Double(second - 3))) == .motion)
        }
        // 24 m from the end of the creep, 36 m from its beginning.
        for second in 14...16 { #expect(kind(.sample(Double(second), north: 116)) == .drift) }
    }

    @Test mutating func itContinuesWhereAnEarlierRunWas() {
        hold = StationaryHold(resumingAt: .sample)
        #expect(kind(.sample(0, north: 10)) == .drift)
    }

    @Test mutating func aTimeResetBeginsWhatLastsAnew() {
        _ = hold.isDrift(.sample(1000))
        _ = hold.isDrift(.sample(1001, speed: 5))
        hold.timeReset()
        #expect(kind(.sample(10, speed: 5)) == .drift)
        #expect(kind(.sample(12, speed: 5)) == .drift)
        #expect(kind(.sample(13, speed: 5)) == .motion)
    }
}
