import Glibc
import LocdConfiguration
import LocdServer
import SystemSupport

/// A file for the node exporter's textfile collector: whole or not there, readable for everybody.
struct MetricsFile: Sendable {
    /// Where it is.
    let path: String

    /// The file that is asked for; `nil` for none.
    init?(_ settings: Configuration.Metrics) {
        guard let path = settings.file else { return nil }
        self.path = path
    }

    /// Writes it in place of the one before. Not synced: after a power cut it means nothing.
    func write(_ text: String) throws(SystemCallError) {
        // The collector reads `*.prom` only: it never sees the temporary one. The unit's mask would keep the file from the
        // exporter, which is another user.
        let file = try FileReplacement(of: path, mode: 0o644, through: "\(path).new")
        try file.append(Array(text.utf8))
        try file.commit(synchronizing: [])
    }

    /// Takes it away.
    func remove() {
        try? SystemFileSystem().remove(path)
    }
}
