import LocationModel
import LocationServices
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the configuration again at SIGHUP and applies what changed, without losing a client or a fix. A bad file is
/// refused, and the configuration in force stays.
struct Reload: Service {
    let path: String?
    let environment: [String: String]
    let configuration: RunningConfiguration
    let hub: LocationHub
    let recorder: Recorder?
    let sessions: Sessions
    let authority: ClientAuthority
    let threshold: LogThreshold
    let manager: ServiceManager
    /// See ``MemoryService``. What was read anew, a hundred thousand regions perhaps, took the place of as much.
    let giveBackMemory: @Sendable () -> Void
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                await reload()
                giveBackMemory()
            }
        }
    }

    /// Reads the configuration and applies it, or refuses it; what changed, or what is wrong.
    @discardableResult
    func reload() async -> Result<[ConfigurationChange], ConfigurationError> {
        manager.notify(.reloading)
        defer { manager.notify(.ready) }
        let new: Configuration
        let regions: [Region]
        let policy: ClientPolicy
        do {
            new = try Configuration.load(path: path, environment: environment).configuration
            regions = try new.regions.read() ?? []
            policy = try new.clients.read()
        } catch {
            let problems = error.problems.map(\.description)
            configuration.refuse(because: problems.map { "configuration refused: \($0)" })
            logger.log(
                .configurationRefused,
                "The configuration was refused, the one in force stays: \(problems.joined(separator: "; "))")
            return .failure(error)
        }
        let changes = new.changes(from: configuration.current)
        configuration.replace(with: new)
        threshold.level = new.log.level
        await hub.apply(
            staleAfter: .seconds(new.receiver.staleAfter), lookInterval: new.receiver.powerSaving.map { .seconds($0) })
        await hub.apply(PrivacyZones(regions))
        recorder?.apply(regions)
        authority.apply(policy)
        sessions.apply(staleAfter: .seconds(new.receiver.staleAfter))
        recorder?.manager.apply(ManagerSettings(new))
        recorder?.manager.monitor(MonitoredServices(new, regions: regions))
        logger.log(.regionsRead, "\(new.regions.file): regions: \(regions.count)")
        for change in changes { logger.log(.configurationChanged, "Configuration: \(change)") }
        if changes.isEmpty { logger.log(.configurationUnchanged, "Configuration: nothing changed") }
        return .success(changes)
    }
}
