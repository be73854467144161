import LocationModel
import LocdTestSupport
import Motion
import Testing

@Suite struct WalkMeterTests {
    /// Northwards at a speed, a location every four seconds.
    private static func way(_ speed: Double, _ seconds: Range<Int>, from north: Double = 0) -> [LocationEvent] {
        stride(from: seconds.lowerBound, through: seconds.upperBound, by: 4).map {
            .location(.sample(Double($0), north: north + Double($0 - seconds.lowerBound) * speed))
        }
    }

    private static func activity(_ kind: MotionActivity.Kind, _ seconds: Double) -> LocationEvent {
        .activity(MotionActivity(timestamp: .sample(seconds), kind: kind, confidence: .high))
    }

    private static func meter(_ events: [LocationEvent], from: Timestamp? = nil, to: Timestamp? = nil) -> WalkMeter {
        var meter = WalkMeter(from: from, to: to)
        for event in events { meter.receive(event) }
        return meter
    }

    @Test func `A walk counts from its first step, though it is recognized later`() {
        let events =
            Self.way(1.25, 0..<40) + [Self.activity(.walking, 40)] + Self.way(1.25, 44..<400, from: 55)
            + [Self.activity(.stationary, 430)]
        let meter = Self.meter(events)
        #expect(abs(meter.distance - 500) < 0.5)
        #expect(meter.activeTime == 400)
        #expect(meter.pace == nil, "it stands")
    }

    @Test func `The current pace is that of the latest steps`() throws {
        let events =
            [Self.activity(.walking, 0)] + Self.way(1.25, 0..<100) + [Self.activity(.running, 100)]
            + Self.way(4, 100..<140, from: 125)
        let pace = try #require(Self.meter(events).pace)
        #expect(abs(pace - 0.25) < 0.01)
    }

    @Test(arguments: [MotionActivity.Kind.stationary, .cycling, .automotive, .unknown])
    func `Nothing else counts`(_ kind: MotionActivity.Kind) {
        let meter = Self.meter([Self.activity(kind, 0)] + Self.way(1.25, 0..<400))
        #expect(meter.distance == 0 && meter.activeTime == 0 && meter.pace == nil)
    }

    @Test func `Who gets out of a car did not walk the way before`() {
        let events =
            [Self.activity(.automotive, 0)] + Self.way(6, 0..<40) + [Self.activity(.walking, 40)]
            + Self.way(1.25, 40..<80, from: 240)
        #expect(abs(Self.meter(events).distance - 50) < 0.5)
    }

    @Test func `Gaps and impossible steps do not count`() {
        let gap = LocationEvent.gap(Gap(from: .sample(40), to: .sample(44), cause: .silent))
        let events =
            [Self.activity(.walking, 0)] + Self.way(1, 0..<40) + [gap] + Self.way(1, 44..<84, from: 90)
            // Ten minutes later; then a kilometre at once.
            + Self.way(1, 684..<724, from: 200) + Self.way(1, 728..<768, from: 1500)
        #expect(abs(Self.meter(events).distance - 160) < 0.5)
    }

    @Test func `Only steps within the period count`() {
        let events = [Self.activity(.walking, 0)] + Self.way(1, 0..<400)
        let meter = Self.meter(events, from: .sample(100), to: .sample(200))
        #expect(abs(meter.distance - 100) < 0.5 && meter.activeTime == 100)
        let halves = [
            Self.meter(events, to: .sample(222)).distance, Self.meter(events, from: .sample(222)).distance,
        ]
        #expect(abs(halves.reduce(0, +) - 400) < 0.5)
    }
}
