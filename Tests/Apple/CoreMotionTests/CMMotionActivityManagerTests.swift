import CoreLocation
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import CoreMotion

@Suite("CMMotionActivityManager", .timeLimit(.minutes(15)))
struct CMMotionActivityManagerTests {
    private let daemon = ScriptedMotionDaemon()
    private let queue = OperationQueue.forHandlers

    @Test func `Each change of the activity comes on the queue, with one flag and its confidence`() async throws {
        let manager = daemon.make { CMMotionActivityManager() }
        let calls = Calls<CMMotionActivity>()
        manager.startActivityUpdates(to: queue) { activity in
            #expect(OperationQueue.current?.name == "CoreMotion")
            if let activity { calls.note(activity) }
        }
        let session = await daemon.session(0)
        #expect(session.services == [.activityUpdates])
        session.authorize(.authorizedAlways)
        for kind in MotionActivity.Kind.allCases { session.deliver(.activity(.sample(kind, .medium, at: 60))) }
        for kind in MotionActivity.Kind.allCases {
            let activity = try #require(await calls.next())
            let flags = [
                activity.unknown, activity.stationary, activity.walking, activity.running, activity.cycling,
                activity.automotive,
            ]
            #expect(flags.map { $0 } == MotionActivity.Kind.allCases.map { $0 == kind }, "\(kind)")
            #expect(activity.confidence == .medium)
            #expect(activity.startDate == Date(Timestamp.sample(60)))
        }
        manager.stopActivityUpdates()
        await daemon.until { $0.ended == 1 }
    }

    @Test func `To start is to ask, where nobody has decided; to start again ends what ran`() async throws {
        let manager = daemon.make { CMMotionActivityManager() }
        manager.startActivityUpdates(to: queue) { _ in Issue.record("nothing was told") }
        await daemon.session(0).authorize(.notDetermined)
        await daemon.until { $0.requests == 1 }
        await daemon.session(0).authorize(.denied)
        manager.startActivityUpdates(to: queue) { _ in }
        _ = await daemon.session(1)
        await daemon.until { $0.ended == 1 }
    }

    @Test(arguments: [
        (
            CLAuthorizationStatus.notDetermined, CLAccuracyAuthorization.fullAccuracy,
            CMAuthorizationStatus.notDetermined
        ),
        (.restricted, .fullAccuracy, .restricted), (.denied, .fullAccuracy, .denied),
        (.authorizedAlways, .fullAccuracy, .authorized), (.authorizedWhenInUse, .fullAccuracy, .authorized),
        (.authorizedAlways, .reducedAccuracy, .denied),
    ])
    func `The status follows that for exact locations`(
        _ status: CLAuthorizationStatus, _ accuracy: CLAccuracyAuthorization, _ expected: CMAuthorizationStatus
    ) {
        daemon.change { $0.authorization = (status, accuracy) }
        #expect(daemon.make { CMMotionActivityManager.authorizationStatus() } == expected)
        #expect(daemon.make { CMPedometer.authorizationStatus() } == expected)
        #expect(daemon.make { CMAltimeter.authorizationStatus() } == expected)
    }

    @Test func `Without a daemon it is a device without the sensors`() {
        daemon.change { $0.isKnown = false }
        daemon.make {
            #expect(!CMMotionActivityManager.isActivityAvailable() && !CMPedometer.isDistanceAvailable())
            #expect(!CMPedometer.isPaceAvailable() && !CMPedometer.isPedometerEventTrackingAvailable())
            #expect(!CMAltimeter.isAbsoluteAltitudeAvailable())
        }
    }

    @Test func `The past comes from the daemon's track, of at most seven days and not of the future`() async throws {
        let walk = MotionActivity.sample(.walking, at: 5)
        daemon.change {
            $0.history = .success(.init(isRecording: true, activities: [ReportedActivity(walk)], distance: 5))
        }
        let manager = daemon.make { CMMotionActivityManager() }
        let calls = Calls<Int>()
        let now = Date()
        manager.queryActivityStarting(from: .distantPast, to: .distantFuture, to: queue) { activities, error in
            #expect(error == nil && activities?.first?.walking == true)
            calls.note(activities?.count ?? -1)
        }
        #expect(await calls.next() == 1)
        let activities = try await manager.queryActivityStarting(from: now - 60, to: now, to: queue)
        #expect(activities.count == 1)
        let periods = daemon.state.periods
        #expect(abs(periods[0].to.seconds(since: periods[1].to)) < 60)
        #expect(periods[0].to.seconds(since: periods[0].from) == 7 * 86_400)
        #expect(periods[1].to.seconds(since: periods[1].from) == 60)
    }

    @Test(arguments: [
        (LocdClientError.refused(.notAuthorized(.denied)), CMErrorMotionActivityNotAuthorized),
        (.refused(.fullAccuracyRequired), CMErrorMotionActivityNotAuthorized),
        (LocdClientError(.notReachable, socketPath: "/x"), CMErrorMotionActivityNotAvailable),
        (.refused(.invalidParameter("from")), CMErrorUnknown),
    ])
    func `Why there is no past is an error of Core Motion's`(_ failure: LocdClientError, _ code: CMError) async throws {
        daemon.change { $0.history = .failure(failure) }
        let manager = daemon.make { CMMotionActivityManager() }
        let error = await #expect(throws: (any Error).self) {
            try await manager.queryActivityStarting(from: Date() - 9, to: Date(), to: self.queue)
        }
        let found = try #require(error as NSError?)
        #expect(found.domain == CMErrorDomain && found.code == Int(code.rawValue))
        #expect(found.userInfo[NSUnderlyingErrorKey] as? LocdClientError == failure)
    }

    @Test func `No track, and an end before the beginning`() async throws {
        daemon.change { $0.history = .success(.init(isRecording: false)) }
        let manager = daemon.make { CMMotionActivityManager() }
        let calls = Calls<Int>()
        manager.queryActivityStarting(from: Date() - 9, to: Date(), to: queue) { activities, error in
            #expect(activities == nil)
            calls.note((error as NSError?)?.code ?? 0)
        }
        #expect(await calls.next() == Int(CMErrorMotionActivityNotAvailable.rawValue))
        manager.queryActivityStarting(from: Date(), to: Date() - 9, to: queue) { _, error in
            calls.note((error as NSError?)?.code ?? 0)
        }
        #expect(await calls.next() == Int(CMErrorInvalidParameter.rawValue))
    }
}
