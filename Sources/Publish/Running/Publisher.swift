internal import Glibc
package import LocdConfiguration
internal import SystemSupport

/// All sinks of a configuration, each on a thread of its own.
package final class Publisher: Sendable {
    private let configuration: PublishConfiguration
    private let stop = StopSignal()
    private let board: StatusBoard
    private let credentials: String?

    /// The sinks of a configuration.
    package init(_ configuration: PublishConfiguration) {
        self.configuration = configuration
        credentials = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
        let runtime = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }
        let files = ["\(configuration.state)/status.json"] + (runtime.map { ["\($0)/status.json"] } ?? [])
        let sinks = configuration.sinks.map { sink in
            var status = SinkStatus(name: sink.name, type: sink.kind.rawValue)
            status.state = .stopped
            return status
        }
        board = StatusBoard(sinks, files: files, metrics: configuration.metrics)
    }

    /// How the sinks do.
    package var status: PublishStatus { PublishStatus(sinks: board.all) }

    /// Sends until it is stopped, or once. Returns whether nothing waits any more.
    package func run(_ mode: SinkRunner.Mode) async -> Bool {
        SinkDrivers.prepare()
        umask(0o027)
        if mkdir(configuration.state, 0o750) != 0, errno != EEXIST {
            let reason = SystemCallError.message(of: errno)
            PublishLog.log(
                .error, nil,
                "Cannot make \(configuration.state): \(reason); as root: systemd-tmpfiles --create, or correct state")
        }
        let signals = Self.endOnSignals(stop)
        defer { withExtendedLifetime(signals) {} }
        return await withTaskGroup(of: Bool.self) { group in
            for sink in configuration.sinks {
                guard let thread = try? ExecutorThread(named: "publish \(sink.name)") else {
                    PublishLog.log(.error, sink.name, "Sink not started: the system has no thread left")
                    continue
                }
                group.addTask(executorPreference: thread) { [configuration, stop, board, credentials] in
                    SinkRunner(
                        sink, of: configuration, mode: mode, stop: stop, board: board, credentials: credentials
                    ).run()
                }
            }
            var isDone = true
            for await result in group { isDone = isDone && result }
            return isDone
        }
    }

    private static var stopping: sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in [SIGTERM, SIGINT] { sigaddset(&mask, number) }
        return mask
    }

    /// Keeps SIGTERM and SIGINT for the thread that waits for them. To be called while there is one thread.
    package static func blockSignals() {
        var mask = stopping
        pthread_sigmask(SIG_BLOCK, &mask, nil)
    }

    /// A thread that waits for SIGTERM and SIGINT; all others block them.
    private static func endOnSignals(_ stop: StopSignal) -> ExecutorThread? {
        guard let thread = try? ExecutorThread(named: "signals") else { return nil }
        _ = thread.run {
            var wanted = stopping
            var number: Int32 = 0
            while sigwait(&wanted, &number) != 0 {}
            stop.give()
        }
        return thread
    }
}
