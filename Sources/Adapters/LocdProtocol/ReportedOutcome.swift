import LocationModel

extension ReportedOutcome {
    /// The result for `count` fixes in a row.
    public init(_ outcome: Outcome, reason: String? = nil, count: Int, age: Duration, duration: Duration) {
        self.init(
            outcome: outcome, reason: reason, count: count, age: age.secondsInMilliseconds,
            duration: duration.secondsInMilliseconds)
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
        case .tooFast, .notTrusted, .distanceFilter, .minimumInterval, .stationary, .paused: true
        // The gate's reasons: the recorder never holds back a location for these.
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .timeBackwards, .timeForwards, .duplicate, .frozen: true
        }
    }
}
