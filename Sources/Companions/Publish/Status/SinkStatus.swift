package import LocationModel

/// The status of one sink, as `locd publish status --json` prints it. It contains no position.
package struct SinkStatus: Sendable, Hashable, Codable {
    package enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing waits; for users who may not know, also: records are sent, or wait.
        case idle
        /// Records are sent.
        case sending
        /// Records wait for an interval, a distance, the rate, the budget or another connection.
        case waiting
        /// The last attempt failed; there will be another one.
        case failing
        /// No process sends.
        case stopped
    }

    /// A failure: what went wrong, what to do, and when.
    package struct Failure: Sendable, Hashable, Codable {
        /// The kind of failure.
        package var code: SinkFailure.Code
        /// What went wrong.
        package var what: String
        package var remedy: String
        package var timestamp: Timestamp
    }

    package var name: String
    package var type: String
    package var state = State.idle
    /// Why records wait.
    package var waitsFor: SinkPace.Reason?
    /// How many records wait.
    package var waiting: Int? = 0
    /// Whether that is an estimate; absent if it was counted.
    package var isWaitingEstimated: Bool?
    /// The number of bytes of the track that wait.
    package var waitingBytes: Int64? = 0
    /// The time of the first record that waits.
    package var oldest: Timestamp?
    /// How many records the server has acknowledged in all.
    package var acknowledged: Int? = 0
    package var lastAcknowledgement: Timestamp?
    /// What went wrong last; absent after a success.
    package var lastError: Failure?
    /// Attempts that failed since the last success.
    package var failures = 0
    /// Bytes that were sent on this UTC day.
    package var bytesToday: Int? = 0
    /// Records that were left out because of their age (thinAfter).
    package var thinned: Int? = 0
    /// Lines of the track that could not be used and were left out since the start; absent without any.
    package var malformedLines: Int?
    /// Imported files that are not sent (`imported: false`); absent without any.
    package var importedFiles: Int?
    /// Files that were removed before they were sent.
    package var vanishedFiles = 0
    /// Files that were changed so that they are sent again from their beginning.
    package var restartedFiles = 0
    /// Files that cannot be read, and why.
    package var unreadableFiles: [String] = []
    /// When this was written.
    package var updated: Timestamp?

    /// Notes a failure.
    mutating func fails(_ failure: SinkFailure, at now: Timestamp) {
        state = .failing
        failures += 1
        lastError = Failure(code: failure.code, what: failure.what, remedy: failure.remedy, timestamp: now)
    }

    /// Notes a success.
    mutating func succeeds() { (lastError, failures) = (nil, 0) }

    /// What every user may see: whether it works. Counts and times of records follow the way of this machine, in
    /// private regions too, and the names of files are days on which it moved.
    var redacted: SinkStatus {
        var status = self
        (status.waiting, status.isWaitingEstimated, status.waitingBytes, status.oldest) = (nil, nil, nil, nil)
        (status.acknowledged, status.lastAcknowledgement, status.bytesToday, status.thinned) = (nil, nil, nil, nil)
        status.unreadableFiles = []
        if status.state == .sending || status.state == .waiting { (status.state, status.waitsFor) = (.idle, nil) }
        return status
    }
}
