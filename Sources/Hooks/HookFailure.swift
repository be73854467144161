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
