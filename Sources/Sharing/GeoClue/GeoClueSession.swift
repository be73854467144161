import LocdServer

/// The session of a GeoClue client, seen from outside: it can be ended at any time, even before it began.
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
