public import LocationModel

/// No fixes, for a cause, since an instant.
public struct Outage: Sendable, Hashable {
    /// Why.
    public var cause: OutageCause
    /// The monotonic instant at which it began: where the receiver merely fell silent, its last report.
    public var began: Duration

    /// An outage that began at an instant.
    public init(cause: OutageCause, began: Duration) {
        self.cause = cause
        self.began = began
    }
}
