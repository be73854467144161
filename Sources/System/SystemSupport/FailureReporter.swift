/// Decides which failures of a repeated operation are logged: the first of a series, and the success that ends it.
/// After a reported failure the next series is reported a minute later at the earliest, because an operation that fails
/// and succeeds in turns would fill the log.
package struct FailureReporter: Sendable, Hashable {
    private static let silence = Duration.seconds(60)

    /// A failure was reported, and there was no success since.
    private var isReported = false
    private var reportedAt: Duration?

    package init() {}

    /// Notes a failure, at an instant of a monotonic clock.
    ///
    /// - Returns: Whether to report it.
    package mutating func fails(at now: Duration) -> Bool {
        guard !isReported, reportedAt.map({ now - $0 >= Self.silence }) ?? true else { return false }
        isReported = true
        reportedAt = now
        return true
    }

    /// Notes a success.
    ///
    /// - Returns: Whether to report it: only after a reported failure.
    package mutating func succeeds() -> Bool {
        defer { isReported = false }
        return isReported
    }

    /// Notes that the failure is reported elsewhere: only its end is to be reported here.
    package mutating func leaveFailureToOthers() {
        isReported = true
    }
}
