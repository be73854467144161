import LocationModel
import LocdClient
import LocdProtocol
import Motion

/// Receives the way on foot, or why it is not available.
public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void
/// Receives a pause or resumption of it, or why they are not available.
public typealias CMPedometerEventHandler = (CMPedometerEvent?, (any Error)?) -> Void

/// The way on foot: distance and pace from locations, while the daemon recognizes walking or running; steps from the
/// daemon, if something counts them.
@_weakLinked open class CMPedometer: NSObject {
    private let daemon = CurrentDaemon.current
    private let updates = MotionUpdates()
    private let events = MotionUpdates()
    private let queue = OperationQueue.forHandlers

    /// A pedometer; nothing runs yet.
    public override init() {
        super.init()
    }

    /// Whether the machine has a step counter that the daemon reads, or another device has reported steps.
    open class func isStepCountingAvailable() -> Bool { CurrentDaemon.current.isStepCountingAvailable }
    /// Whether the daemon ever answered this program.
    open class func isDistanceAvailable() -> Bool { CurrentDaemon.current.isDaemonKnown }
    /// `false`: no sensor here counts floors; ``CMPedometerData/floorsAscended`` has what another device reported.
    open class func isFloorCountingAvailable() -> Bool { false }
    /// Whether the daemon ever answered this program.
    open class func isPaceAvailable() -> Bool { CurrentDaemon.current.isDaemonKnown }
    /// The same as ``isStepCountingAvailable()``: it follows from steps.
    open class func isCadenceAvailable() -> Bool { CurrentDaemon.current.isStepCountingAvailable }
    /// Whether the daemon ever answered this program.
    open class func isPedometerEventTrackingAvailable() -> Bool { CurrentDaemon.current.isDaemonKnown }
    /// Whether this program may have it: with the authorization for exact locations.
    open class func authorizationStatus() -> CMAuthorizationStatus { CurrentDaemon.current.motionAuthorization }

    /// Gives the way on foot between two times, of the last seven days, from the daemon's track.
    open func queryPedometerData(
        from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler
    ) {
        let handler = Handler<CMPedometerData>(call: handler)
        Task { [daemon, queue] in
            do {
                handler.deliver(try await CMPedometer.data(from: start, to: end, of: daemon), on: queue)
            } catch {
                handler.deliver(nil, error, on: queue)
            }
        }
    }

    /// Gives the way on foot between two times, of the last seven days, from the daemon's track.
    /// - Throws: An error of ``CMErrorDomain``.
    nonisolated(nonsending) open func queryPedometerData(from start: Date, to end: Date) async throws -> CMPedometerData
    {
        try await CMPedometer.data(from: start, to: end, of: daemon)
    }

    /// Delivers the way on foot since a time in the last seven days: at first what the track says, then as it grows.
    open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
        let handler = Handler<CMPedometerData>(call: handler)
        let total = WalkTotal(from: start)
        let (daemon, queue) = (daemon, queue)
        var settings = SessionSettings()
        settings.distanceFilter = WalkMeter.distanceFilter
        settings.pausesLocationUpdatesAutomatically = false
        settings.activityType = .fitness
        updates.start(
            [.updatingLocation, .activityUpdates, .stepUpdates], settings, of: daemon,
            prepare: {
                // Without a track it begins now; whether it may have anything the session says.
                let now = Date()
                guard start < now else { return true }
                guard let past = try? await MotionPeriod(start, now).history(of: daemon) else { return false }
                if let data = total.begin(with: past, at: now) { handler.deliver(data, on: queue) }
                return true
            }
        ) { update in
            switch update {
            case .events(let events):
                if let data = total.receive(events) { handler.deliver(data, on: queue) }
            case .notAuthorized: handler.deliver(nil, CMErrorMotionActivityNotAuthorized.error(), on: queue)
            }
        }
    }

    /// Ends the updates.
    open func stopUpdates() {
        updates.stop()
    }

    /// Delivers when somebody begins and ceases to walk or run.
    open func startEventUpdates(handler: @escaping CMPedometerEventHandler) {
        let handler = Handler<CMPedometerEvent>(call: handler)
        let steps = StepState()
        events.start([.activityUpdates], of: daemon) { [queue] update in
            switch update {
            case .events(let events):
                for case .activity(let activity) in events {
                    if let event = steps.receive(activity) { handler.deliver(event, on: queue) }
                }
            case .notAuthorized: handler.deliver(nil, CMErrorMotionActivityNotAuthorized.error(), on: queue)
            }
        }
    }

    /// Ends these events.
    open func stopEventUpdates() {
        events.stop()
    }

    private static func data(
        from start: Date, to end: Date, of daemon: any MotionDaemon
    ) async throws -> CMPedometerData {
        let history = try await MotionPeriod(start, end).history(of: daemon)
        return CMPedometerData(
            CMPedometerData.Values(
                startDate: start, endDate: end, numberOfSteps: history.numberOfSteps ?? 0, distance: history.distance,
                floorsAscended: history.floorsAscended, floorsDescended: history.floorsDescended,
                averageActivePace: history.distance > 0 ? history.activeTime / history.distance : nil))
    }
}

extension OperationQueue {
    /// One at a time, in order, on no thread of the program's.
    static var forHandlers: OperationQueue {
        let queue = OperationQueue()
        queue.name = "CoreMotion"
        queue.maxConcurrentOperationCount = 1
        return queue
    }
}
