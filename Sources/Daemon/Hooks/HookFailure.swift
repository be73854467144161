package import LocdConfiguration

/// Why an event was not delivered.
package enum HookFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The socket cannot be reached, or the connection broke.
    case system(String)
    /// The other end closed the connection and left the line unread.
    case unread
    /// The other end did not close the connection in time.
    case late

    /// A short description.
    package var description: String {
        switch self {
        case .system(let words): words
        case .unread: "the program did not start, or did not read the event"
        case .late: "the program did not end in time"
        }
    }
}

/// The status of a hook.
package struct HookReport: Sendable, Hashable {
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
