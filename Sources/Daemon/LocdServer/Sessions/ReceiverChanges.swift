import LocationModel
package import LocationServices
import Synchronization

/// Delivers the state of the receiver to sessions: at once, and whenever it changes. It is health, which every client
/// may know.
package final class ReceiverChanges: Sendable {
    private struct State {
        var receiver: ReceiverChange?
        var sessions: [ObjectIdentifier: Session] = [:]
    }

    private let state = Mutex(State())

    /// Nothing is known, and nobody wants to know it.
    package init() {}

    /// The receiver's condition changed. It returns at once.
    package func changed(to condition: ReceiverCondition) {
        let change = ReceiverChange(condition)
        // Told under the lock, so that all are told all changes in order.
        state.withLock { state in
            state.receiver = change
            for session in state.sessions.values { session.deliver([.receiver(change)]) }
        }
    }

    /// A session wants to know. `condition`: what counts if there was no change yet.
    func add(_ session: Session, before condition: ReceiverCondition) {
        state.withLock { state in
            // One that ended meanwhile was removed before.
            guard !session.outbox.isEnded,
                state.sessions.updateValue(session, forKey: ObjectIdentifier(session)) == nil
            else { return }
            session.deliver([.receiver(state.receiver ?? ReceiverChange(condition))])
        }
    }

    /// A session does not want to know any more.
    func remove(_ session: Session) {
        state.withLock { _ = $0.sessions.removeValue(forKey: ObjectIdentifier(session)) }
    }
}

extension ReceiverChange {
    fileprivate init(_ condition: ReceiverCondition) {
        self.init(state: condition.state, cause: condition.state.hasFix ? nil : condition.cause)
    }
}
