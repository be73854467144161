package import LocdConfiguration

/// The status of a hook.
package struct HookReport: Sendable, Hashable {
    /// The hook.
    package var hook: Hook
    /// The number of queued events.
    package var waiting: Int
    /// Events that were delivered, ever.
    package var delivered: Int
    /// Events that made room, ever.
    package var dropped: Int
    /// Why the last attempt failed; `nil` if it succeeded.
    package var failure: String?
    /// The time since this run last delivered an event.
    package var lastDeliveryAge: Duration?
}
