import ArgumentParser
import CommandText
import Glibc
import LocationServices
import LocdConfiguration
import LocdDaemon
import LocdLog
import Logging
import SystemSupport
import UnixSignals

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the daemon in the foreground; systemd starts this.",
        discussion: "Exit codes: 78 invalid configuration, 1 other errors.")

    /// Where everything of the daemon runs that has no thread of its own: the cooperative pool of Linux is Dispatch's,
    /// which wakes twice a second from its first job on to check its threads. `nil` if the system has no thread left.
    /// The stack is as large as in that pool.
    static let thread = try? ExecutorThread(named: "locd-services", stackSize: 8 << 20)

    @OptionGroup var file: ConfigCommand.FileOptions

    func run() async throws {
        // A peer that went away is an error of the call that wrote to it, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        // From here on it asks for a reload: untrapped it would end the daemon while that starts, and cleanly, so that
        // systemd would not start it again.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let environment = Console.environment
        let loaded = try file.load()
        let regions = try ConfigCommand.FileOptions.regions(of: loaded)
        let clients = try ConfigCommand.FileOptions.clients(of: loaded)
        let threshold = LogThreshold(loaded.configuration.log.level)
        LoggingSystem.bootstrap { _ in JournalLogHandler(environment: environment, threshold: threshold) }
        let logger = Logger(label: "locd")
        if loaded.file == nil {
            logger.log(.noConfigurationFile, "No \(Configuration.defaultPath): using the defaults")
        }
        let regionFile = loaded.configuration.regions.file
        logger.log(
            .regionsRead,
            regions.map { "\(regionFile): regions: \($0.count)" } ?? "No \(regionFile): no regions are monitored")
        do {
            try await Daemon.build(
                loaded, regions: regions ?? [], clients: clients,
                clock: Self.thread.map { .sleeping(on: $0) } ?? .system(), environment: environment,
                threshold: threshold, executor: Self.thread,
                giveBackMemory: ProcessMemory.giveBack, hangups: hangups, logger: logger
            ).run()
        } catch let error as DaemonError {
            throw Console.failure("\(error)", .failure)
        }
    }
}

extension MonotonicClock {
    /// The same clock as ``system()``, whose sleepers one thread wakes. Those of ``system()`` wake three of Dispatch's.
    fileprivate static func sleeping(on thread: ExecutorThread) -> MonotonicClock {
        let start = SystemClock.sinceBoot
        return MonotonicClock(
            now: { SystemClock.sinceBoot - start },
            sleep: { try await thread.sleep(until: start + $0) })
    }
}
