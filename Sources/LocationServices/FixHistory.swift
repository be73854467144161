/// The latest outcomes, the oldest first, in memory that is taken once.
public struct FixHistory: Sendable {
    /// How many are kept: at one fix a second more than an hour in which each is another, and days of the usual.
    public static let limit = 4096

    private let limit: Int
    private var ring: [FixOutcome] = []
    private var oldest = 0

    /// No outcomes yet; takes no memory before the first. With a limit of 0 none are kept.
    public init(limit: Int = Self.limit) {
        self.limit = max(limit, 0)
    }

    /// What is kept, the oldest first.
    public var outcomes: [FixOutcome] { Array(ring[oldest...] + ring[..<oldest]) }

    /// Keeps one more; the oldest gives way. Allocates nothing but with the first.
    public mutating func note(_ outcome: FixOutcome) {
        guard limit > 0 else { return }
        if let last = lastIndex, ring[last].absorbs(outcome) {
            ring[last].count += 1
            ring[last].figures = outcome.figures
            ring[last].firstTimestamp = ring[last].firstTimestamp ?? outcome.firstTimestamp
            ring[last].lastTimestamp = outcome.lastTimestamp ?? ring[last].lastTimestamp
            ring[last].lastArrival = outcome.lastArrival
        } else if ring.count < limit {
            if ring.isEmpty { ring.reserveCapacity(limit) }
            ring.append(outcome)
        } else {
            ring[oldest] = outcome
            oldest = (oldest + 1) % ring.count
        }
    }

    /// An outage ended, or became another, at `now`. One that has been pushed out is forgotten.
    public mutating func end(_ outage: Outage, at now: Duration) {
        for back in 0..<ring.count {
            let index = (oldest + ring.count - 1 - back) % ring.count
            guard ring[index].kind == .outage(outage.cause), ring[index].firstArrival == outage.began else { continue }
            ring[index].lastArrival = max(now, outage.began)
            return
        }
    }

    private var lastIndex: Int? {
        ring.isEmpty ? nil : (oldest + ring.count - 1) % ring.count
    }
}
