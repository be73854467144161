import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
import Logging
import ServiceLifecycle
import SystemSupport

/// Writes the figures of `Status` into a file for Prometheus, as often as the configuration says; a reload applies at once
/// with the next turn.
struct MetricsService: Service {
    /// How often the configuration is looked at while it names no file.
    private static let idle = Duration.seconds(15)

    let status: DaemonStatus
    let configuration: RunningConfiguration
    let clock: MonotonicClock
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var file: MetricsFile?
            var reporter = FailureReporter()
            while !Task.isCancelled {
                let wanted = configuration.current.metrics
                if file?.path != wanted.file {
                    // Figures that nobody renews would tell of a daemon that is well.
                    file?.remove()
                    file = wanted.file.map(MetricsFile.init)
                }
                if let file { write(await status.status(), to: file, &reporter) }
                let pause = wanted.file == nil ? Self.idle : .seconds(wanted.interval)
                do { try await clock.sleep(clock.now() + pause) } catch { break }
            }
            file?.remove()
        }
    }

    /// Logs the first failure and the recovery.
    private func write(_ reply: StatusReply, to file: MetricsFile, _ reporter: inout FailureReporter) {
        do throws(SystemCallError) {
            try file.write(reply.prometheusText)
            if reporter.succeeds() { logger.log(.metricsWritten, "Metrics writable again: \(file.path)") }
        } catch {
            guard reporter.fails(at: clock.now()) else { return }
            logger.log(.metricsNotWritten, "The metrics cannot be written to \(file.path): \(error)")
        }
    }
}
