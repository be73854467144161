package import LocationModel
package import LocdClient
package import LocdProtocol
import Synchronization

/// This program as a client of the daemon, for the other modules with Apple's names: one authorization, and sessions
/// that continue after refusals.
package struct ProgramClient: Sendable {
    package enum Update: Sendable {
        /// The program's authorization: the first one, and each change.
        case authorization(CLAuthorizationStatus, CLAccuracyAuthorization)
        /// Events, in order.
        case events([LocationEvent])
        /// The daemon is away or refuses. The session continues automatically.
        case interrupted(LocdClientError)
    }

    private let hub: ClientHub

    package static var current: ProgramClient { ProgramClient(hub: .current) }

    init(hub: ClientHub) {
        self.hub = hub
    }

    /// The program's authorization; asks the daemon, for at most half a second.
    package var authorization: (status: CLAuthorizationStatus, accuracy: CLAccuracyAuthorization) {
        hub.learnAuthorizationNow()
        let known = hub.state.withLock(\.authorization) ?? .unknown
        return (known.status, known.accuracy)
    }

    /// Whether the daemon ever answered this program.
    package var isDaemonKnown: Bool { hub.isDaemonKnown }

    /// Whether anything counts steps; asks the daemon, for at most half a second.
    package var isStepCountingAvailable: Bool { hub.isStepCountingAvailable }

    /// Asks for authorization, if nobody has decided.
    package func requestAuthorization() {
        hub.requestAuthorization(.whenInUse)
    }

    /// The events of services in a session of their own, until nobody reads them.
    package func updates(of services: Set<SessionService>, settings: SessionSettings) -> AsyncStream<Update> {
        let (stream, continuation) = AsyncStream.makeStream(of: Update.self)
        let session = PersistentSession(
            daemon: hub.daemon, label: hub.label, services: services, settings: settings)
        let reading = session.read { [hub] element in
            switch element {
            case .update(.connected): continuation.yield(await Self.authorization(of: hub))
            case .update(.events(let events)):
                if events.contains(where: \.isOfAuthorization) {
                    continuation.yield(await Self.authorization(of: hub))
                }
                // Regions and visits that waited for the program come once, over its first session.
                hub.deliver(events)
                continuation.yield(.events(events))
            case .update(.disconnected(let error, _)), .refused(let error): continuation.yield(.interrupted(error))
            case .update(.missed): break
            }
        }
        continuation.onTermination = { _ in reading.cancel() }
        return stream
    }

    /// Activities and the way on foot, from the daemon's track.
    package func motionHistory(
        from: Timestamp, to: Timestamp
    ) async throws(LocdClientError) -> LocationInterface.MotionHistory.Reply {
        try await hub.daemon.motionHistory(from: from, to: to, label: hub.label)
    }

    private static func authorization(of hub: ClientHub) async -> Update {
        await hub.learnAuthorization()
        let known = hub.state.withLock(\.authorization) ?? .unknown
        return .authorization(known.status, known.accuracy)
    }
}
