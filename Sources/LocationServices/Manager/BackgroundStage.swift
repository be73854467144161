internal import LocationModel

/// The last stage of ``ManagerCore``: what a client in the background would get waits for its return.
struct BackgroundStage: Sendable {
    private var queue: BackgroundQueue?
    /// What earlier stays in the background gave up.
    private var droppedBefore = 0

    /// Whether the client is in the background.
    var isActive: Bool { queue != nil }
    /// How many events wait; `nil` in the foreground.
    var waiting: Int? { queue?.count }
    /// How many events were given up because too many waited.
    var dropped: Int { droppedBefore + (queue?.dropped ?? 0) }

    /// The client went to the background.
    mutating func enter() {
        queue = queue ?? BackgroundQueue()
    }

    /// The client is back: all that waited.
    mutating func leave() -> [LocationEvent] {
        guard var left = queue else { return [] }
        queue = nil
        droppedBefore += left.dropped
        return left.takeAll()
    }

    /// What the client gets now of new events.
    mutating func pass(_ events: [LocationEvent]) -> [LocationEvent] {
        guard queue != nil else { return events }
        queue?.append(events)
        return []
    }

    /// Gives up what waits: it was meant for another authorization.
    mutating func giveUp() {
        queue?.giveUp()
    }
}
