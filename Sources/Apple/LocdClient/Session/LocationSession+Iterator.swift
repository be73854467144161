import LocationModel
import LocdProtocol

extension LocationSession {
    /// Connects when the first update is requested, and reconnects when the connection to the daemon is lost.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Phase {
            case idle
            case resting(Duration)
            case open(ReplyStream<LocationInterface.Events>)
            case over
        }

        private let session: LocationSession
        private var phase = Phase.idle
        private var failures = 0

        init(session: LocationSession) {
            self.session = session
        }

        /// The next update; `nil` once the task is cancelled.
        /// - Throws: If the daemon refuses the session, or the ``Reconnection`` gives up.
        public mutating func next() async throws(LocdClientError) -> SessionUpdate? {
            while !Task.isCancelled {
                do throws(LocdClientError) {
                    switch phase {
                    case .idle: return try await connect()
                    case .resting(let pause):
                        // If it is cancelled while sleeping, the loop ends at its next check.
                        try? await session.rest(pause)
                        phase = .idle
                    case .open(let stream):
                        if let update = try await read(stream) { return update }
                    case .over: return nil
                    }
                } catch {
                    if let update = try lose(error) { return update }
                }
            }
            end()
            return nil
        }

        private mutating func connect() async throws(LocdClientError) -> SessionUpdate? {
            let opening = session.opening()
            let stream = try await ReplyStream(
                LocationInterface.Events.self,
                EventsParameters(
                    label: session.label, services: SessionService.allCases.filter(opening.services.contains),
                    settings: opening.settings),
                of: session.client)
            let reply = try await stream.next()
            guard let identifier = reply.session else {
                throw LocdClientError(.disconnected, socketPath: session.client.socketPath)
            }
            let accuracy = reply.accuracyAuthorization ?? .fullAccuracy
            session.didHear(reply.authorizationStatus.map { Authorization($0, accuracy: accuracy) })
            try await session.didConnect(as: identifier, opened: opening)
            phase = .open(stream)
            failures = 0
            return .connected
        }

        private func read(
            _ stream: ReplyStream<LocationInterface.Events>
        ) async throws(LocdClientError) -> SessionUpdate? {
            let reply = try await stream.next()
            if let missed = reply.missed { return .missed(missed) }
            // Events that this version does not know are skipped.
            let events = reply.events?.compactMap(\.event) ?? []
            for case .authorization(let authorization) in events { session.didHear(authorization) }
            return events.isEmpty ? nil : .events(events)
        }

        private mutating func lose(_ error: LocdClientError) throws(LocdClientError) -> SessionUpdate? {
            end()
            if error.code == .cancelled { return nil }
            failures += 1
            guard error.mayPass, let pause = session.reconnection.pause(after: failures) else { throw error }
            phase = .resting(pause)
            return .disconnected(error, retryingAfter: pause)
        }

        private mutating func end() {
            phase = .over
            session.didDisconnect()
        }
    }
}
