import LocationModel
import LocdClient
import LocdProtocol
import Synchronization
import Testing

@testable import CoreLocation

@Suite("CLLocationUpdate.liveUpdates", .timeLimit(.minutes(15)))
@MainActor
struct CLLocationUpdateTests {
    private let bench = Bench()

    @Test func `Nothing starts before somebody iterates, and each iteration has its configuration`() async throws {
        let updates = bench.make { CLLocationUpdate.liveUpdates(.fitness) }
        #expect(bench.daemon.state.sessions.isEmpty)
        let task = Task {
            for try await update in updates { return update.location?.coordinate.latitude }; return nil
        }
        let session = await bench.daemon.session(0)
        #expect(session.services == [.updatingLocation])
        #expect(session.settings.activityType == .fitness)
        session.deliver(Bench.location(4))
        #expect(try await task.value == 4)
    }

    @Test func `It says why there is no location, once, and goes on`() async throws {
        let updates = bench.make { CLLocationUpdate.liveUpdates() }
        let session = Task { [bench] in
            let first = await bench.daemon.session(0)
            first.lose()
            first.lose()
            first.deliver(.connected)
            first.deliver(
                Bench.location(1), .pause(Pause(timestamp: Bench.time(1), coordinate: nil, cause: .stationary)))
            first.deliver(.failure(LocationFailure(.locationUnknown)))
            first.refuse(ScriptedDaemon.refused(.restricted))
            await bench.daemon.until { $0.sleepers == 1 }
            bench.daemon.passTime()
            await bench.daemon.session(1).deliver(Bench.location(2, at: 9))
        }
        var delivered: [CLLocationUpdate] = []
        for try await update in updates {
            delivered.append(update)
            if delivered.count == 6 { break }
        }
        await session.value
        #expect(delivered.map { $0.location?.coordinate.latitude } == [nil, 1, 1, nil, nil, 2])
        #expect(delivered[0].authorizationDenied && delivered[0].authorizationDeniedGlobally)
        #expect(delivered.map(\.stationary) == [false, false, true, false, false, false])
        #expect(delivered.map(\.locationUnavailable) == [false, false, false, true, false, false])
        #expect(delivered.map(\.authorizationRestricted) == [false, false, false, false, true, false])
    }

    @Test
    func `If the Info.plist requires a service session, locations wait for one, and the update says so`() async throws {
        let plist = "<plist><dict><key>NSLocationRequireExplicitServiceSession</key><true/></dict></plist>"
        #expect(UsageDescriptions(Data(plist.utf8)).requiresServiceSession)
        bench.hub.state.withLock { $0.requiresServiceSession = true }
        var updates = bench.make { CLLocationUpdate.liveUpdates() }.makeAsyncIterator()
        let daemon = Task { [bench] in
            let session = await bench.daemon.session(0)
            session.deliver(.connected)
            for number in 1...3 { session.deliver(Bench.location(Double(number), at: Double(number))) }
        }
        var update = try await updates.next()
        #expect(update?.serviceSessionRequired == true && update?.location == nil)
        let session = bench.make { CLServiceSession(authorization: .whenInUse) }
        update = try await updates.next()
        #expect(update?.location?.coordinate.latitude == 1 && update?.serviceSessionRequired == false)
        session.invalidate()
        session.invalidate()
        update = try await updates.next()
        #expect(update?.serviceSessionRequired == true && update?.location == nil)
        await daemon.value
    }

    @Test
    func `An update without a location says that the accuracy is limited too; a pause waits for a service session`()
        async throws
    {
        bench.daemon.decide(.authorizedWhenInUse, .reducedAccuracy)
        var updates = bench.make { CLLocationUpdate.liveUpdates() }.makeAsyncIterator()
        let daemon = Task { [bench] in
            let session = await bench.daemon.session(0)
            session.deliver(.connected)
            session.deliver(.failure(LocationFailure(.locationUnknown)))
        }
        var update = try await updates.next()
        #expect(update?.locationUnavailable == true && update?.accuracyLimited == true)
        await daemon.value
        bench.hub.state.withLock { $0.requiresServiceSession = true }
        await bench.daemon.session(0).deliver(
            .pause(Pause(timestamp: Bench.time(1), coordinate: nil, cause: .stationary)), Bench.location(1))
        update = try await updates.next()
        #expect(update?.serviceSessionRequired == true && update?.stationary == false)
    }

    @Test func `It ends with its task`() async throws {
        let updates = bench.make { CLLocationUpdate.liveUpdates() }
        let task = Task { for try await _ in updates {} }
        _ = await bench.daemon.session(0)
        task.cancel()
        try await task.value
    }
}
