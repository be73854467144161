import LocationServices
import LocdServer

extension Watchdog.Proof {
    /// The hub has its turn on its thread, that of the pipeline.
    static func hub(_ hub: LocationHub) -> Self {
        Self(name: "the receiver's hub") { _ = await hub.condition }
    }

    /// A manager has handled all that was sent to it before, and its sink has taken it.
    static func manager(_ manager: LocationManager, named name: String) -> Self {
        Self(name: name) {
            // Of one that has ended no answer comes: a stream ends its wait when that is given up.
            let (answers, answer) = AsyncStream<Void>.makeStream()
            manager.whenSettled { answer.finish() }
            for await _ in answers {}
        }
    }

    /// The thread of all clients' sessions has its turn.
    static func sessions(_ sessions: Sessions) -> Self {
        Self(name: "the clients' sessions") { await sessions.pulse() }
    }

    /// The event loop of the socket has its turn.
    static func socket(_ server: SocketServer) -> Self {
        Self(name: "the clients' socket") { await server.pulse() }
    }
}
