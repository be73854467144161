import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct DeferredUpdatesTests {
    private func keep(_ location: Location, in deferral: inout DeferredUpdates) -> Bool {
        deferral.keep(.location(location))
    }

    @Test func `The timeout counts from the first location that is kept`() {
        var deferral = DeferredUpdates(untilTraveled: .infinity, timeout: 60, at: nil)
        #expect(!keep(.sample(1000), in: &deferral))
        #expect(!keep(.sample(1030), in: &deferral))
        #expect(!keep(.sample(1059), in: &deferral))
        #expect(keep(.sample(1060), in: &deferral))
        #expect(deferral.finish().count == 5)
    }

    @Test func `The way is what was travelled, not the distance from the beginning`() {
        var deferral = DeferredUpdates(untilTraveled: 100, timeout: .infinity, at: nil)
        #expect(!keep(.sample(0), in: &deferral))
        #expect(!keep(.sample(10, north: 51), in: &deferral))
        #expect(keep(.sample(20), in: &deferral))
    }

    @Test func `With the last location that has room it ends, and nothing is lost`() {
        var deferral = DeferredUpdates(untilTraveled: .infinity, timeout: .infinity, at: nil)
        for second in 1..<DeferredUpdates.limit { #expect(!keep(.sample(Double(second)), in: &deferral)) }
        #expect(keep(.sample(Double(DeferredUpdates.limit)), in: &deferral))
        #expect(deferral.finish().count == DeferredUpdates.limit + 1)
    }

    @Test func `The word of a corrected time is not kept`() {
        var deferral = DeferredUpdates(untilTraveled: .infinity, timeout: .infinity, at: nil)
        #expect(!keep(.sample(100), in: &deferral))
        let isOver = deferral.keep(.timeReset(TimeReset(timestamp: .sample(0), previous: .sample(100))))
        #expect(isOver)
    }

    @Test(arguments: [(0.0, true), (-5, true), (59, false)])
    func `A deadline is on the monotonic clock`(timeout: Double, isDue: Bool) {
        let deferral = DeferredUpdates(untilTraveled: .infinity, timeout: timeout, at: .seconds(1000))
        #expect(deferral.isDue(at: .seconds(1058)) == isDue)
        #expect(deferral.isDue(at: .seconds(1059)))
    }
}
