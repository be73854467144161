internal import LocationModel

/// The last stage of ``ManagerCore``: events for a client in the background wait for its return.
struct BackgroundStage: Sendable {
    private var queue: BackgroundQueue?
    /// The number of events that were dropped during earlier stays in the background.
    private var droppedBefore = 0

    /// Whether the client is in the background.
    var isActive: Bool { queue != nil }
    /// The number of waiting events; `nil` in the foreground.
    var waiting: Int? { queue?.count }
    /// The number of events that were dropped because too many waited.
    var dropped: Int { droppedBefore + (queue?.dropped ?? 0) }

    /// The client went to the background.
    mutating func enter() {
        queue = queue ?? BackgroundQueue()
    }

    /// The client is back: returns all waiting events.
    mutating func leave() -> [LocationEvent] {
        guard var left = queue else { return [] }
        queue = nil
        droppedBefore += left.dropped
        return left.takeAll()
    }

    /// The events that the client gets now.
    mutating func pass(_ events: [LocationEvent]) -> [LocationEvent] {
        guard queue != nil else { return events }
        queue?.append(events)
        return []
    }

    /// Drops the waiting events: they were meant for another authorization.
    mutating func giveUp() {
        queue?.giveUp()
    }
}
