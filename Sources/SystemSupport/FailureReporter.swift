/// Decides which failures of something that is tried again and again are worth a line in the log: the first of a row,
/// and the success that ends the row. After a reported failure the next row is reported a minute later at the earliest,
/// because what fails and works by turns would fill the log.
package struct FailureReporter: Sendable, Hashable {
    private let silence: Duration
    /// A failure was reported, and nothing has worked since.
    private var isReported = false
    private var reportedAt: Duration?

    /// Reports at most one row of failures in `silence`.
    package init(silence: Duration = .seconds(60)) {
        self.silence = silence
    }

    /// It failed, at an instant of a monotonic clock.
    ///
    /// - Returns: Whether to report that.
    package mutating func fails(at now: Duration) -> Bool {
        guard !isReported, reportedAt.map({ now - $0 >= silence }) ?? true else { return false }
        isReported = true
        reportedAt = now
        return true
    }

    /// It worked.
    ///
    /// - Returns: Whether to report that: only after a failure that was reported.
    package mutating func succeeds() -> Bool {
        defer { isReported = false }
        return isReported
    }

    /// Somebody else reports this failure: only its end is to be reported here.
    package mutating func leaveFailureToOthers() {
        isReported = true
    }
}
