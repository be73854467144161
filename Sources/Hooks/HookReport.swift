package import LocdConfiguration

/// How a hook is, for the status.
package struct HookReport: Sendable, Hashable {
    /// Which.
    package var hook: Hook
    /// Events that wait.
    package var waiting: Int
    /// Events that were delivered, ever.
    package var delivered: Int
    /// Events that made room, ever.
    package var dropped: Int
    /// Why the last attempt failed; `nil` after one that did not.
    package var failure: String?
    /// How long ago an event was last delivered by this run.
    package var lastDeliveryAge: Duration?
}
