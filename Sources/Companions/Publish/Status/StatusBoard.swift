internal import LocdProtocol
internal import Synchronization
internal import SystemSupport

/// The status of all sinks of one process, and the files in which others read it.
package final class StatusBoard: Sendable {
    private let sinks: Mutex<[SinkStatus]>
    private let file: String?
    private let publicFile: String?
    private let metrics: String?

    /// A board of these sinks. `file`: where all of it is written as JSON, for our own user; `publicFile`: where every
    /// user may read whether the sinks work; `metrics`: where the same is written for Prometheus.
    package init(_ sinks: [SinkStatus], file: String?, publicFile: String? = nil, metrics: String? = nil) {
        self.sinks = Mutex(sinks)
        self.file = file
        self.publicFile = publicFile
        self.metrics = metrics
    }

    /// Updates the status of one sink and writes the files. If writing fails, sending continues.
    package func take(_ status: SinkStatus) {
        sinks.withLock { sinks in
            if let index = sinks.firstIndex(where: { $0.name == status.name }) { sinks[index] = status }
            if let file, let json = try? PublishStatus(sinks: sinks).json() {
                try? Self.write(json, to: file, mode: 0o600)
            }
            let report = PublishStatus(sinks: sinks.map(\.redacted))
            if let publicFile, let json = try? report.json() { try? Self.write(json, to: publicFile) }
            if let metrics { try? Self.write(Array(report.prometheusText.utf8), to: metrics) }
        }
    }

    private static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws(SystemCallError) {
        let file = try FileReplacement(of: path, mode: mode, through: "\(path).new")
        try file.append(bytes)
        try file.commit(synchronizing: [])
    }
}
