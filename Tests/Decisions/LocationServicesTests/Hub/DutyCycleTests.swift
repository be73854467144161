import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct DutyCycleTests {
    private static let demanding = Demand(desiredAccuracy: .best)
    private static let coarse = Demand(desiredAccuracy: .kilometer)
    private static let paused = Demand(desiredAccuracy: .best, isPaused: true)

    private var duty = DutyCycle(interval: .seconds(300))

    @Test func `Without power saving it is held while anybody needs it`() {
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
    func `One demanding manager holds it`(demands: [Demand]) {
        var duty = DutyCycle(interval: .seconds(300))
        duty.update(demands, at: .zero)
        #expect(duty.isHeld && duty.deadline == nil)
    }

    @Test mutating func `A client of periodic looks gets one at once`() {
        duty.update([Self.coarse, Self.paused], at: .seconds(1))
        #expect(duty.isHeld && duty.deadline == .seconds(61))
    }

    @Test mutating func `A pause lets go until the next look`() {
        duty.update([Self.demanding], at: .zero)
        duty.update([Self.paused], at: .seconds(10))
        #expect(!duty.isHeld && duty.deadline == .seconds(310))
        duty.tick(at: .seconds(309))
        #expect(!duty.isHeld)
        duty.tick(at: .seconds(310))
        #expect(duty.isHeld)
    }

    @Test mutating func `Three locations complete a look`() {
        duty.update([Self.coarse], at: .zero)
        for second in 1...2 {
            duty.location(at: .seconds(second))
            #expect(duty.isHeld && duty.deadline == .seconds(11))
        }
        duty.location(at: .seconds(3))
        #expect(!duty.isHeld && duty.deadline == .seconds(303) && duty.lastLookWasGood)
    }

    @Test mutating func `One location completes it ten seconds later`() {
        duty.update([Self.coarse], at: .zero)
        duty.location(at: .seconds(20))
        duty.tick(at: .seconds(30))
        #expect(!duty.isHeld && duty.lastLookWasGood)
    }

    @Test mutating func `A look without a location ends and was not good`() {
        duty.update([Self.coarse], at: .zero)
        duty.tick(at: .seconds(60))
        #expect(!duty.isHeld && !duty.lastLookWasGood && duty.deadline == .seconds(360))
        duty.tick(at: .seconds(360))
        duty.location(at: .seconds(361))
        #expect(duty.lastLookWasGood)
    }

    @Test mutating func `A look that begins late has its whole patience`() {
        duty.update([Self.coarse], at: .zero)
        duty.tick(at: .seconds(60))
        // The machine slept over the moment at which the look was due.
        duty.tick(at: .seconds(4000))
        #expect(duty.isHeld && duty.deadline == .seconds(4060))
    }

    @Test mutating func `Changes of demand do not prolong a rest nor a look`() {
        duty.update([Self.coarse], at: .zero)
        duty.update([Self.coarse, Self.paused], at: .seconds(30))
        #expect(duty.deadline == .seconds(60))
        duty.tick(at: .seconds(60))
        duty.update([Self.coarse], at: .seconds(100))
        #expect(duty.deadline == .seconds(360))
    }

    @Test mutating func `A new client during a rest gets a look at once`() {
        duty.update([Self.coarse], at: .zero)
        duty.tick(at: .seconds(60))
        duty.update([Self.coarse, Self.coarse], needsLocation: true, at: .seconds(100))
        #expect(duty.isHeld && duty.deadline == .seconds(160))
    }

    @Test mutating func `Demand ends a rest at once and nobody ends all`() {
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
