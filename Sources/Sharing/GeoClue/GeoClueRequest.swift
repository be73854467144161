import Glibc

/// A request from the thread of the bus to the service.
enum GeoClueRequest: Sendable {
    /// A session for a program of a user.
    case start(session: Int, user: uid_t, desktopID: String, isReduced: Bool)
    /// The end of a session.
    case stop(session: Int)
    /// locd owns the name on the bus; or (`false`) another program owns it, and locd is queued.
    case named(Bool)
    /// The name on the bus is refused: a negative errno.
    case nameRefused(CInt)
    /// The last one: the number after the last session, and a negative errno of why the bus ended, or 0.
    case ended(nextSession: Int, result: CInt)
}
