import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Synchronization
import Testing

@testable import CoreLocation
@testable import CoreMotion

@Suite("CMPedometer", .timeLimit(.minutes(15)))
struct CMPedometerTests {
    private struct Told: Sendable {
        var distance: Double?
        var pace: Double?
        var average: Double?
        var error: Int?

        init(_ data: CMPedometerData?, _ failure: (any Error)?) {
            distance = data?.distance?.doubleValue
            pace = data?.currentPace?.doubleValue
            average = data?.averageActivePace?.doubleValue
            error = (failure as NSError?)?.code
        }
    }

    private let daemon = ScriptedMotionDaemon()

    private func walk(_ session: ScriptedMotionDaemon.Session, seconds: ClosedRange<Int>) {
        for second in stride(from: seconds.lowerBound, through: seconds.upperBound, by: 4) {
            session.deliver(.location(.sample(Double(second), north: Double(second) * 1.25)))
        }
    }

    @Test func `The way on foot grows from what the track says, and has a pace while somebody walks`() async throws {
        daemon.change { $0.history = .success(.init(isRecording: true, distance: 100, activeTime: 90)) }
        let pedometer = daemon.make { CMPedometer() }
        let calls = Calls<Told>()
        pedometer.startUpdates(from: Date() - 3600) { calls.note(Told($0, $1)) }
        let session = await daemon.session(0)
        #expect(session.services == [.updatingLocation, .activityUpdates, .stepUpdates])
        #expect(session.settings.distanceFilter == 5)
        session.authorize(.authorizedAlways)
        let past = try #require(await calls.next())
        #expect(past.distance == 100 && past.average == 0.9 && past.pace == nil)
        // It takes a while to be sure; then the way since then counts.
        walk(session, seconds: 0...40)
        session.deliver(.activity(.sample(.walking, at: 40)))
        let recognized = try #require(await calls.next())
        #expect(abs((recognized.distance ?? 0) - 150) < 0.2)
        #expect(abs((recognized.pace ?? 0) - 0.8) < 0.01)
        walk(session, seconds: 44...44)
        #expect(abs((await calls.next()?.distance ?? 0) - 155) < 0.2)
        session.deliver(.activity(.sample(.stationary, at: 80)))
        let stood = try #require(await calls.next())
        #expect(stood.pace == nil && abs((stood.distance ?? 0) - 155) < 0.2)
        #expect(abs((stood.average ?? 0) - (90 + 44) / 155) < 0.01)
        pedometer.stopUpdates()
        await daemon.until { $0.ended == 1 }
    }

    @Test func `What is walked while the track is read counts, after what the track says`() async throws {
        daemon.change {
            $0.history = .success(.init(isRecording: true, distance: 100, activeTime: 90))
            $0.isHistoryAnswered = false
        }
        let pedometer = daemon.make { CMPedometer() }
        let calls = Calls<Told>()
        pedometer.startUpdates(from: Date() - 3600) { calls.note(Told($0, $1)) }
        let session = await daemon.session(0)
        session.authorize(.authorizedAlways)
        await daemon.until { $0.periods.count == 1 }
        walk(session, seconds: 0...40)
        session.deliver(.activity(.sample(.walking, at: 40)))
        daemon.change { $0.isHistoryAnswered = true }
        #expect(await calls.next()?.distance == 100)
        let walked = try #require(await calls.next())
        #expect(abs((walked.distance ?? 0) - 150) < 0.2)
        pedometer.stopUpdates()
    }

    @Test func `A pedometer that was started before the permission has the past once it is allowed`() async throws {
        daemon.change { $0.history = .failure(.refused(.notAuthorized(.notDetermined))) }
        let pedometer = daemon.make { CMPedometer() }
        let calls = Calls<Told>()
        pedometer.startUpdates(from: Date() - 3600) { calls.note(Told($0, $1)) }
        let session = await daemon.session(0)
        session.authorize(.notDetermined)
        await daemon.until { $0.requests == 1 }
        #expect(daemon.state.periods.isEmpty, "the track would ask too, and before the session is open")
        daemon.change { $0.history = .success(.init(isRecording: true, distance: 100, activeTime: 90)) }
        session.authorize(.authorizedWhenInUse)
        walk(session, seconds: 0...40)
        session.deliver(.activity(.sample(.walking, at: 40)))
        #expect(await calls.next()?.distance == 100)
        let walked = try #require(await calls.next())
        #expect(abs((walked.distance ?? 0) - 150) < 0.2)
        session.authorize(.authorizedWhenInUse)
        session.deliver(.activity(.sample(.stationary, at: 80)))
        #expect(await calls.next()?.pace == nil)
        #expect(daemon.state.periods.count == 1, "what is known is not asked again")
        pedometer.stopUpdates()
    }

    @Test func `The daemon is that of the present program, which is another in a simulation of Core Location`() {
        _ = CMPedometer.isDistanceAvailable()
        let hub = ClientHub(
            daemon: LocdClient(socketPath: "/nowhere"), label: "simulated",
            stateDirectory: FileManager.default.temporaryDirectory)
        hub.state.withLock { $0.wasReached = true }
        #expect(ClientHub.$current.withValue(hub) { CMPedometer.isDistanceAvailable() })
    }

    @Test func `Who is denied is told so`() async throws {
        daemon.change { $0.history = .failure(.refused(.notAuthorized(.denied))) }
        let pedometer = daemon.make { CMPedometer() }
        let calls = Calls<Told>()
        pedometer.startUpdates(from: Date() - 60) { calls.note(Told($0, $1)) }
        await daemon.session(0).authorize(.authorizedAlways, .reducedAccuracy)
        #expect(await calls.next()?.error == Int(CMErrorMotionActivityNotAuthorized.rawValue))
        let events = Calls<Int>()
        pedometer.startEventUpdates { events.note(($1 as NSError?)?.code ?? 0) }
        await daemon.session(1).authorize(.restricted)
        #expect(await events.next() == Int(CMErrorMotionActivityNotAuthorized.rawValue))
    }

    @Test func `A period of the past has its distance and mean pace, no steps and no floors`() async throws {
        daemon.change { $0.history = .success(.init(isRecording: true, distance: 800, activeTime: 600)) }
        let pedometer = daemon.make { CMPedometer() }
        let start = Date() - 3600
        let data = try await pedometer.queryPedometerData(from: start, to: start + 1800)
        #expect(data.startDate == start && data.endDate == start + 1800)
        #expect(data.distance == 800 && data.averageActivePace == 0.75)
        #expect(data.numberOfSteps == 0 && data.floorsAscended == nil && data.floorsDescended == nil)
        #expect(data.currentPace == nil && data.currentCadence == nil)
        let calls = Calls<Told>()
        pedometer.queryPedometerData(from: start, to: start - 1) { calls.note(Told($0, $1)) }
        #expect(await calls.next()?.error == Int(CMErrorInvalidParameter.rawValue))
    }

    @Test
    func `Steps and cadence are those that the daemon counted, whether or not there are locations`() async throws {
        var past = StepTotal()
        past.add(StepCount(from: .sample(-600), to: .sample(-60), numberOfSteps: 900, source: .counter))
        let history = LocationInterface.MotionHistory.Reply(isRecording: true, steps: past)
        daemon.change {
            $0.countsSteps = true
            $0.history = .success(history)
        }
        #expect(daemon.make { CMPedometer.isStepCountingAvailable() && CMPedometer.isCadenceAvailable() })
        #expect(!daemon.make { CMPedometer.isFloorCountingAvailable() })
        let pedometer = daemon.make { CMPedometer() }
        let calls = Calls<[Double?]>()
        pedometer.startUpdates(from: Date() - 3600) { data, _ in
            calls.note([
                data?.numberOfSteps.doubleValue, data?.currentCadence?.doubleValue, data?.floorsAscended?.doubleValue,
            ])
        }
        let session = await daemon.session(0)
        session.authorize(.authorizedAlways)
        #expect(await calls.next() == [900, nil, nil])
        session.deliver(.steps(StepCount(from: .sample(0), to: .sample(10), numberOfSteps: 18, source: .counter)))
        #expect(await calls.next() == [918, 1.8, nil])
        // A watch counted the same walk.
        var watch = StepCount(from: .sample(0), to: .sample(10), numberOfSteps: 19, source: .reported)
        watch.floorsAscended = 1
        session.deliver(.steps(watch))
        #expect(await calls.next() == [919, 1.8, 1])
        session.deliver(.activity(.sample(.stationary, at: 11)))
        #expect(await calls.next() == [919, nil, 1])
        let data = try await pedometer.queryPedometerData(from: Date() - 3600, to: Date())
        #expect(data.numberOfSteps == 900 && data.currentCadence == nil && data.distance == 0)
        pedometer.stopUpdates()
        await daemon.until { $0.ended == 1 }
    }

    @Test func `A walk begins and ends with an event`() async throws {
        let pedometer = daemon.make { CMPedometer() }
        let calls = Calls<CMPedometerEventType?>()
        pedometer.startEventUpdates { event, _ in calls.note(event?.type) }
        let session = await daemon.session(0)
        for (second, kind) in [
            MotionActivity.Kind.stationary, .walking, .running, .automotive, .stationary, .walking,
        ].enumerated() {
            session.deliver(.activity(.sample(kind, at: Double(second))))
        }
        #expect(await calls.next() == .resume)
        #expect(await calls.next() == .pause)
        #expect(await calls.next() == .resume)
        pedometer.stopEventUpdates()
        await daemon.until { $0.ended == 1 }
    }
}
