import LocationModel

/// One thing for the thread of the bus to do.
enum GeoClueItem: Sendable {
    /// A session may have locations.
    case admitted(session: Int)
    /// A session may not have locations, or not any more; why.
    case refused(session: Int, reason: String)
    /// What a session is told.
    case events(session: Int, [LocationEvent])
    /// The thread is to end.
    case end

    /// Whether it may be dropped when too many wait: locations are.
    var givesWay: Bool {
        if case .events = self { true } else { false }
    }
}
