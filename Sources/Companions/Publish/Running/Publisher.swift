internal import Glibc
internal import LocationServices
internal import SystemSupport

/// All sinks of a configuration, each on a thread of its own.
package final class Publisher: Sendable {
    private let configuration: PublishConfiguration
    private let stopSignal = StopSignal()
    private let board: StatusBoard
    private let credentials: String?

    package init(_ configuration: PublishConfiguration) {
        self.configuration = configuration
        credentials = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
        let runtime = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }
        let sinks = configuration.sinks.map { sink in
            var status = SinkStatus(name: sink.name, type: sink.kind.rawValue)
            status.state = .stopped
            return status
        }
        board = StatusBoard(
            sinks, file: "\(configuration.state)/status.json", publicFile: runtime.map { "\($0)/status.json" },
            metrics: configuration.metrics)
    }

    /// Ends the sending: what is in flight is given up, and the status says that nothing runs.
    package func stop() { stopSignal.give() }

    /// The process ends now, whatever still hangs.
    package func end() { board.end() }

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
        async let _: Void = publishStatus()
        return await withTaskGroup(of: Bool.self) { group in
            for sink in configuration.sinks {
                guard let thread = try? ExecutorThread(named: "publish \(sink.name)") else {
                    PublishLog.log(.error, sink.name, "Sink not started: the system has no thread left")
                    continue
                }
                group.addTask(executorPreference: thread) { [configuration, stopSignal, board, credentials] in
                    SinkRunner(
                        sink, of: configuration, mode: mode, stop: stopSignal, board: board, credentials: credentials
                    ).run()
                }
            }
            var isDone = true
            for await result in group { isDone = isDone && result }
            return isDone
        }
    }

    /// Writes the status for every user twice a minute, whatever the sinks do, until it is cancelled.
    private func publishStatus() async {
        let clock = MonotonicClock.system()
        while await clock.rest(for: .seconds(30)) { board.publish(at: WallClock.now) }
    }
}
