public import LocationServices
import LocdProtocol
public import Logging
public import ServiceLifecycle
import Tracks
import UnixSignals

/// The daemon: one receiver, one hub, the recorder, the socket. What runs is what ``build(_:receiver:clock:environment:logger:)``
/// puts together, so tests put together the same with a scripted receiver and a clock of their own.
public struct Daemon: Service {
    private let configuration: RunningConfiguration
    private let hub: LocationHub
    private let recorder: Recorder?
    private let seed: StandardUpdates.Seed?
    private let server: SocketServer
    private let status: DaemonStatus
    private let sessions: Sessions
    private let manager: ServiceManager
    let reload: Reload
    /// Hub and recorder share a thread: on the pool each hand-over of a fix wakes another one, and that costs more than
    /// all that is done with the fix.
    private let pipeline: ExecutorThread
    private let clock: MonotonicClock
    private let logger: Logger

    /// Puts the daemon together and takes hold of the track and the socket. Nothing is read yet.
    ///
    /// - Parameters:
    ///   - loaded: The configuration.
    ///   - receiver: What to read; `nil` takes what the configuration says.
    ///   - environment: Where the service manager's sockets are announced.
    ///   - threshold: What the log level of the configuration is put into when it is read again.
    /// - Throws: ``DaemonError`` where something stands in the way that will not pass by itself. A full disk will.
    public static func build(
        _ loaded: LoadedConfiguration, receiver: (any Receiver)? = nil, clock: MonotonicClock = .system(),
        environment: [String: String] = [:], threshold: LogThreshold = LogThreshold(.info), logger: Logger
    ) async throws(DaemonError) -> Daemon {
        let configuration = loaded.configuration
        var writer: TrackWriter?
        var tail = TrackTail()
        if configuration.recorder.enabled {
            (writer, tail) = try await openTrack(
                configuration, source: receiver?.source ?? "\(configuration.receiver.source)", clock: clock,
                logger: logger)
        }
        let source: any Receiver
        if let receiver {
            source = receiver
        } else {
            source = configuration.receiver.source.receiver(clock: clock, newest: tail.lastTimestamp)
        }
        let seed = StandardUpdates.Seed(tail)
        let conditions = ConditionLog(clock: clock, logger: logger)
        let hub = LocationHub(
            receiver: source, staleAfter: .seconds(configuration.receiver.staleAfter),
            lookInterval: configuration.receiver.powerSaving.map { .seconds($0) }, resumingAfter: seed?.location,
            clock: clock, onConditionChange: { conditions.changed(to: $0) })
        let recorder = writer.map { Recorder(configuration, hub: hub, writer: $0, clock: clock) }
        let running = RunningConfiguration(configuration)
        let manager = ServiceManager(environment: environment)
        let reload = Reload(
            path: loaded.file, environment: environment, configuration: running, hub: hub, recorder: recorder,
            threshold: threshold, manager: manager, logger: logger)
        let status = DaemonStatus(
            configuration: running, hub: hub, recorder: recorder, configurationReload: reload, clock: clock,
            started: clock.now())
        let sessions: Sessions
        do {
            sessions = try Sessions(
                hub: hub, clock: clock, staleAfter: .seconds(configuration.receiver.staleAfter),
                stateDirectory: configuration.state.directory, logger: logger)
        } catch {
            throw .noThread(error)
        }
        await sessions.load()
        let server: SocketServer
        do {
            server = try SocketServer(
                configuration: SocketConfiguration(
                    path: configuration.api.socket,
                    maximumConnectionsPerUser: configuration.api.maximumConnectionsPerUser),
                authority: AuthorizationPolicy(privilegedGroup: SystemGroup.identifier(named: "locd")),
                service: status, sessions: sessions, activation: ActivationSockets(environment: environment),
                logger: logger)
        } catch {
            throw DaemonError(.socket, "\(error)")
        }
        let pipeline: ExecutorThread
        do {
            pipeline = try ExecutorThread(named: "locd-pipeline")
        } catch {
            throw .noThread(error)
        }
        return Daemon(
            configuration: running, hub: hub, recorder: recorder, seed: seed, server: server, status: status,
            sessions: sessions, manager: manager, reload: reload, pipeline: pipeline, clock: clock, logger: logger)
    }

    private static func openTrack(
        _ configuration: Configuration, source: String, clock: MonotonicClock, logger: Logger
    ) async throws(DaemonError) -> (TrackWriter, TrackTail) {
        do throws(TrackError) {
            let writer = try TrackWriter(
                configuration: TrackConfiguration(
                    directory: configuration.tracks.directory, sync: configuration.tracks.sync,
                    rotation: configuration.tracks.rotate, compressAfter: configuration.tracks.compressAfter,
                    retain: configuration.tracks.retain,
                    header: TrackHeader(version: LocdRelease.version, receiver: source)),
                now: clock.now)
            do throws(TrackError) {
                let tail = try await writer.open()
                for repair in tail.repairs { logger.warning("The track was repaired: \(repair)") }
                return (writer, tail)
            } catch {
                // A full disk or a missing mount may pass: lines wait in memory.
                guard error.mayPass else { throw error }
                logger.error("The track cannot be written yet: \(error)")
                return (writer, TrackTail())
            }
        } catch {
            throw DaemonError(.track, error.explanation, remedy: error.remedy)
        }
    }

    /// Serves and records until cancelled or told to shut down gracefully; then the track is complete and on the disk.
    public func run() async throws {
        recorder?.manager.startUpdatingLocation(resumingAfter: seed)
        // They end in reverse order: the receiver falls silent first, the track is closed last.
        var services: [any Service] = []
        if let recorder {
            services.append(TrackService(writer: recorder.writer, clock: clock, logger: logger))
            services.append(ManagerService(manager: recorder.manager, pipeline: pipeline))
        }
        services += [
            SessionsService(sessions: sessions), HubService(hub: hub, pipeline: pipeline),
            ServerService(server: server), reload,
            StatusNotifier(status: status, manager: manager, clock: clock),
        ]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger))
        logger.notice("locd \(LocdRelease.version) reads \(configuration.current.receiver.source)")
        manager.notify(.ready)
        defer { manager.notify(.stopping) }
        try await group.run()
        logger.notice("locd ended")
    }
}

extension TrackError {
    /// Whether waiting may help: a disk fills and is emptied. A missing permission waits for a person, who should see
    /// the daemon fail, not find an empty track a year later.
    fileprivate var mayPass: Bool {
        switch code {
        case .diskFull, .readOnly, .inputOutput: true
        case .locked, .permissionDenied, .missing, .notADirectory, .noResources, .damaged, .unsupported, .closed: false
        }
    }
}
