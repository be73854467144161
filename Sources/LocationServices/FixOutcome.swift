public import LocationModel

/// What became of a fix, with the figures that decided: what ``FixHistory`` keeps for `locd why`.
public struct FixOutcome: Sendable, Hashable {
    /// What became of it.
    public enum Kind: Sendable, Hashable {
        /// It reached the manager's client.
        case delivered
        /// It was good, and the manager's own filters held it back.
        case withheld(RejectionReason)
        /// The gate refused it, for everybody.
        case rejected(RejectionReason)
        /// There was no fix at all: the receiver's outage set in.
        case outage(OutageCause)
    }

    /// What decided, in the unit of the reason: metres for an accuracy or a distance, seconds for an age or a time,
    /// metres per second for a speed. `nil` where nothing was measured.
    public struct Figures: Sendable, Hashable {
        /// What was measured.
        public var measured: Double?
        /// What it was held against.
        public var limit: Double?

        /// Figures, or none.
        public init(measured: Double? = nil, limit: Double? = nil) {
            self.measured = measured
            self.limit = limit
        }
    }

    /// What became of it.
    public var kind: Kind
    /// What decided; of several alike, that of the last.
    public var figures: Figures
    /// How many fixes alike, one after the other, this stands for; 1 or more. An outage counts as 1.
    public var count = 1
    /// The receiver's time of the first of them, where it said one.
    public var firstTimestamp: Timestamp?
    /// The receiver's time of the last of them, where it said one.
    public var lastTimestamp: Timestamp?
    /// The monotonic instant at which the first of them arrived.
    public var firstArrival: Duration
    /// The monotonic instant at which the last of them arrived; of an outage, at which it ended or changed.
    public var lastArrival: Duration

    /// What became of one fix.
    public init(_ kind: Kind, figures: Figures = Figures(), timestamp: Timestamp? = nil, arrival: Duration) {
        self.kind = kind
        self.figures = figures
        firstTimestamp = timestamp
        lastTimestamp = timestamp
        firstArrival = arrival
        lastArrival = arrival
    }

    /// Whether the next one says the same again. What lasts is kept as one: a night in a garage is one line, and does not
    /// push out what came before it. What differs from fix to fix is kept fix by fix.
    func absorbs(_ next: FixOutcome) -> Bool {
        guard kind == next.kind else { return false }
        return switch kind {
        case .delivered, .outage: false
        case .withheld(let reason), .rejected(let reason): reason.lasts
        }
    }
}

extension RejectionReason {
    /// Whether it is a state that many fixes in a row are in, rather than a verdict on each of them.
    fileprivate var lasts: Bool {
        switch self {
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .frozen, .stationary, .paused: true
        case .timeBackwards, .timeForwards, .duplicate, .inaccurate, .tooOld, .tooFast, .distanceFilter,
            .minimumInterval:
            false
        }
    }
}
