public import LocationModel

/// What waits for a client that is in the background: bounded, counted, and given to it as one batch on its return.
public struct BackgroundQueue: Sendable {
    /// Events that wait at most, unless told otherwise: the oldest make room.
    public static let limit = 1000

    /// How many were given up to make room.
    public private(set) var dropped = 0
    private let limit: Int
    private var events: [LocationEvent] = []
    /// Where the oldest stands, so that making room moves nothing most of the time.
    private var first = 0

    /// An empty queue.
    public init(limit: Int = Self.limit) {
        self.limit = max(limit, 1)
    }

    /// How many wait.
    public var count: Int { events.count - first }

    /// Adds events, in order.
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

    /// Gives up all that wait; they are counted.
    public mutating func giveUp() {
        dropped += count
        _ = takeAll()
    }

    /// All that wait, in order; none do afterwards.
    public mutating func takeAll() -> [LocationEvent] {
        defer {
            events.removeAll()
            first = 0
        }
        return Array(events[first...])
    }
}
