public import LocationModel

/// An update of a session.
public enum SessionUpdate: Sendable {
    /// The session is connected to the daemon, for the first time or again. Events from the time in between are lost, except
    /// those that the daemon stores for the client: regions and visits.
    case connected
    /// The connection to the daemon was lost or could not be opened; the session retries after a pause.
    case disconnected(LocdClientError, retryingAfter: Duration)
    /// Events of one batch, in order.
    case events([LocationEvent])
    /// The number of locations and headings that were dropped because this session was read too slowly.
    case missed(Int)
}
