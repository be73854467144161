public import LocationModel

/// A time without fixes, with its cause and its beginning.
public struct Outage: Sendable, Hashable {
    /// The cause.
    public var cause: OutageCause
    /// The monotonic instant of its beginning: if the receiver merely fell silent, that of its last report.
    public var began: Duration

    /// An outage that began at an instant.
    public init(cause: OutageCause, began: Duration) {
        self.cause = cause
        self.began = began
    }
}
