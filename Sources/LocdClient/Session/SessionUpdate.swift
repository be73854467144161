public import LocationModel

/// What a session is told.
public enum SessionUpdate: Sendable {
    /// The daemon serves the session; also anew, after it was lost. What happened meanwhile was not told, except what is
    /// kept for the client: regions and visits.
    case connected
    /// The daemon is lost, or could not be reached; the session tries again after a pause.
    case disconnected(LocdClientError, retryingAfter: Duration)
    /// What happened, told at once, in order.
    case events([LocationEvent])
    /// So many locations and headings were missed, because this session was read too slowly.
    case missed(Int)
}
