import LocationModel
import LocationServices
import LocdProtocol
import LocdRecorder
import SystemSupport

extension DaemonStatus {
    func why(from: Timestamp?, to: Timestamp?, limit: Int, privateRegions: Bool) async -> WhyReply {
        let status = await hub.status
        let known = status.receiverTime
        var outcomes = await hub.history + (recorder?.manager.history ?? [])
        let now = clock.now()
        if !privateRegions { outcomes = await hub.privateStays.redacted(outcomes, at: now) }
        let anchor = known ?? Self.systemTime.map { ReceiverTime($0, at: now) }
        let selection = OutcomeSelection(outcomes, from: from, to: to, limit: limit, anchor: anchor)
        var reply = WhyReply(
            isRecording: recorder != nil, isNearest: selection.isNearest, isCut: selection.isCut,
            fixes: zip(selection.outcomes, selection.beginnings).map { ReportedOutcome($0, beginning: $1, at: now) })
        reply.refused = status.condition.refused
        return reply
    }

    /// The system's time, right or wrong: before a first fix it is the only clock that whoever asks can mean.
    private static var systemTime: Timestamp? {
        let time = SystemClock.wallTime
        return Timestamp(seconds: time.seconds, nanoseconds: time.nanoseconds)
    }
}

extension ReportedOutcome {
    /// What the services say, as the socket tells it at a monotonic instant.
    init(_ outcome: FixOutcome, beginning: Timestamp? = nil, at now: Duration) {
        let age = max(now - outcome.lastArrival, .zero)
        let duration = outcome.lastArrival - outcome.firstArrival
        switch outcome.kind {
        case .delivered: self.init(.recorded, count: outcome.count, age: age, duration: duration)
        case .withheld(let reason):
            self.init(.withheld, reason: reason.rawValue, count: outcome.count, age: age, duration: duration)
        case .rejected(let reason):
            self.init(.rejected, reason: reason.rawValue, count: outcome.count, age: age, duration: duration)
        case .outage(let cause): self.init(.outage, reason: cause.rawValue, count: 0, age: age, duration: duration)
        }
        timestamp = outcome.firstTimestamp?.description
        lastTimestamp = outcome.lastTimestamp?.description
        approximateTimestamp = beginning?.description
        setFigures(measured: outcome.figures.measured, limit: outcome.figures.limit)
    }
}
