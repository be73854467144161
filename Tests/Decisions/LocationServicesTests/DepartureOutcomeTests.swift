import LocationModel
import LocdTestSupport
import Testing
import Truth

@testable import LocationServices

/// What `locd why` knows of a departure that was not sure yet.
@Suite struct DepartureOutcomeTests {
    /// What a recorder delivers of a walk after a stop, and what its history has of the fixes.
    private static func walk(pausing: Bool) -> (delivered: [Timestamp], outcomes: [FixOutcome], fixes: Int) {
        var receiver = TruthReceiver()
        receiver.speed = .doppler
        let path = TruthPath().standing(pausing ? 600 : 60).moving(.straight(), at: 1.3, for: 120)
        let fixes = receiver.fixes(of: path, seed: 3)
        var settings = ManagerSettings()
        settings.deliversDepartures = true
        settings.holdsPositionWhenStationary = true
        settings.pausesLocationUpdatesAutomatically = pausing
        settings.distanceFilter = 5
        var hub = HubCore(staleAfter: .seconds(5), at: .replay)
        var manager = ManagerCore(settings: settings, resuming: nil, at: .live(.zero))
        _ = manager.handle(.start(nil), at: .live(.zero))
        var delivered: [Timestamp] = []
        for (index, fix) in fixes.enumerated() {
            var reports: [HubReport] = []
            hub.receive(.fix(fix), at: .replay, into: &reports)
            let now = Duration.seconds(index)
            reports = reports.map { report in
                guard case .location(let location, let reset, _) = report else { return report }
                return .location(location, timeReset: reset, arrival: now)
            }
            delivered += manager.handle(.reports(reports), at: .live(now)).locations.map(\.timestamp)
        }
        return (delivered, manager.history, fixes.count)
    }

    @Test(arguments: [true, false]) func `What was recorded later is not held back any more`(pausing: Bool) throws {
        let (delivered, outcomes, fixes) = Self.walk(pausing: pausing)
        #expect(delivered.count > 10)
        #expect(outcomes.filter { $0.kind == .delivered }.compactMap(\.firstTimestamp) == delivered)
        // Each fix has one outcome, and they are in order.
        #expect(outcomes.reduce(0) { $0 + $1.count } == fixes)
        for (one, next) in zip(outcomes, outcomes.dropFirst()) {
            #expect(try #require(one.lastTimestamp) < #require(next.firstTimestamp))
        }
        #expect(outcomes.contains { $0.isStanding && $0.count > 20 })
    }
}
