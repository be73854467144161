import LocationModel

/// The latest outcomes, the oldest first, in memory that is taken once.
public struct FixHistory: Sendable {
    /// How many are kept: at one fix a second more than an hour in which each is another, and days of the usual.
    public static let limit = 4096

    /// A good fix that was held back and is decided again.
    struct Revision: Sendable, Hashable {
        let timestamp: Timestamp
        /// Why it was held back.
        let was: RejectionReason
        /// Why it still is; `nil` if it was delivered.
        let now: RejectionReason?
    }

    private let limit: Int
    private var ring: [FixOutcome] = []
    private var oldest = 0

    /// No outcomes yet; takes no memory before the first. With a limit of 0 none are kept.
    public init(limit: Int = Self.limit) {
        self.limit = max(limit, 0)
    }

    /// What is kept, the oldest first.
    public var outcomes: [FixOutcome] { (ring[oldest...] + ring[..<oldest]).filter { $0.count > 0 } }

    /// Keeps one more; the oldest gives way. Allocates nothing but with the first.
    public mutating func note(_ outcome: FixOutcome) {
        guard limit > 0 else { return }
        if let last = lastIndex, ring[last].count == 0 {
            ring[last] = outcome
        } else if let last = lastIndex, ring[last].absorbs(outcome) {
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

    /// Takes what was decided anew: what had lasted ends before the first of these, and each is an outcome of its own.
    mutating func revise(_ revisions: [Revision], arrival: Duration) {
        let lasted = revisions.filter(\.was.lasts)
        if let first = lasted.first { takeBack(lasted.count, since: first.timestamp) }
        for revision in lasted {
            note(FixOutcome(revision.now, timestamp: revision.timestamp, arrival: arrival))
        }
        for revision in revisions where !revision.was.lasts {
            guard
                let index = ring.lastIndex(where: {
                    $0.kind == .withheld(revision.was) && $0.firstTimestamp == revision.timestamp
                })
            else { continue }
            ring[index].kind = revision.now.map { .withheld($0) } ?? .delivered
            ring[index].figures = .init()
        }
    }

    /// The latest `count` fixes that were held back while it stood are decided anew, the first of them that of `moment`: they are
    /// no longer part of what lasted.
    private mutating func takeBack(_ count: Int, since moment: Timestamp) {
        var left = count
        for back in 0..<ring.count where left > 0 {
            let index = (oldest + ring.count - 1 - back) % ring.count
            guard ring[index].isStanding else { continue }
            let taken = min(left, ring[index].count)
            left -= taken
            ring[index].count -= taken
            // The one before, at the interval of all.
            if let first = ring[index].firstTimestamp, let last = ring[index].lastTimestamp {
                let interval = last.seconds(since: first) / Double(max(ring[index].count + taken - 1, 1))
                ring[index].lastTimestamp = max(first, moment.advanced(bySeconds: -interval))
            }
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
