import Hooks
import LocationModel
import LocationServices
import LocdLog
import LocdRecorder
import LocdServer
import Logging
import SystemSupport
import Tracks

/// A service that is one function.
struct WorkService: Service {
    let work: @Sendable () async -> Void

    func run() async { await work() }
}

/// Keeps the track until everything that was recorded is on the disk.
struct TrackService: Service {
    let writer: TrackWriter
    let logger: Logger

    func run() async { await writer.run() }

    func conclude() async {
        do {
            try await writer.close()
        } catch {
            logger.log(.trackNotClosed, "\(error)")
        }
    }
}

/// Keeps the state until all that was recorded is in it.
struct StateService: Service {
    let keeper: StateKeeper

    func run() async { await keeper.run() }

    func conclude() async { await keeper.save() }
}

/// Runs the hub until it has let go of the receiver.
struct HubService: Service {
    let hub: LocationHub
    let pipeline: ExecutorThread

    func run() async {
        await withTaskExecutorPreference(pipeline) { await hub.run() }
    }
}

struct ServerService: Service {
    let server: SocketServer

    func run() async throws { try await server.run() }
}

/// Monitors the regions and visits of clients, and tells sessions of the administrator's and of those that clients
/// share.
struct SessionsService: Service {
    let sessions: Sessions
    let recorder: Recorder?
    let intake: HookIntake

    func run() async {
        await withDiscardingTaskGroup { group in
            if let recorder {
                group.addTask { for await event in recorder.regionEvents { await sessions.deliver(event) } }
            }
            group.addTask {
                for await (event, client) in sessions.sharedRegionEvents
                where await sessions.deliver(event, sharedBy: client) {
                    intake.receive([.region(event)])
                }
            }
            await sessions.run()
            group.cancelAll()
        }
    }
}

/// A part of the daemon that works until it is stopped. ``Supervisor`` runs all of them.
protocol Service: Sendable {
    /// Works until cancelled. A service that returns or throws earlier ends the daemon.
    func run() async throws

    /// Completes what ``run()`` left, such as writing the last lines. Called once after it, and not cancelled.
    func conclude() async
}

extension Service {
    func conclude() async {}
}
