internal import LocdProtocol
internal import Synchronization
internal import SystemSupport

/// The status of all sinks of one process, and the files in which others read it.
package final class StatusBoard: Sendable {
    private let sinks: Mutex<[SinkStatus]>
    private let files: [String]
    private let metrics: String?

    /// A board of these sinks. `files`: where it is written as JSON; `metrics`: where for Prometheus.
    package init(_ sinks: [SinkStatus], files: [String], metrics: String?) {
        self.sinks = Mutex(sinks)
        self.files = files
        self.metrics = metrics
    }

    /// The status of all.
    package var all: [SinkStatus] { sinks.withLock(\.self) }

    /// Updates the status of one sink and writes the files. If writing fails, sending continues.
    package func take(_ status: SinkStatus) {
        sinks.withLock { sinks in
            if let index = sinks.firstIndex(where: { $0.name == status.name }) { sinks[index] = status }
            // Every user reads these files.
            let report = PublishStatus(sinks: sinks.map(\.redacted))
            if let json = try? report.json() { for file in files { try? Self.write(json, to: file) } }
            if let metrics { try? Self.write(Array(report.prometheusText.utf8), to: metrics) }
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        let file = try FileReplacement(of: path, mode: 0o644, through: "\(path).new")
        try file.append(bytes)
        try file.commit(synchronizing: [])
    }
}
