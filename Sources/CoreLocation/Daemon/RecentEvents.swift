import LocationModel

/// The latest events. Regions and visits belong to the program, and each of its sessions receives them: the first copy
/// counts, the others are recognized.
struct RecentEvents {
    /// More than the daemon stores for a client that is away.
    private static let capacity = 2048

    private var known: Set<LocationEvent> = []
    private var order: [LocationEvent] = []
    private var oldest = 0

    /// Whether an event is new; from now on it is known.
    mutating func isNew(_ event: LocationEvent) -> Bool {
        guard known.insert(event).inserted else { return false }
        if order.count < Self.capacity {
            order.append(event)
        } else {
            known.remove(order[oldest])
            order[oldest] = event
            oldest = (oldest + 1) % Self.capacity
        }
        return true
    }
}
