import LocationServices
import LocdProtocol
import Logging
import ServiceLifecycle

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
            var isFailing = false
            while !Task.isCancelled {
                let wanted = configuration.current.metrics
                if file?.path != wanted.file {
                    // Figures that nobody renews would tell of a daemon that is well.
                    file?.remove()
                    file = wanted.file.map(MetricsFile.init)
                }
                if let file { write(await status.status(), to: file, isFailing: &isFailing) }
                let pause = wanted.file == nil ? Self.idle : .seconds(wanted.interval)
                do { try await clock.sleep(clock.now() + pause) } catch { break }
            }
            file?.remove()
        }
    }

    /// Trouble is told once, and its end.
    private func write(_ reply: StatusReply, to file: MetricsFile, isFailing: inout Bool) {
        do throws(MetricsFile.Failure) {
            try file.write(reply.prometheusText)
            if isFailing { logger.log(.metricsWritten, "The metrics are written again: \(file.path)") }
            isFailing = false
        } catch {
            if !isFailing { logger.log(.metricsNotWritten, "The metrics cannot be written to \(file.path): \(error)") }
            isFailing = true
        }
    }
}
