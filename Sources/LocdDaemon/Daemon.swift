public import LocationModel
public import LocationServices
public import LocdConfiguration
public import LocdLog
import LocdProtocol
import LocdRecorder
import LocdServer
public import Logging
public import ServiceLifecycle
import Sharing
internal import SystemSupport
import Tracks
public import UnixSignals

/// The daemon: one receiver, one hub, the recorder, the socket. What runs is what ``build(_:receiver:clock:environment:logger:)``
/// puts together, so tests put together the same with a scripted receiver and a clock of their own.
public struct Daemon: Service {
    private let configuration: RunningConfiguration
    let hub: LocationHub
    private let recorder: Recorder?
    private let seed: StandardUpdates.Seed?
    private let monitored: MonitoredServices
    private let keeper: StateKeeper?
    private let server: SocketServer
    let status: DaemonStatus
    private let sessions: Sessions
    private let manager: ServiceManager
    private let powerSupply: PowerSupplyReader
    let reload: Reload
    /// Hub and recorder share a thread: on the pool each hand-over of a fix wakes another one, and that costs more than
    /// all that is done with the fix.
    private let pipeline: ExecutorThread
    private let memory: MemoryService
    private let sharing: SharingService?
    private let geoClue: GeoClueService?
    private let clock: MonotonicClock
    private let logger: Logger

    /// Puts the daemon together and takes hold of the track and the socket. Nothing is read yet.
    ///
    /// - Parameters:
    ///   - loaded: The configuration.
    ///   - regions: The regions that the recorder watches, and of which those that are private are nobody's business; see ``Configuration/Regions/read()``.
    ///   - policy: What the administrator says of clients; see ``Configuration/Clients/read()``.
    ///   - receiver: What to read; `nil` takes what the configuration says.
    ///   - environment: Where the service manager's sockets are announced.
    ///   - powerSupplies: Where the kernel tells what feeds the machine.
    ///   - giveBackMemory: Called when it has started, every hour and after a reload: gives back what this process does not need.
    ///   - threshold: What the log level of the configuration is put into when it is read again.
    ///   - hangups: SIGHUP, trapped before the configuration was read, so that none is lost; `nil` traps it when the daemon runs.
    /// - Throws: ``DaemonError`` where something stands in the way that will not pass by itself. A full disk will.
    public static func build(
        _ loaded: LoadedConfiguration, regions: [Region] = [], clients policy: ClientPolicy = ClientPolicy(),
        receiver: (any Receiver)? = nil,
        clock: MonotonicClock = .system(), environment: [String: String] = [:],
        powerSupplies: String = "/sys/class/power_supply", threshold: LogThreshold = LogThreshold(.info),
        giveBackMemory: @escaping @Sendable () -> Void = {}, hangups: UnixSignalsSequence? = nil, logger: Logger
    ) async throws(DaemonError) -> Daemon {
        let configuration = loaded.configuration
        var writer: TrackWriter?
        var tail = TrackTail()
        if configuration.recorder.enabled {
            (writer, tail) = try await openTrack(
                configuration, source: receiver?.source ?? "\(configuration.receiver.source)",
                run: TrackHeader.run(environment: environment), clock: clock, logger: logger)
        }
        let source: any Receiver
        if let receiver {
            source = receiver
        } else {
            source = configuration.receiver.source.receiver(clock: clock, newest: tail.lastTimestamp)
        }
        let seed = StandardUpdates.Seed(tail)
        var stateFile = StateFile(directory: configuration.state.directory)
        var state = writer == nil ? nil : resume(from: &stateFile, logger: logger) ?? PipelineState()
        state?.services.catchUp(with: tail.delivered, isFiltered: configuration.recorder.privacyZones)
        let conditions = ConditionLog(clock: clock, logger: logger)
        let pipeline: ExecutorThread
        do { pipeline = try ExecutorThread(named: "locd-pipeline") } catch { throw .noThread(error) }
        let hub = LocationHub(
            receiver: source, staleAfter: .seconds(configuration.receiver.staleAfter),
            lookInterval: configuration.receiver.powerSaving.map { .seconds($0) }, resuming: state?.gate,
            resumingAfter: [seed?.location, state?.latest].compactMap(\.self).max { $0.timestamp < $1.timestamp },
            hiding: PrivacyZones(regions), clock: clock, executor: pipeline,
            onConditionChange: { conditions.changed(to: $0) })
        let changes = StateChanges()
        let recorder = writer.map {
            Recorder(
                configuration, hub: hub, writer: $0, regions: regions, clock: clock, executor: pipeline,
                resuming: state?.services, onEvents: { changes.note() })
        }
        let running = RunningConfiguration(loaded)
        let stateThread: ExecutorThread
        let sessions: Sessions
        let reading: ExecutorThread
        do {
            // All state that is small and seldom written waits for the disk on one thread.
            stateThread = try ExecutorThread(named: "locd-state")
            reading = try ExecutorThread(named: "locd-reading")
            sessions = try Sessions(
                hub: hub, clock: clock, staleAfter: .seconds(configuration.receiver.staleAfter),
                administered: AdministeredRegions(regions, hub: hub, recorder: recorder?.manager),
                store: ClientStore(
                    directory: configuration.state.directory, thread: stateThread, clock: clock, logger: logger))
        } catch {
            throw .noThread(error)
        }
        let authority = await ClientAuthority.build(
            configuration, policy: policy, thread: stateThread, clock: clock, logger: logger)
        await sessions.load()
        let manager = ServiceManager(environment: environment)
        let reload = Reload(
            path: loaded.file, environment: environment, configuration: running, hub: hub, recorder: recorder,
            sessions: sessions, authority: authority, threshold: threshold, manager: manager, reading: reading,
            giveBackMemory: giveBackMemory, hangups: hangups, logger: logger)
        let listeners = SharingListener.all(of: configuration.sharing)
        let sharing =
            listeners.isEmpty
            ? nil
            : SharingService(
                listeners, maximumConnectionsPerUser: configuration.api.maximumConnectionsPerUser, hub: hub,
                sessions: sessions, authority: authority, reading: reading, clock: clock, logger: logger)
        let geoClue =
            configuration.sharing.isGeoClue
            ? GeoClueService(
                maximumConnectionsPerUser: configuration.api.maximumConnectionsPerUser, sessions: sessions,
                authority: authority, reading: reading, clock: clock, logger: logger) : nil
        let status = DaemonStatus(
            configuration: running, hub: hub, recorder: recorder, configurationReload: reload, sharing: sharing,
            geoClue: geoClue, reading: reading, clock: clock, started: clock.now())
        let geocoding = GeocodingService(
            settings: { running.current.geocoder }, clock: clock, reading: reading, logger: logger)
        let server: SocketServer
        do {
            server = try SocketServer(
                configuration: SocketConfiguration(
                    path: configuration.api.socket,
                    maximumConnectionsPerUser: configuration.api.maximumConnectionsPerUser),
                authority: authority, service: status, sessions: sessions,
                geocoding: geocoding, loop: geocoding.loop,
                activation: ActivationSockets(environment: environment),
                logger: logger)
        } catch {
            throw DaemonError(.socket, "\(error)")
        }
        let keeper = recorder.map {
            StateKeeper(
                file: stateFile, changes: changes, hub: hub, recorder: $0, thread: stateThread, clock: clock,
                logger: logger)
        }
        return Daemon(
            configuration: running, hub: hub, recorder: recorder, seed: seed,
            monitored: MonitoredServices(configuration, regions: regions), keeper: keeper, server: server,
            status: status, sessions: sessions, manager: manager,
            powerSupply: PowerSupplyReader(directory: powerSupplies), reload: reload, pipeline: pipeline,
            memory: MemoryService(clock: clock, giveBack: giveBackMemory), sharing: sharing,
            geoClue: geoClue, clock: clock, logger: logger)
    }

    private static func openTrack(
        _ configuration: Configuration, source: String, run: String, clock: MonotonicClock, logger: Logger
    ) async throws(DaemonError) -> (TrackWriter, TrackTail) {
        do throws(TrackError) {
            let writer = try TrackWriter(
                configuration: TrackConfiguration(
                    directory: configuration.tracks.directory, sync: configuration.tracks.sync,
                    rotation: configuration.tracks.rotate, compressAfter: configuration.tracks.compressAfter,
                    retain: configuration.tracks.retain,
                    header: TrackHeader(version: LocdRelease.version, receiver: source, run: run)),
                neglected: {
                    logger.log(
                        .trackFileNeglected, "Old track file skipped: \($0.explanation)")
                },
                troubled: { trouble in
                    guard let trouble else {
                        return logger.log(.trackWritten, "Track writable again; queued lines written")
                    }
                    logger.log(.trackNotWritable, "Track not writable: \(trouble)")
                },
                clock: clock)
            do throws(TrackError) {
                let tail = try await writer.open()
                for repair in tail.repairs { logger.log(.trackRepaired, "Track repaired: \(repair)") }
                return (writer, tail)
            } catch {
                // A full disk or a missing mount may pass: lines wait in memory.
                guard error.mayPass else { throw error }
                logger.log(.trackNotWritable, "Track not writable yet: \(error)")
                return (writer, TrackTail())
            }
        } catch {
            throw DaemonError(.track, error.explanation, remedy: error.remedy)
        }
    }

    /// What an earlier run left, where that can be used. Without it locd works: it sees everything for the first time.
    private static func resume(from file: inout StateFile, logger: Logger) -> PipelineState? {
        switch file.read() {
        case .state(let state): return state
        case .none: return nil
        case .unusable(let problem):
            let outcome = file.setAside() ? "renamed to \(file.damagedPath)" : "it will be replaced"
            logger.log(.stateUnusable, "State in \(file.path) unusable: \(problem); \(outcome)")
        case .unreadable(let error):
            logger.log(
                .stateUnreadable,
                "State in \(file.path) not readable: \(error); give it to the user that runs locd")
        }
        return nil
    }

    /// Asks everything that a fix or a call passes through.
    private var watchdog: Watchdog {
        var proofs: [Watchdog.Proof] = [.hub(hub)]
        if let recorder { proofs.append(.manager(recorder.manager, named: "the recorder")) }
        proofs += [.sessions(sessions), .socket(server)]
        return Watchdog(proofs: proofs, manager: manager, clock: clock, logger: logger)
    }

    /// Serves and records until cancelled or told to shut down gracefully; then the track is complete and on the disk.
    public func run() async throws {
        recorder?.manager.startUpdatingLocation(resumingAfter: seed)
        recorder?.manager.monitor(monitored)
        // They end in reverse order: the receiver falls silent first, the track is closed last.
        var services: [any Service] = []
        if let recorder {
            services.append(TrackService(writer: recorder.writer, clock: clock, logger: logger))
            if let keeper { services.append(StateService(keeper: keeper)) }
            services.append(ManagerService(manager: recorder.manager, pipeline: pipeline))
            services.append(
                PowerSupplyWatch(
                    reader: powerSupply, configuration: configuration, manager: recorder.manager, clock: clock))
        }
        services += [
            AuthorityService(authority: reload.authority), SessionsService(sessions: sessions, recorder: recorder),
            HubService(hub: hub, pipeline: pipeline), ServerService(server: server), reload,
            StatusNotifier(status: status, manager: manager, clock: clock),
            MetricsService(status: status, configuration: configuration, clock: clock, logger: logger),
            memory, watchdog,
        ]
        if let sharing { services.append(SharingRun { await sharing.run() }) }
        if let geoClue { services.append(SharingRun { await geoClue.run() }) }
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger))
        logger.log(
            .started, "Daemon started: locd \(LocdRelease.version) reads \(configuration.current.receiver.source)")
        manager.notify(.ready)
        defer { manager.notify(.stopping) }
        try await group.run()
        logger.log(.ended, "Daemon ended")
    }
}

extension TrackError {
    /// Whether waiting may help: a disk fills and is emptied. A missing permission waits for a person, who should see
    /// the daemon fail, not find an empty track a year later.
    fileprivate var mayPass: Bool {
        switch code {
        case .diskFull, .readOnly, .inputOutput: true
        case .locked, .permissionDenied, .missing, .notADirectory, .notAFile, .noResources, .damaged, .unsupported,
            .closed:
            false
        }
    }
}
