import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
import Logging
import SystemSupport

/// Writes the figures of `Status` into a file for Prometheus, as often as the configuration says; a reload applies with
/// the next turn.
struct MetricsService: Service {
    let status: DaemonStatus
    let configuration: RunningConfiguration
    let clock: MonotonicClock
    let logger: Logger

    func run() async {
        var replacements = configuration.replacements().makeAsyncIterator()
        var file: MetricsFile?
        var reporter = FailureReporter()
        var wanted = configuration.current.metrics
        repeat {
            wanted = configuration.current.metrics
            // Figures that nobody renews would tell of a daemon that is well.
            if file?.path != wanted.file { file?.remove() }
            file = MetricsFile(wanted)
            if let file { write(await status.status().redacted(for: Authorization(.denied)), to: file, &reporter) }
        } while await wanted.file == nil ? replacements.next() != nil : clock.rest(for: .seconds(wanted.interval))
        file?.remove()
    }

    /// Logs the first failure and the recovery.
    private func write(_ reply: StatusReply, to file: MetricsFile, _ reporter: inout FailureReporter) {
        do throws(SystemCallError) {
            try file.write(reply.prometheusText)
            if reporter.succeeds() { logger.log(.metricsWritten, "Metrics writable again: \(file.path)") }
        } catch {
            guard reporter.fails(at: clock.now()) else { return }
            logger.log(.metricsNotWritten, "Metrics file not writable: \(file.path): \(error)")
        }
    }
}

/// A file for the node exporter's textfile collector: whole or not there, readable for everybody.
struct MetricsFile: Sendable {
    let path: String

    /// The file that is asked for; `nil` for none.
    init?(_ settings: Configuration.Metrics) {
        guard let path = settings.file else { return nil }
        self.path = path
    }

    /// Writes it in place of the one before. Not synced: after a power cut it means nothing.
    func write(_ text: String) throws(SystemCallError) {
        // The collector reads `*.prom` only: it never sees the temporary one. The unit's mask would keep the file from
        // the exporter, which is another user.
        let file = try FileReplacement(of: path, mode: 0o644, through: "\(path).new")
        try file.append(Array(text.utf8))
        try file.commit(synchronizing: [])
    }

    /// Takes it away.
    func remove() {
        try? SystemFileSystem().remove(path)
    }
}
