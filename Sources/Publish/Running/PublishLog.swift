internal import Glibc

/// Lines for the journal, or for a person, on standard error. They contain no place and no secret.
package enum PublishLog {
    /// How urgent a line is, by syslog's numbers.
    package enum Level: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
    }

    /// Writes a line about a sink, or about all of them.
    package static func log(_ level: Level, _ sink: String?, _ text: String) {
        // systemd reads the number, and names the program itself.
        let head = getenv("JOURNAL_STREAM") != nil ? "<\(level.rawValue)>" : "locd-publish: "
        let line = Array((head + (sink.map { "\($0): " } ?? "") + text + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
