import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct DutyCycleTests {
    private static let demanding = Demand(desiredAccuracy: .best)
    private static let coarse = Demand(desiredAccuracy: .kilometer)
    private static let paused = Demand(desiredAccuracy: .best, isPaused: true)

    private var duty = DutyCycle(interval: .seconds(300))

    @Test func withoutPowerSavingItIsHeldWhileAnybodyNeedsIt() {
        var duty = DutyCycle(interval: nil)
        #expect(!duty.isHeld)
        for demand in [Self.demanding, Self.coarse, Self.paused] {
            duty.update([demand], at: .zero)
            #expect(duty.isHeld && duty.deadline == nil)
        }
        duty.update([], at: .zero)
        #expect(!duty.isHeld)
    }

    @Test(arguments: [[demanding], [demanding, coarse], [paused, demanding]])
    func oneDemandingManagerHoldsIt(demands: [Demand]) {
        var duty = DutyCycle(interval: .seconds(300))
        duty.update(demands, at: .zero)
        #expect(duty.isHeld && duty.deadline == nil)
    }

    @Test mutating func aClientOfPeriodicLooksGetsOneAtOnce() {
        duty.update([Self.coarse, Self.paused], at: .seconds(1))
        #expect(duty.isHeld && duty.deadline == .seconds(61))
    }

    @Test mutating func aPauseLetsGoUntilTheNextLook() {
        duty.update([Self.demanding], at: .zero)
        duty.update([Self.paused], at: .seconds(10))
        #expect(!duty.isHeld && duty.deadline == .seconds(310))
        duty.tick(at: .seconds(309))
        #expect(!duty.isHeld)
        duty.tick(at: .seconds(310))
        #expect(duty.isHeld)
    }

    @Test mutating func threeLocationsCompleteALook() {
        duty.update([Self.coarse], at: .zero)
        for second in 1...2 {
            duty.location(at: .seconds(second))
            #expect(duty.isHeld && duty.deadline == .seconds(11))
        }
        duty.location(at: .seconds(3))
        #expect(!duty.isHeld && duty.deadline == .seconds(303) && duty.lastLookWasGood)
    }

    @Test mutating func oneLocationCompletesItTenSecondsLater() {
        duty.update([Self.coarse], at: .zero)
        duty.location(at: .seconds(20))
        duty.tick(at: .seconds(30))
        #expect(!duty.isHeld && duty.lastLookWasGood)
    }

    @Test mutating func aLookWithoutALocationEndsAndWasNotGood() {
        duty.update([Self.coarse], at: .zero)
        duty.tick(at: .seconds(60))
        #expect(!duty.isHeld && !duty.lastLookWasGood && duty.deadline == .seconds(360))
        duty.tick(at: .seconds(360))
        duty.location(at: .seconds(361))
        #expect(duty.lastLookWasGood)
    }

    @Test mutating func aLookThatBeginsLateHasItsWholePatience() {
        duty.update([Self.coarse], at: .zero)
        duty.tick(at: .seconds(60))
        // The machine slept over the moment at which the look was due.
        duty.tick(at: .seconds(4000))
        #expect(duty.isHeld && duty.deadline == .seconds(4060))
    }

    @Test mutating func changesOfDemandDoNotProlongARestNorALook() {
        duty.update([Self.coarse], at: .zero)
        duty.update([Self.coarse, Self.paused], at: .seconds(30))
        #expect(duty.deadline == .seconds(60))
        duty.tick(at: .seconds(60))
        duty.update([Self.coarse], at: .seconds(100))
        #expect(duty.deadline == .seconds(360))
    }

    @Test mutating func aNewClientDuringARestGetsALookAtOnce() {
        duty.update([Self.coarse], at: .zero)
        duty.tick(at: .seconds(60))
        duty.update([Self.coarse, Self.coarse], needsLocation: true, at: .seconds(100))
        #expect(duty.isHeld && duty.deadline == .seconds(160))
    }

    @Test mutating func demandEndsARestAtOnceAndNobodyEndsAll() {
        duty.update([Self.coarse], at: .zero)
        duty.tick(at: .seconds(60))
        duty.update([Self.coarse, Self.demanding], at: .seconds(70))
        #expect(duty.isHeld && duty.deadline == nil)
        duty.update([], at: .seconds(80))
        #expect(!duty.isHeld && duty.deadline == nil)
        duty.tick(at: .seconds(10_000))
        #expect(!duty.isHeld)
    }
}
