import LocationModel
import LocdProtocol
import Synchronization

final class SessionList: Sendable {
    private struct State {
        var staleAfter: Duration
        var byIdentifier: [String: Session] = [:]
        /// In the order of their beginning.
        var byClient: [ClientIdentity: [Session]] = [:]
    }

    private let state: Mutex<State>

    /// No sessions; `staleAfter` is the time without a location after which a gap is reported.
    init(staleAfter: Duration) {
        state = Mutex(State(staleAfter: staleAfter))
    }

    /// The time without a location after which a session gets a gap.
    var staleAfter: Duration { state.withLock(\.staleAfter) }

    /// Sets it for all existing and future sessions.
    func apply(staleAfter: Duration) {
        state.withLock { state in
            state.staleAfter = staleAfter
            for session in state.byIdentifier.values { session.apply(staleAfter: staleAfter) }
        }
    }

    /// All of them, the oldest first.
    var all: [Session] {
        state.withLock { Array($0.byIdentifier.values) }.sorted { $0.began < $1.began }
    }

    func add(_ session: Session) {
        state.withLock { state in
            // It may have changed since the session was created.
            session.apply(staleAfter: state.staleAfter)
            state.byIdentifier[session.identifier] = session
            state.byClient[session.client, default: []].append(session)
        }
    }

    func remove(_ session: Session) {
        state.withLock { state in
            state.byIdentifier[session.identifier] = nil
            state.byClient[session.client]?.removeAll { $0 === session }
            if state.byClient[session.client]?.isEmpty == true { state.byClient[session.client] = nil }
        }
    }

    /// The session of a name, for a caller with the same owner. Sessions of others are not disclosed.
    func session(_ identifier: String, for caller: Caller) throws(VarlinkError) -> Session {
        guard let session = state.withLock({ $0.byIdentifier[identifier] }),
            session.client.isSameOwner(as: caller.client)
        else { throw .noSuchSession }
        return session
    }

    func sessions(of client: ClientIdentity) -> [Session] { state.withLock { $0.byClient[client] ?? [] } }

    /// The authorization of a connected client: the most permissive one of its sessions, which differ if its processes
    /// are in different groups; `nil` if it is away.
    func authorization(of client: ClientIdentity) -> Authorization? {
        sessions(of: client).map(\.authorization).max { $0.extent < $1.extent }
    }

    /// Delivers an event to all sessions of a client that are authorized for it; false if there is none.
    func deliver(_ event: LocationEvent, to client: ClientIdentity, disclosing disclosure: Disclosure) -> Bool {
        let sessions = sessions(of: client).filter { $0.takes(event, disclosing: disclosure) }
        for session in sessions { session.deliver([event]) }
        return !sessions.isEmpty
    }
}

extension Authorization {
    /// The order of authorizations: by accuracy, and for the same accuracy by whether it lasts while the client is
    /// away.
    fileprivate var extent: (Disclosure, Int) { (disclosure, status == .authorizedAlways ? 1 : 0) }
}

extension StreamEncoder.Form {
    /// Whether a stream of this method delivers its client's events.
    func isDelivered(of event: LocationEvent) -> Bool {
        switch (self, event) {
        case (.Events, _), (.Visits, .visit): true
        default: false
        }
    }
}
