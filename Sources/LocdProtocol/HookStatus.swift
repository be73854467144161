/// The status of a hook, in the reply of `Status`.
public struct HookStatus: Codable, Sendable, Hashable {
    /// The destination of its events, `unix:PATH`.
    public var to: String
    /// Its events.
    public var on: [String]
    /// The name or the pattern of its regions.
    public var region: String?
    /// Events queued for delivery.
    public var waiting: Int
    /// Events delivered since the hook was configured.
    public var delivered: Int
    /// Events dropped because too many were queued.
    public var dropped: Int
    /// Why the last attempt failed.
    public var failure: String?
    /// Seconds since this run of the daemon last delivered an event.
    public var lastDeliveryAge: Double?

    /// A hook.
    public init(
        to: String, on: [String], region: String?, waiting: Int, delivered: Int, dropped: Int, failure: String? = nil,
        lastDeliveryAge: Duration? = nil
    ) {
        self.to = to
        self.on = on
        self.region = region
        self.waiting = waiting
        self.delivered = delivered
        self.dropped = dropped
        self.failure = failure
        self.lastDeliveryAge = lastDeliveryAge?.secondsInMilliseconds
    }
}
