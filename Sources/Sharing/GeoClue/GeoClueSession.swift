import LocdServer

/// The session of a client of GeoClue's, from outside: it can be ended at any time, before it began, too.
struct GeoClueSession: Sendable {
    let number: Int
    let connectionEnd = ConnectionEnd()
    /// Nothing is sent through it; its end ends the session.
    let outbox = Outbox { _ in }

    func end() {
        connectionEnd.come()
        outbox.end(.closed)
    }
}
