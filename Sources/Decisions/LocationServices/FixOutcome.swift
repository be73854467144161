public import LocationModel

/// The result of a fix, with the figures that decided it. ``FixHistory`` keeps these for `locd why`: thousands of them,
/// so each takes 56 bytes.
public struct FixOutcome: Sendable, Hashable {
    /// The kind of result.
    public enum Kind: Sendable, Hashable {
        /// The manager's client received it.
        case delivered
        /// It was good, but the manager's own filters held it back.
        case withheld(RejectionReason)
        /// The gate refused it, for all managers.
        case rejected(RejectionReason)
        /// There was no fix: an outage of the receiver began.
        case outage(OutageCause)
    }

    /// The figures that decided, in the unit of the reason: metres for an accuracy or a distance, seconds for an age or
    /// a time, metres per second for a speed. `nil` if nothing was measured.
    public struct Figures: Sendable, Hashable {
        private var measuredBits: UInt64
        private var limitBits: UInt64

        /// The measured value.
        public var measured: Double? { Double(compact: measuredBits) }
        /// The limit that it was compared with.
        public var limit: Double? { Double(compact: limitBits) }

        /// Figures; both are optional.
        public init(measured: Double? = nil, limit: Double? = nil) {
            measuredBits = measured.compact
            limitBits = limit.compact
        }
    }

    /// The result.
    public var kind: Kind
    private var shortCount: Int32 = 1
    /// The figures that decided; for several equal results, those of the last one.
    public var figures: Figures
    /// How many equal results in a row this represents; at least 1 in the outcomes of a ``FixHistory``. An outage
    /// counts as 1.
    public var count: Int {
        get { Int(shortCount) }
        set { shortCount = Int32(clamping: newValue) }
    }
    /// The receiver's time of the first fix, if it reported one.
    public var firstTimestamp: Timestamp? {
        get { Timestamp(milliseconds: firstMilliseconds) }
        set { firstMilliseconds = newValue?.milliseconds ?? Self.noTime }
    }
    /// The receiver's time of the last fix, if it reported one.
    public var lastTimestamp: Timestamp? {
        get { Timestamp(milliseconds: lastMilliseconds) }
        set { lastMilliseconds = newValue?.milliseconds ?? Self.noTime }
    }
    /// The monotonic instant at which the first fix arrived.
    public var firstArrival: Duration {
        get { .nanoseconds(firstNanoseconds) }
        set { firstNanoseconds = newValue.wholeNanoseconds }
    }
    /// The monotonic instant at which the last fix arrived; for an outage, when it ended or changed.
    public var lastArrival: Duration {
        get { .nanoseconds(lastNanoseconds) }
        set { lastNanoseconds = newValue.wholeNanoseconds }
    }

    private var firstMilliseconds: Int64
    private var lastMilliseconds: Int64
    private var firstNanoseconds: Int64
    private var lastNanoseconds: Int64
    /// Outside the range of timestamps.
    private static let noTime = Int64.min

    /// The result of one fix.
    public init(_ kind: Kind, figures: Figures = Figures(), timestamp: Timestamp? = nil, arrival: Duration) {
        self.kind = kind
        self.figures = figures
        firstMilliseconds = timestamp?.milliseconds ?? Self.noTime
        lastMilliseconds = firstMilliseconds
        firstNanoseconds = arrival.wholeNanoseconds
        lastNanoseconds = firstNanoseconds
    }

    /// The result of a good fix: delivered, or held back for a reason.
    init(_ heldBack: RejectionReason?, figures: Figures = Figures(), timestamp: Timestamp, arrival: Duration) {
        self.init(
            heldBack.map { .withheld($0) } ?? .delivered, figures: figures, timestamp: timestamp, arrival: arrival)
    }

    /// Whether it was held back because it stood still, which may turn out to be wrong.
    var isStanding: Bool { kind == .withheld(.stationary) || kind == .withheld(.paused) }

    /// Whether the next outcome repeats this one. A lasting state is stored once: a night in a garage is one line, and
    /// does not push out earlier outcomes. Results that differ from fix to fix are stored individually.
    func absorbs(_ next: FixOutcome) -> Bool {
        guard kind == next.kind else { return false }
        return switch kind {
        case .delivered, .outage: false
        case .withheld(let reason), .rejected(let reason): reason.lasts
        }
    }
}

extension RejectionReason {
    /// Whether it is a state that lasts for many fixes in a row, rather than a verdict on each of them.
    var lasts: Bool {
        switch self {
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .frozen, .stationary, .paused, .notTrusted: true
        case .timeBackwards, .timeForwards, .duplicate, .inaccurate, .tooOld, .tooFast, .distanceFilter,
            .minimumInterval:
            false
        }
    }
}

extension Double {
    /// The value of ``Swift/Optional/compact``.
    fileprivate init?(compact bits: UInt64) {
        self.init(bitPattern: bits)
        if isNaN { return nil }
    }
}

extension Double? {
    /// An optional number in 8 bytes: `nil` is not a number.
    fileprivate var compact: UInt64 { (self ?? .nan).bitPattern }
}

extension FixOutcome {
    /// A fix that the gate refused. `newest` is the time that it was compared with.
    init(of fix: Fix, rejectedFor reason: RejectionReason, newest: Timestamp?, at arrival: Duration) {
        let measured: Double? =
            switch reason {
            case .timeBackwards: fix.timestamp.flatMap { newest?.seconds(since: $0) }
            case .timeForwards: newest.flatMap { newest in fix.timestamp?.seconds(since: newest) }
            case .frozen: fix.speed
            default: nil
            }
        self.init(
            .rejected(reason), figures: Figures(measured: measured), timestamp: fix.timestamp, arrival: arrival)
    }

    /// An outage of the receiver that lasts until now, as far as is known.
    init(of outage: Outage, until now: Duration) {
        self.init(.outage(outage.cause), arrival: outage.began)
        lastArrival = max(now, outage.began)
    }
}
