import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// Locations come at most every so many seconds, and nothing makes that starve or forget.
@Suite struct MinimumIntervalTests {
    private var updates = StandardUpdates(settings: .unfiltered { $0.minimumInterval = 10 })
    private var events: [LocationEvent] = []

    private var delivered: [Timestamp] { events.locations.map(\.timestamp) }

    private mutating func receive(_ seconds: [Double], reset: TimeReset? = nil) {
        for (index, second) in seconds.enumerated() {
            updates.receive(
                .sample(second, north: second * 20), timeReset: index == 0 ? reset : nil, into: &events)
        }
    }

    @Test mutating func `At most one in the interval at any rate`() {
        receive(stride(from: 0, through: 35, by: 0.5).map { $0 })
        #expect(delivered == [0, 10, 20, 30].map { .sample($0) })
        #expect(updates.held == [.minimumInterval: 67])
    }

    @Test mutating func `A slow receiver loses nothing`() {
        receive([0, 10, 21, 45])
        #expect(delivered.count == 4)
    }

    @Test mutating func `Time going backwards delays nothing`() {
        receive([5000, 5005])
        receive([0, 5, 10, 15], reset: TimeReset(timestamp: .sample(0), previous: .sample(5005)))
        #expect(delivered == [5000, 0, 10].map { .sample($0) })
    }

    @Test mutating func `With a distance both must be reached`() {
        var settings = updates.settings
        settings.distanceFilter = 490
        updates.apply(settings, into: &events)
        // 490 m take 25 s.
        receive((0...60).map(Double.init))
        #expect(delivered == [0, 25, 50].map { .sample($0) })
    }

    @Test mutating func `A better accuracy does not pass it`() {
        updates.receive(.sample(0, accuracy: 50), into: &events)
        updates.receive(.sample(5, accuracy: 2), into: &events)
        #expect(delivered == [.sample(0)])
    }
}
