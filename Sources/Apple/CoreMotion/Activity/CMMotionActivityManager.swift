import LocationModel
import LocdProtocol

/// Receives an activity.
public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
/// Receives activities of the past, or why they are not available.
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Activities: now, as the daemon recognizes them from its fixes, and in the past, as its track says.
@_weakLinked open class CMMotionActivityManager: NSObject {
    private let daemon = CurrentDaemon.current
    private let updates = MotionUpdates()

    /// A manager; nothing runs yet.
    public override init() {
        super.init()
    }

    /// Whether the daemon ever answered this program.
    open class func isActivityAvailable() -> Bool { CurrentDaemon.current.isDaemonKnown }

    /// Whether this program may have activities: with the authorization for exact locations.
    open class func authorizationStatus() -> CMAuthorizationStatus { CurrentDaemon.current.motionAuthorization }

    /// Delivers each change of the activity or its confidence, the first after about half a minute of fixes.
    open func startActivityUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler) {
        let handler = Handler<CMMotionActivity> { activity, _ in handler(activity) }
        updates.start([.activityUpdates], of: daemon) { [queue] update in
            // Core Motion tells this handler nothing of a denial.
            guard case .events(let events) = update else { return }
            for case .activity(let activity) in events { handler.deliver(CMMotionActivity(activity), on: queue) }
        }
    }

    /// Ends the updates.
    open func stopActivityUpdates() {
        updates.stop()
    }

    /// Gives the activities between two times, of the last seven days: the one that lasted at the beginning first.
    open func queryActivityStarting(
        from start: Date, to end: Date, to queue: OperationQueue,
        withHandler handler: @escaping CMMotionActivityQueryHandler
    ) {
        let handler = Handler<[CMMotionActivity]>(call: handler)
        Task { [daemon] in
            do {
                handler.deliver(
                    try await CMMotionActivityManager.activities(from: start, to: end, of: daemon), on: queue)
            } catch {
                handler.deliver(nil, error, on: queue)
            }
        }
    }

    /// Gives the activities between two times, of the last seven days.
    /// - Throws: An error of ``CMErrorDomain``.
    nonisolated(nonsending) open func queryActivityStarting(
        from start: Date, to end: Date, to queue: OperationQueue
    ) async throws -> [CMMotionActivity] {
        try await CMMotionActivityManager.activities(from: start, to: end, of: daemon)
    }

    private static func activities(
        from start: Date, to end: Date, of daemon: any MotionDaemon
    ) async throws -> [CMMotionActivity] {
        try await MotionPeriod(start, end).history(of: daemon).activities.compactMap(\.motionActivity)
            .map { CMMotionActivity($0) }
    }
}
