import LocationModel

/// A task for the thread of the bus.
enum GeoClueItem: Sendable {
    /// A session may have locations.
    case admitted(session: Int)
    /// A session may not have locations, or not any more; why.
    case refused(session: Int, reason: String)
    /// An event of a session.
    case events(session: Int, [LocationEvent])
    /// A request to end the thread.
    case end

    /// Whether it may be dropped if too many are queued, as locations may.
    var givesWay: Bool {
        if case .events = self { true } else { false }
    }
}
