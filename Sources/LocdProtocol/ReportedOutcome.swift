import LocationModel

/// What became of a fix, or of several alike in a row, as the socket tells it.
public struct ReportedOutcome: Codable, Sendable, Hashable {
    /// What became of it.
    public enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        /// It stands in the track.
        case recorded
        /// It was good, and the recorder's own filters held it back.
        case withheld
        /// It was no good, for anybody.
        case rejected
        /// There was no fix: the receiver was not there, or said nothing.
        case outage
    }

    /// What became of it.
    public var outcome: Outcome
    /// Why it was not recorded: the name of a `RejectionReason`, of an outage that of an `OutageCause`.
    public var reason: String?
    /// How many fixes in a row this stands for, 1 or more; 0 for an outage.
    public var count: Int
    /// The receiver's time of the first of them, UTC, RFC 3339 with milliseconds; absent where it said none.
    public var timestamp: String?
    /// The receiver's time of the last of them.
    public var lastTimestamp: String?
    /// Where the receiver said no time: its time at the first of them, from the fixes around; UTC, RFC 3339 with milliseconds.
    public var approximateTimestamp: String?
    /// Seconds since the last of them arrived; of an outage, since it ended.
    public var age: Double
    /// Seconds from the first of them to the last; of an outage, how long it lasted.
    public var duration: Double
    /// What was measured of the last of them: metres, seconds or metres per second, as the reason has it; where it was
    /// recorded, its horizontalAccuracy.
    public var measured: Double?
    /// What it was held against, in the same unit.
    public var limit: Double?

    /// What became of `count` fixes in a row.
    public init(_ outcome: Outcome, reason: String? = nil, count: Int, age: Duration, duration: Duration) {
        self.outcome = outcome
        self.reason = reason
        self.count = count
        self.age = age.secondsInMilliseconds
        self.duration = duration.secondsInMilliseconds
    }

    /// Takes what was measured and its limit, to the centimetre, or a hundredth of what else it is.
    public mutating func setFigures(measured: Double?, limit: Double?) {
        self.measured = measured?.rounded(toDecimals: 2)
        self.limit = limit?.rounded(toDecimals: 2)
    }

    /// Whether it says how this machine moves: which of its locations were recorded, and how far they lay apart, is its
    /// speed.
    var tellsOfMovement: Bool {
        switch (outcome, reason) {
        case (.outage, _): false
        case (.rejected, let reason): reason == "frozen"
        case (.recorded, _): true
        case (.withheld, let reason):
            // What a newer daemon may hold back, nobody knows what it tells.
            reason.flatMap(RejectionReason.init(rawValue:))?.tellsOfMovementWhenHeldBack ?? true
        }
    }
}

extension RejectionReason {
    /// Whether it says how this machine moves, or that it does not, that a location was held back for it.
    var tellsOfMovementWhenHeldBack: Bool {
        switch self {
        case .inaccurate, .tooOld: false
        case .tooFast, .distanceFilter, .minimumInterval, .stationary, .paused: true
        // The gate's: held back is nothing for these.
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .timeBackwards, .timeForwards, .duplicate, .frozen: true
        }
    }
}
