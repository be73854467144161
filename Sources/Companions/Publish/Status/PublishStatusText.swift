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
        if let oldest = sink.oldest { text += ", the oldest \(Self.ago(now.seconds(since: oldest)))" }
        if let acknowledged = sink.acknowledged { text += "\n  acknowledged: \(Words.grouped(acknowledged))" }
        if let last = sink.lastAcknowledgement {
            text += ", the last one \(Self.ago(now.seconds(since: last))) ago"
        }
        if let bytes = sink.bytesToday { text += "; today: \(Words.size(Int64(bytes)))" }
        if let thinned = sink.thinned, thinned > 0 {
            text += "; left out because of their age: \(Words.grouped(thinned))"
        }
        text += "\n"
        if isWritten, let updated = sink.updated {
            text += "  written by locd-publish \(Self.ago(now.seconds(since: updated))) ago"
            text += "; for the present state, run as root (sudo)\n"
        }
        if let error = sink.lastError {
            text += "  failed \(Self.ago(now.seconds(since: error.timestamp))) ago"
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

    private static func ago(_ seconds: Double) -> String { Words.duration(max(seconds, 0)) }
}
