import Hooks
public import LocationModel
public import LocationServices
public import LocdConfiguration
public import LocdLog
import LocdProtocol
import LocdRecorder
import LocdServer
public import Logging
import Receivers
import Sensors
import Sharing
internal import SystemSupport
import Tracks
public import UnixSignals

/// The daemon: one receiver, one hub, the recorder and the socket. `build` assembles it, so that tests assemble the
/// same daemon with a scripted receiver and a test clock.
public struct Daemon: Sendable {
    let hub: LocationHub
    let status: DaemonStatus
    let reload: Reload
    private let recorder: Recorder?
    private let seed: StandardUpdates.Seed?
    private let monitored: MonitoredServices
    /// In the order of their start. They end in reverse order: the receiver first, the track last.
    private let services: [any Service]
    private let manager: ServiceManager
    private let stateLock: DirectoryLock?
    /// Runs what has no thread of its own; `nil` is the cooperative pool.
    private let executor: (any TaskExecutor)?
    private let logger: Logger

    /// Assembles the daemon and opens the track and the socket. The receiver is not read yet.
    ///
    /// - Parameters:
    ///   - loaded: The configuration.
    ///   - regions: The regions that the recorder monitors; the private ones are never disclosed. See
    ///     ``Configuration/Regions/read()``.
    ///   - policy: The administrator's policy for clients; see ``Configuration/Clients/read()``.
    ///   - receiver: The receiver to read; `nil` for the one in the configuration.
    ///   - environment: The environment variables, in which the service manager announces its sockets.
    ///   - powerSupplies: The directory in which the kernel lists power supplies.
    ///   - usesBluetooth: Whether beacons are also looked for with the adapter of this machine.
    ///   - executor: Runs what has no thread of its own; `nil` is the cooperative pool.
    ///   - giveBackMemory: Returns unused memory to the system. Called after the start, every hour and after a reload.
    ///   - threshold: Receives the configured log level after each reload.
    ///   - hangups: SIGHUP, trapped before the configuration was read, so that no signal is lost; `nil` traps it when
    ///     the daemon runs.
    /// - Throws: ``DaemonError`` if the daemon cannot start and retrying would not help. A full disk does not throw.
    public static func build(
        _ loaded: LoadedConfiguration, regions: [Region] = [], clients policy: ClientPolicy = ClientPolicy(),
        receiver: (any Receiver)? = nil,
        clock: MonotonicClock = .system(), environment: [String: String] = [:],
        powerSupplies: String = "/sys/class/power_supply", usesBluetooth: Bool = true,
        threshold: LogThreshold = LogThreshold(.info), executor: (any TaskExecutor)? = nil,
        giveBackMemory: @escaping @Sendable () -> Void = {}, hangups: UnixSignalsSequence? = nil, logger: Logger
    ) async throws(DaemonError) -> Daemon {
        let configuration = loaded.configuration
        // Reads the receiver, and runs the hub and the recorder: handing over a fix to another thread costs more than
        // processing it.
        let pipeline = try thread("locd-pipeline")
        // Writes all state that is small and seldom written.
        let stateThread = try thread("locd-state")
        let reading = try thread("locd-reading")
        var writer: TrackWriter?
        var tail = TrackTail()
        if configuration.recorder.enabled {
            (writer, tail) = try await openTrack(
                configuration, source: receiver?.source ?? "\(configuration.receiver.source)",
                run: TrackHeader.run(environment: environment), clock: clock, logger: logger)
        }
        let stateLock = try StateFile.lock(directory: configuration.state.directory)
        let source = receiver ?? configuration.receiver.source.receiver(clock: clock, on: pipeline)
        let seed = StandardUpdates.Seed(tail)
        var stateFile = StateFile(directory: configuration.state.directory)
        var state = writer == nil ? nil : resume(from: &stateFile, logger: logger) ?? PipelineState()
        state?.forgetReceivers(but: source.source)
        state?.services.catchUp(with: tail.delivered, isFiltered: configuration.recorder.privacyZones)
        let last = [seed?.location, state?.latest].compactMap(\.self).max { $0.timestamp < $1.timestamp }
        let changes = StateChanges()
        let hookState = HookService.load(from: configuration.state.directory, logger: logger)
        let timeZones = TimeZones(path: configuration.geocoder.timeZones, clock: clock, logger: logger)
        let intake = HookIntake(
            hooks: configuration.hooks, zones: PrivacyZones(regions),
            resuming: hookState.state.significantChange, at: last?.coordinate, followsTimeZone: timeZones.isInstalled,
            onEvents: { changes.note() })
        let receiverChanges = ReceiverChanges()
        let conditions = ConditionLog(clock: clock, logger: logger)
        let compass =
            configuration.sensors.compass ? CompassService(clock: clock, executor: executor, logger: logger) : nil
        let beacons =
            configuration.sensors.beacons
            ? BeaconService(
                on: try thread("locd-beacons"),
                radio: usesBluetooth ? BeaconRadio(clock: clock, executor: executor, logger: logger) : nil,
                clock: clock) : nil
        let hub = LocationHub(
            receiver: source, staleAfter: .seconds(configuration.receiver.staleAfter),
            lookInterval: configuration.receiver.powerSaving.map { .seconds($0) }, resuming: state?.gate,
            resumingAfter: last,
            knowing: state?.integrity, hiding: PrivacyZones(regions), clock: clock,
            executor: pipeline,
            networkTime: { SerialReceiver.synchronizedSystemTime().flatMap(Timestamp.init(milliseconds:)) },
            slewed: { SystemClock.slewed },
            onConditionChange: {
                conditions.changed(to: $0)
                intake.changed(to: $0)
                receiverChanges.changed(to: $0)
            },
            onHeadingDemand: { compass?.want($0) },
            onBeaconDemand: { beacons?.demand($0) })
        let recorder = writer.map {
            Recorder(
                configuration, hub: hub, writer: $0, regions: regions, resuming: state?.services,
                after: seed?.timestamp, at: last?.coordinate,
                onDelivery: { intake.receive($0) }, onEvents: { changes.note() })
        }
        let running = RunningConfiguration(loaded)
        let sessions = Sessions(
            hub: hub, clock: clock, staleAfter: .seconds(configuration.receiver.staleAfter),
            administered: AdministeredRegions(regions, hub: hub, recorder: recorder?.manager),
            receiverChanges: receiverChanges,
            isRangingAvailable: beacons != nil, passesUntrusted: configuration.sharing.passesUntrusted,
            store: ClientStore(
                directory: configuration.state.directory, thread: stateThread, clock: clock, logger: logger),
            logger: logger)
        let authority = await ClientAuthority.build(
            configuration, policy: policy, thread: stateThread, clock: clock, logger: logger)
        await sessions.apply(policy)
        await sessions.load()
        let manager = ServiceManager(environment: environment)
        let geocoding = GeocodingService(
            settings: { running.current.geocoder }, clock: clock, reading: reading, logger: logger)
        let hooks = await HookService(
            configuration.hooks, resuming: hookState, tail: tail.events, hiding: PrivacyZones(regions),
            at: last?.coordinate, intake: intake,
            loop: { await geocoding.loop.running() }, zoneAt: { timeZones.identifier(at: $0) },
            onTimeZone: {
                recorder?.record($0)
                sessions.deliver($0)
            },
            isSynced: configuration.tracks.sync != .never,
            wallTime: { .now }, clock: clock, thread: stateThread, logger: logger)
        let reload = Reload(
            path: loaded.file, environment: environment, configuration: running, hub: hub, recorder: recorder,
            hooks: hooks, sessions: sessions, authority: authority, threshold: threshold, manager: manager,
            reading: reading,
            giveBackMemory: giveBackMemory, hangups: hangups, logger: logger)
        let activation = ActivationSockets(environment: environment)
        let steps = configuration.sensors.steps.map {
            StepCenter(
                devices: $0, hub: hub, recorder: recorder, sessions: sessions,
                past: StepReportHistory(
                    directory: recorder == nil ? nil : configuration.tracks.directory, thread: reading),
                thread: reading, clock: clock, logger: logger)
        }
        var features = sharing(
            configuration, hub: hub, sessions: sessions, authority: authority, reading: reading,
            activation: activation, clock: clock, logger: logger)
        if let compass { features.append(CompassFeature(compass: compass, hub: hub)) }
        if let steps { features.append(steps) }
        if let beacons { features.append(BeaconFeature(beacons: beacons, hub: hub, sessions: sessions, clock: clock)) }
        let keeper = recorder.map {
            StateKeeper(
                file: stateFile, changes: changes, hub: hub, recorder: $0, hooks: hooks, thread: stateThread,
                clock: clock, logger: logger)
        }
        let status = DaemonStatus(
            configuration: running, hub: hub, recorder: recorder, configurationReload: reload, features: features,
            beacons: beacons, steps: steps, hooks: hooks, keeper: keeper, reading: reading, clock: clock,
            started: clock.now())
        let server: SocketServer
        do {
            server = try SocketServer(
                configuration: SocketConfiguration(
                    path: configuration.api.socket,
                    maximumConnectionsPerUser: configuration.api.maximumConnectionsPerUser),
                authority: authority, service: status, sessions: sessions,
                geocoding: geocoding, loop: geocoding.loop,
                activation: activation,
                logger: logger)
        } catch {
            throw DaemonError(.socket, "\(error)")
        }
        var services: [any Service] = []
        if let recorder, let keeper {
            services = [
                TrackService(writer: recorder.writer, logger: logger), StateService(keeper: keeper),
                PowerSupplyWatch(
                    reader: PowerSupplyReader(directory: powerSupplies), configuration: running,
                    manager: recorder.manager, hooks: hooks, clock: clock),
            ]
        }
        services += [
            WorkService { await authority.run() },
            SessionsService(sessions: sessions, recorder: recorder, intake: intake),
            HubService(hub: hub, pipeline: pipeline), ServerService(server: server), reload,
            MetricsService(status: status, configuration: running, clock: clock, logger: logger),
            MemoryService(clock: clock, giveBack: giveBackMemory),
        ]
        // After the server, whose event loop it uses: a connection on a loop that has ended is never told so.
        if recorder != nil { services.append(WorkService { await hooks.run() }) }
        if manager.listens { services.append(StatusNotifier(status: status, manager: manager, clock: clock)) }
        if manager.watchdogInterval != nil {
            // What a fix and what a call passes through.
            services.append(
                Watchdog(
                    proofs: [.hub(hub), .socket(server)], manager: manager, clock: clock, logger: logger,
                    executor: executor))
        }
        return Daemon(
            hub: hub, status: status, reload: reload, recorder: recorder, seed: seed,
            monitored: MonitoredServices(configuration, regions: regions), services: services + features,
            manager: manager, stateLock: stateLock, executor: executor, logger: logger)
    }

    private static func thread(_ name: String) throws(DaemonError) -> ExecutorThread {
        do { return try ExecutorThread(named: name) } catch { throw .noThread(error) }
    }

    /// What shares the position with other programs, as far as the configuration asks for it.
    private static func sharing(
        _ configuration: Configuration, hub: LocationHub, sessions: Sessions, authority: ClientAuthority,
        reading: ExecutorThread, activation: ActivationSockets, clock: MonotonicClock, logger: Logger
    ) -> [any Feature] {
        let listeners = SharingListener.all(of: configuration.sharing)
        var features: [any Feature] = []
        if !listeners.isEmpty {
            features.append(
                SharingService(
                    listeners, maximumConnectionsPerUser: configuration.api.maximumConnectionsPerUser, hub: hub,
                    sessions: sessions, authority: authority, reading: reading, activation: activation, clock: clock,
                    logger: logger))
        }
        if configuration.sharing.isGeoClue {
            features.append(
                GeoClueService(
                    maximumConnectionsPerUser: configuration.api.maximumConnectionsPerUser, sessions: sessions,
                    authority: authority, reading: reading, clock: clock, logger: logger))
        }
        if let announcement = AnnouncementService(listeners, host: SystemHost.name, clock: clock, logger: logger) {
            features.append(announcement)
        }
        return features
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
                    header: TrackHeader(
                        version: LocdRelease.version, receiver: source, run: run,
                        holdsPositionWhenStationary: configuration.recorder.holdsPositionWhenStationary)),
                neglected: {
                    logger.log(
                        .trackFileNeglected, "Old track file skipped: \($0.explanation)")
                },
                onProblem: { problem in
                    guard let problem else {
                        return logger.log(.trackWritten, "Track writable again; queued lines written")
                    }
                    logger.log(.trackNotWritable, "Track not writable: \(problem)")
                },
                clock: clock)
            do throws(TrackError) {
                let tail = try await writer.open()
                for repair in tail.repairs { logger.log(.trackRepaired, "Track repaired: \(repair)") }
                return (writer, tail)
            } catch {
                // A disk that is full, read-only or not mounted may be temporary: lines wait in memory.
                guard error.mayPass else { throw error }
                logger.log(.trackNotWritable, "Track not writable yet: \(error)")
                return (writer, TrackTail())
            }
        } catch {
            throw DaemonError(.track, error.explanation, remedy: error.remedy)
        }
    }

    /// The state of an earlier run; `nil` if it does not exist or is unusable. locd then starts without stored state.
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

    /// Serves and records until it is cancelled, or until SIGTERM or SIGINT; then the track is complete and on disk.
    public func run() async throws {
        recorder?.manager.startUpdatingLocation(resumingAfter: seed)
        recorder?.manager.monitor(monitored)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let source = status.configuration.current.receiver.source
        logger.log(.started, "Daemon started: locd \(LocdRelease.version) reads \(source)")
        manager.notify(.ready)
        defer {
            manager.notify(.stopping)
            stateLock?.release()
        }
        try await Supervisor(services: services, executor: executor).run { for await _ in signals { return } }
        logger.log(.ended, "Daemon ended")
    }
}

extension TrackError {
    /// Whether waiting may help: a full disk may be emptied, and a stick plugged in. A missing permission needs a
    /// person, who should see the daemon fail, not find an empty track a year later.
    fileprivate var mayPass: Bool {
        switch code {
        case .diskFull, .readOnly, .inputOutput, .missing: true
        case .locked, .permissionDenied, .notADirectory, .notAFile, .noResources, .damaged, .unsupported, .closed: false
        }
    }
}
