public import LocationModel

/// Events that wait for a client in the background: bounded, counted, and delivered as one batch when it returns.
public struct BackgroundQueue: Sendable {
    /// The default maximum of waiting events; the oldest are dropped first.
    public static let limit = 1000

    /// How many events were dropped to stay within the limit.
    public private(set) var dropped = 0
    private let limit: Int
    private var events: [LocationEvent] = []
    /// The index of the oldest event, so that dropping it rarely moves the others.
    private var first = 0

    /// An empty queue.
    public init(limit: Int = Self.limit) {
        self.limit = max(limit, 1)
    }

    /// How many events wait.
    public var count: Int { events.count - first }

    /// Appends events, in order.
    public mutating func append(_ new: [LocationEvent]) {
        events += new
        let surplus = max(count - limit, 0)
        first += surplus
        dropped += surplus
        if first > limit {
            events.removeFirst(first)
            first = 0
        }
    }

    /// Drops all waiting events, and counts them.
    public mutating func giveUp() {
        dropped += count
        _ = takeAll()
    }

    /// Removes and returns all waiting events, in order.
    public mutating func takeAll() -> [LocationEvent] {
        defer {
            events.removeAll()
            first = 0
        }
        return Array(events[first...])
    }
}
