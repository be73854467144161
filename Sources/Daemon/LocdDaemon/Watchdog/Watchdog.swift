import LocationServices
import LocdLog
import LocdServer
import Logging

/// Tells the service manager that the daemon is alive, each time that the pipeline has proved it.
///
/// A timer that is fed beside the work says only that timers run. Here each sign of life goes the way that a fix goes,
/// and that of a call, and is given when it has come through: whoever is stuck on that way stops the signs, and the
/// manager restarts the daemon. The disk is not on the way: one that hangs is no reason to lose the lines that wait for
/// it in memory.
struct Watchdog: Service {
    /// A part of the daemon, and what proves that it works: it returns when that part has answered.
    struct Proof: Sendable {
        let name: String
        let ask: @Sendable () async -> Void
    }

    let proofs: [Proof]
    let manager: ServiceManager
    let clock: MonotonicClock
    let logger: Logger
    /// Where the timers run; `nil` is the cooperative pool.
    var executor: (any TaskExecutor)?

    func run() async {
        guard let interval = manager.watchdogInterval else { return }
        var asked = clock.now()
        repeat {
            asked = clock.now()
            for proof in proofs { await prove(proof, within: interval) }
            // One that was cancelled proves nothing.
            if Task.isCancelled { return }
            manager.notify(.watchdog)
        } while await clock.rest(until: asked + interval)
    }

    /// Waits for an answer, however long it takes, and says so when it is late: it is the last word of a daemon that is
    /// stuck.
    private func prove(_ proof: Proof, within interval: Duration) async {
        let timer = DeadlineTimer(clock: clock, executor: executor)
        timer.set(clock.now() + interval) {
            logger.log(.watchdogLate, "No answer for \(interval): \(proof.name)", metadata: ["part": "\(proof.name)"])
        }
        await proof.ask()
        timer.end()
    }
}

extension Watchdog.Proof {
    /// The hub, with all managers and their sinks, has its turn on its thread, that of the pipeline.
    static func hub(_ hub: LocationHub) -> Self {
        Self(name: "the receiver's hub") { _ = await hub.condition }
    }

    /// The event loop of the socket has its turn.
    static func socket(_ server: SocketServer) -> Self {
        Self(name: "the clients' socket") { await server.pulse() }
    }
}
