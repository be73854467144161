package import LocationModel
internal import Synchronization
internal import SystemSupport

/// The status of all sinks of one process, and the files in which others read it.
package final class StatusBoard: Sendable {
    private struct Contents {
        var sinks: [SinkStatus]
        /// The states that every user could read last.
        var published: [SinkStatus.State] = []
        var metricsReporter = FailureReporter()
    }

    private let contents: Mutex<Contents>
    private let file: String?
    private let publicFile: String?
    private let metrics: String?

    /// A board of these sinks. `file`: where all of it is written as JSON, for our own user; `publicFile`: where every
    /// user may read whether the sinks work; `metrics`: where the same is written for Prometheus.
    package init(_ sinks: [SinkStatus], file: String?, publicFile: String? = nil, metrics: String? = nil) {
        contents = Mutex(Contents(sinks: sinks))
        self.file = file
        self.publicFile = publicFile
        self.metrics = metrics
    }

    /// Updates the status of one sink and writes our own file; the others if a sink works, fails or ends now. If
    /// writing fails, sending continues.
    package func take(_ status: SinkStatus, at now: Timestamp = WallClock.now) {
        contents.withLock { contents in
            if let index = contents.sinks.firstIndex(where: { $0.name == status.name }) {
                contents.sinks[index] = status
            }
            write(&contents, at: now)
        }
    }

    /// The process ends at once: no sink works any more. Nothing is written while another thread writes, to a disk that
    /// hangs perhaps, or if no sink has reported, as where another process sends.
    package func end(at now: Timestamp = WallClock.now) {
        _ = contents.withLockIfAvailable { contents in
            guard contents.sinks.contains(where: { $0.updated != nil }) else { return }
            for index in contents.sinks.indices where contents.sinks[index].state != .failing {
                contents.sinks[index].state = .stopped
            }
            write(&contents, at: now)
        }
    }

    private func write(_ contents: inout Contents, at now: Timestamp) {
        if let file, let json = try? PublishStatus(sinks: contents.sinks).json() {
            try? Self.write(json, to: file, mode: 0o600)
        }
        if contents.sinks.map(\.redacted.state) != contents.published { _ = publish(&contents, at: now) }
    }

    /// Writes what every user may read. Call it at regular intervals: when it is written says nothing of the track.
    /// Returns whether it reported that the metrics cannot be written.
    @discardableResult
    package func publish(at now: Timestamp) -> Bool {
        contents.withLock { publish(&$0, at: now) }
    }

    private func publish(_ contents: inout Contents, at now: Timestamp) -> Bool {
        let sinks = contents.sinks.map { sink in
            var sink = sink.redacted
            if sink.updated != nil { sink.updated = now }
            return sink
        }
        contents.published = sinks.map(\.state)
        let report = PublishStatus(sinks: sinks)
        if let publicFile, let json = try? report.json() { try? Self.write(json, to: publicFile) }
        guard let metrics else { return false }
        do throws(SystemCallError) {
            try Self.write(Array(report.prometheusText.utf8), to: metrics)
            _ = contents.metricsReporter.succeeds()
            return false
        } catch {
            guard contents.metricsReporter.fails(at: SystemClock.sinceBoot) else { return false }
            PublishLog.log(
                .warning, nil,
                "Cannot write \(metrics): \(error); write to /run/locd-publish/NAME.prom and link that file")
            return true
        }
    }

    private static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws(SystemCallError) {
        let file = try FileReplacement(of: path, mode: mode, through: "\(path).new")
        try file.append(bytes)
        try file.commit(synchronizing: [])
    }
}
