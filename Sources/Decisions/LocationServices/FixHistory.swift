import LocationModel

/// The latest outcomes, the oldest first, in memory that is allocated once.
public struct FixHistory: Sendable {
    /// The maximum number: at one fix a second, more than an hour if all outcomes differ, and days in normal use.
    public static let limit = 4096

    /// A good fix that was held back and is decided again.
    struct Revision: Sendable, Hashable {
        let timestamp: Timestamp
        /// Why it was held back.
        let was: RejectionReason
        /// Why it is still held back; `nil` if it was delivered.
        let now: RejectionReason?
    }

    private let limit: Int
    private var ring: [FixOutcome] = []
    private var oldest = 0

    /// Creates an empty history; it allocates no memory before the first outcome. With a limit of 0 it stores none.
    public init(limit: Int = Self.limit) {
        self.limit = max(limit, 0)
    }

    /// Whether it stores outcomes.
    var isKept: Bool { limit > 0 }

    /// The stored outcomes, the oldest first.
    public var outcomes: [FixOutcome] { (ring[oldest...] + ring[..<oldest]).filter { $0.count > 0 } }

    /// Adds an outcome; the oldest is dropped if necessary. Allocates nothing, except for the first.
    public mutating func note(_ outcome: FixOutcome) {
        guard isKept else { return }
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

    /// Adds fixes that were decided again: the lasting outcome ends before the first of them, and each becomes an
    /// outcome of its own.
    mutating func revise(_ revisions: [Revision], arrival: Duration) {
        let lasted = revisions.filter(\.was.lasts)
        if let first = lasted.first { subtract(lasted.count, since: first.timestamp) }
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

    /// Takes the latest `count` fixes, the first of them that of `moment`, out of the lasting outcome: they were held
    /// back while standing, and are decided again.
    private mutating func subtract(_ count: Int, since moment: Timestamp) {
        var left = count
        for back in 0..<ring.count where left > 0 {
            let index = (oldest + ring.count - 1 - back) % ring.count
            guard ring[index].isStanding else { continue }
            let taken = min(left, ring[index].count)
            left -= taken
            ring[index].count -= taken
            // The fix before it, by the mean interval of all.
            if let first = ring[index].firstTimestamp, let last = ring[index].lastTimestamp {
                let interval = last.seconds(since: first) / Double(max(ring[index].count + taken - 1, 1))
                ring[index].lastTimestamp = max(first, moment.advanced(bySeconds: -interval))
            }
        }
    }

    /// Notes that an outage ended, or became another, at `now`. An outage that is no longer stored is ignored.
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
