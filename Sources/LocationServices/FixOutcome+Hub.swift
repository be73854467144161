internal import LocationModel

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
