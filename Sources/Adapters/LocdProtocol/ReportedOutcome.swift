import LocationModel

/// The result for a fix, or for several equal ones in a row, on the wire.
public struct ReportedOutcome: Codable, Sendable, Hashable {
    /// The result for a fix.
    public enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        /// It is in the track.
        case recorded
        /// It was usable, but the recorder's own filters held it back.
        case withheld
        /// It was not usable for any client.
        case rejected
        /// There was no fix: no receiver, or no data.
        case outage
    }

    /// The result.
    public var outcome: Outcome
    /// Why it was not recorded: the name of a `RejectionReason`; for an outage, of an `OutageCause`.
    public var reason: String?
    /// Number of fixes in a row, 1 or more; 0 for an outage.
    public var count: Int
    /// The receiver's time of the first of them, UTC, RFC 3339 with milliseconds; absent if it reported none.
    public var timestamp: String?
    /// The receiver's time of the last of them.
    public var lastTimestamp: String?
    /// If the receiver reported no time: its time at the first of them, estimated from the fixes around; UTC, RFC 3339
    /// with milliseconds.
    public var approximateTimestamp: String?
    /// Seconds since the last of them arrived; for an outage, since it ended.
    public var age: Double
    /// Seconds from the first of them to the last; for an outage, its duration.
    public var duration: Double
    /// The measured value of the last of them, in metres, seconds or metres per second depending on the reason; for a
    /// recorded fix, its horizontalAccuracy.
    public var measured: Double?
    /// The limit for the measured value, in the same unit.
    public var limit: Double?

    /// The result for `count` fixes in a row.
    public init(_ outcome: Outcome, reason: String? = nil, count: Int, age: Duration, duration: Duration) {
        self.outcome = outcome
        self.reason = reason
        self.count = count
        self.age = age.secondsInMilliseconds
        self.duration = duration.secondsInMilliseconds
    }

    /// Sets the measured value and its limit, rounded to 2 decimals.
    public mutating func setFigures(measured: Double?, limit: Double?) {
        self.measured = measured?.rounded(toDecimals: 2)
        self.limit = limit?.rounded(toDecimals: 2)
    }

    /// Whether it reveals how this machine moves: the recorded locations and the distances between them show its speed.
    var tellsOfMovement: Bool {
        switch (outcome, reason) {
        case (.outage, let reason): reason == OutageCause.privateRegion.rawValue
        case (.rejected, let reason): reason == "frozen"
        case (.recorded, _): true
        case (.withheld, let reason):
            // A reason of a newer daemon is unknown here, and may reveal movement.
            reason.flatMap(RejectionReason.init(rawValue:))?.tellsOfMovementWhenHeldBack ?? true
        }
    }
}

extension RejectionReason {
    /// Whether a location held back for this reason reveals how this machine moves, or that it does not.
    var tellsOfMovementWhenHeldBack: Bool {
        switch self {
        case .inaccurate, .tooOld: false
        case .tooFast, .distanceFilter, .minimumInterval, .stationary, .paused: true
        // The gate's reasons: the recorder never holds back a location for these.
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .timeBackwards, .timeForwards, .duplicate, .frozen: true
        }
    }
}
