import CoreLocation
import LocationModel
import LocdClient
import LocdProtocol

/// What Core Motion asks of the daemon; tests script one in memory.
protocol MotionDaemon: Sendable {
    /// What the program may have; waits a moment for the answer.
    var authorization: (status: CLAuthorizationStatus, accuracy: CLAccuracyAuthorization) { get }
    /// Whether the daemon ever answered this program.
    var isDaemonKnown: Bool { get }
    /// Whether anything counts steps; waits a moment for the answer.
    var isStepCountingAvailable: Bool { get }
    /// Asks for authorization, if nobody has decided.
    func requestAuthorization()
    /// The updates of services, until the reader stops.
    func updates(of services: Set<SessionService>, settings: SessionSettings) -> AsyncStream<ProgramClient.Update>
    /// What the track says about a period.
    func motionHistory(
        from: Timestamp, to: Timestamp
    ) async throws(LocdClientError) -> LocationInterface.MotionHistory.Reply
}

extension ProgramClient: MotionDaemon {}

/// The daemon of the program. Tests put one of their own in its place.
enum CurrentDaemon {
    @TaskLocal static var value: (any MotionDaemon)?

    /// Asked each time: within a simulation of Core Location it is the simulation's.
    static var current: any MotionDaemon { value ?? ProgramClient.current }
}

extension MotionDaemon {
    /// What the program may have, in Core Motion's words.
    var motionAuthorization: CMAuthorizationStatus {
        let (status, accuracy) = authorization
        return CMAuthorizationStatus(status, accuracy)
    }
}
