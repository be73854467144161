package import LocationModel
import Phrasing

/// The status of sinks for people: a line for each, and the remedy if something is wrong.
package struct PublishStatusText {
    private let status: PublishStatus
    private let now: Timestamp
    private let isWritten: Bool

    /// The text at a moment. `isWritten`: it is an earlier report of locd-publish.
    package init(_ status: PublishStatus, at now: Timestamp, isWritten: Bool = false) {
        self.status = status
        self.now = now
        self.isWritten = isWritten
    }

    /// The whole text, each line with its newline.
    package var text: String { status.sinks.map(lines).joined() }

    private func lines(_ sink: SinkStatus) -> String {
        var text = "\(sink.name) (\(sink.type)): "
        let state =
            switch sink.state {
            case .idle: "idle"
            case .sending: "sending"
            case .waiting: "waiting" + (sink.waitsFor.map { " (\(Self.words(for: $0)))" } ?? "")
            case .failing: "failing"
            case .stopped: "not running"
            }
        text += state
        if let waiting = sink.waiting {
            text +=
                waiting == 0
                ? "; nothing waits"
                : "; \(sink.isWaitingEstimated == true ? "about " : "")\(Words.counted(waiting, "record")) wait\(waiting == 1 ? "s" : "")"
        }
        if let oldest = sink.oldest { text += ", the oldest \(Self.duration(now.seconds(since: oldest)))" }
        if let acknowledged = sink.acknowledged { text += "\n  acknowledged: \(Words.grouped(acknowledged))" }
        if let last = sink.lastAcknowledgement {
            text += ", the last one \(Self.duration(now.seconds(since: last))) ago"
        }
        if let bytes = sink.bytesToday { text += "; today: \(Self.bytes(bytes))" }
        if let thinned = sink.thinned, thinned > 0 {
            text += "; left out because of their age: \(Words.grouped(thinned))"
        }
        text += "\n"
        if isWritten, let updated = sink.updated {
            text += "  written by locd-publish \(Self.duration(now.seconds(since: updated))) ago"
            text += "; for the present state, run as root (sudo)\n"
        }
        if let error = sink.lastError {
            text += "  failed \(Self.duration(now.seconds(since: error.timestamp))) ago"
            text += sink.failures > 1 ? " (\(Words.counted(sink.failures, "attempt")))" : ""
            text += ": \(error.what)\n    \(error.remedy)\n"
        }
        if let count = sink.malformedLines {
            text +=
                "  left out because they are damaged: \(Words.counted(count, "line")) of the track (see the journal)\n"
        }
        if let count = sink.importedFiles {
            text += "  imported files are not sent (imported: false): \(Words.counted(count, "file"))\n"
        }
        if sink.vanishedFiles > 0 {
            text += "  removed before they were sent: \(Words.counted(sink.vanishedFiles, "file"))\n"
        }
        if sink.restartedFiles > 0 {
            text += "  changed, and sent again: \(Words.counted(sink.restartedFiles, "file"))\n"
        }
        for file in sink.unreadableFiles { text += "  cannot be read: \(file)\n" }
        return text
    }

    private static func words(for reason: SinkPace.Reason) -> String {
        switch reason {
        case .retry: "retry"
        case .interval: "interval"
        case .distance: "distance"
        case .rate: "rate"
        case .metered: "metered connection"
        case .budget: "dailyBytes"
        }
    }

    /// `12.3 kB`.
    static func bytes(_ number: Int) -> String {
        for (unit, size) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where Double(number) >= size {
            return "\((Double(number) / size * 10).rounded() / 10) \(unit)"
        }
        return "\(number) B"
    }

    /// `42 s`, `12 min`, `3 h`, `5 days`.
    static func duration(_ seconds: Double) -> String {
        let seconds = max(seconds, 0)
        if seconds < 90 { return "\(Int(rounding: seconds, .towardZero)) s" }
        if seconds < 5400 { return "\(Int(rounding: seconds / 60, .towardZero)) min" }
        if seconds < 172_800 { return "\(Int(rounding: seconds / 3600, .towardZero)) h" }
        return "\(Int(rounding: seconds / 86400, .towardZero)) days"
    }
}
