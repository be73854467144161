import Hooks
import LocationModel
import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
import LocdRecorder
import LocdServer
import Logging
import SystemSupport
import UnixSignals

/// Reads the configuration again at SIGHUP and applies what changed, without losing a client or a fix. A bad file is
/// refused, and the configuration in force stays.
struct Reload: Service {
    let path: String?
    let environment: [String: String]
    let configuration: RunningConfiguration
    let hub: LocationHub
    let recorder: Recorder?
    let hooks: HookService
    let sessions: Sessions
    let authority: ClientAuthority
    let threshold: LogThreshold
    let manager: ServiceManager
    /// Where the files are read: the disk of `/etc` may be slow or hang, and on the pool fixes and clients would wait
    /// with it.
    let reading: ExecutorThread
    /// See ``MemoryService``. What was read anew, a hundred thousand regions perhaps, took the place of as much.
    let giveBackMemory: @Sendable () -> Void
    /// SIGHUP, where it is trapped already.
    let hangups: UnixSignalsSequence?
    let logger: Logger
    /// A signal and a call may come together, and neither may put half of its file in force.
    private let turns = AsyncSemaphore()

    func run() async {
        let hangups = if let hangups { hangups } else { await UnixSignalsSequence(trapping: .sighup) }
        for await _ in hangups {
            await reload()
            giveBackMemory()
        }
    }

    /// Reads the configuration and applies it, or refuses it; what changed, or what is wrong.
    @discardableResult
    func reload() async -> Result<[ConfigurationChange], ConfigurationError> {
        await turns.withPermit { await readAndApply() }
    }

    private func readAndApply() async -> Result<[ConfigurationChange], ConfigurationError> {
        manager.notify(.reloading)
        defer { manager.notify(.ready) }
        let loaded: LoadedConfiguration
        let regions: [Region]
        let policy: ClientPolicy
        do {
            (loaded, regions, policy) = try await withTaskExecutorPreference(reading) {
                () async throws(ConfigurationError) in try readFiles()
            }
        } catch {
            let problems = error.problems.map(\.description)
            configuration.refuse(because: error)
            logger.log(
                .configurationRefused,
                "Configuration refused; the current one stays in force: \(problems.joined(separator: "; "))")
            return .failure(error)
        }
        let changes = loaded.configuration.changes(from: configuration.current)
        configuration.replace(with: loaded)
        let new = configuration.current
        threshold.level = new.log.level
        await hub.apply(
            staleAfter: .seconds(new.receiver.staleAfter), lookInterval: new.receiver.powerSaving.map { .seconds($0) })
        await hub.apply(PrivacyZones(regions))
        recorder?.apply(regions)
        sessions.administered.apply(regions)
        authority.apply(policy)
        await sessions.apply(policy)
        sessions.apply(staleAfter: .seconds(new.receiver.staleAfter))
        // After what clients get, as hooks may wait for the disk; before the recorder enters new private regions.
        await hooks.apply(new.hooks, hiding: PrivacyZones(regions))
        recorder?.manager.apply(ManagerSettings(new))
        recorder?.manager.monitor(MonitoredServices(new, regions: regions))
        logger.log(.regionsRead, "\(new.regions.file): regions: \(regions.count)")
        for change in changes { logger.log(.configurationChanged, "Configuration: \(change)") }
        if changes.isEmpty { logger.log(.configurationUnchanged, "Configuration: nothing changed") }
        return .success(changes)
    }

    private func readFiles() throws(ConfigurationError) -> (LoadedConfiguration, [Region], ClientPolicy) {
        let loaded = try Configuration.load(path: path, environment: environment)
        let read = loaded.configuration
        return (loaded, try read.regions.read() ?? [], try read.clients.read())
    }
}
