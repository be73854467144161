internal import LocationModel
internal import LocationServices
internal import SystemSupport

/// Decides when a sink may send: after a failure, while live, on a metered connection, within its budget.
package struct SinkPace {
    /// A connection that lasted so long was a success.
    static let provenAfter = Duration.seconds(60)

    /// Why nothing is sent now.
    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        case retry
        case interval
        case distance
        case rate
        case metered
        case budget
    }

    package enum Decision: Sendable, Hashable {
        /// Send some of it.
        case send(isBacklog: Bool)
        /// Ask again at a monotonic instant, or when there are new records.
        case wait(until: Duration, Reason)
    }

    /// ``PublishSink/distance`` holds a location back for no longer than this.
    package static let longestHold = Duration.seconds(300)
    /// The interval for checking conditions that are not signalled.
    private static let recheck = Duration.seconds(30)
    /// The lateness of a wait for the rate that is tolerated.
    private static let burst = 0.1

    /// The pace of a backlog through a broker, records a second, unless ``PublishSink/rate`` says otherwise: at this
    /// pace 200 boxes together send no more than one subscriber takes from mosquitto with its default queue of 1,000
    /// messages.
    package static let brokerRate = 20.0

    private let sink: PublishSink
    private let rate: Double?
    private var backoff: Backoff
    /// The monotonic instant before which nothing is tried after a failure.
    package private(set) var retryAt: Duration?
    private var connectedAt: Duration?
    private var nextAt = Duration.zero
    private var lastLive: (at: Duration, place: Coordinate?)?
    private var isDraining = false
    /// The bytes sent today.
    package private(set) var budget: ByteBudget

    /// Creates the pace of a sink that continues with the bytes sent before.
    package init(_ sink: PublishSink, resuming position: SinkPosition? = nil) {
        self.sink = sink
        rate = (sink.rate ?? (sink.kind == .mqtt ? Self.brokerRate : nil)).flatMap { $0.isFinite ? $0 : nil }
        backoff = Backoff(
            first: .seconds(sink.firstRetry), longest: .seconds(max(sink.longestRetry, sink.firstRetry)), jitter: 0.5)
        budget = ByteBudget(limit: sink.dailyBytes, day: position?.day, bytes: position?.bytes ?? 0)
    }

    /// Whether the next records are sent now. `next`: the first of those that wait; `latest`: one of them that is no
    /// location, or else the last one that is known.
    package mutating func decide(
        next: PublishedRecord, latest: PublishedRecord, isMetered: Bool, at now: Instant
    ) -> Decision {
        if let retryAt, now.monotonic < retryAt { return .wait(until: retryAt, .retry) }
        guard budget.allows(at: now.wall) else {
            let tomorrow = Duration.seconds(ByteBudget.untilTomorrow(now.wall))
            return .wait(until: now.monotonic + min(tomorrow, Self.recheck), .budget)
        }
        let isBacklog = isBacklog(next, at: now)
        if isMetered, sink.metered == .wait || sink.metered == .live && isBacklog {
            return .wait(until: now.monotonic + Self.recheck, .metered)
        }
        if isBacklog {
            return now.monotonic < nextAt ? .wait(until: nextAt, .rate) : .send(isBacklog: true)
        }
        if let held = hold(next: next, latest: latest, at: now) { return held }
        isDraining = true
        return .send(isBacklog: false)
    }

    /// Whether anything may be sent, be it a record or not.
    package func mayTalk(isMetered: Bool, at now: Instant) -> Bool {
        budget.allows(at: now.wall) && !(isMetered && sink.metered == .wait)
    }

    /// Whether a record is older than the live ones that this sink holds back at most, or as far ahead of the clock.
    func isBacklog(_ record: PublishedRecord, at now: Instant) -> Bool {
        let hold = max(sink.interval, sink.distance > 0 ? Self.longestHold.seconds : 0)
        return record.recordedAt.map { !SinkFilter.isLive($0, at: now.wall, holding: hold) } ?? false
    }

    private func hold(next: PublishedRecord, latest: PublishedRecord, at now: Instant) -> Decision? {
        guard !isDraining, let lastLive, next.isLocation, latest.isLocation else { return nil }
        let due = lastLive.at + .seconds(sink.interval)
        if now.monotonic < due { return .wait(until: due, .interval) }
        guard sink.distance > 0, let from = lastLive.place, let to = latest.place, from.distance(to: to) < sink.distance
        else { return nil }
        let last = max(due, lastLive.at + Self.longestHold)
        return now.monotonic < last ? .wait(until: last, .distance) : nil
    }

    /// Notes that the server accepted records.
    package mutating func delivered(
        _ records: [PublishedRecord], bytes: Int, isBacklog: Bool, at now: Instant
    ) {
        backoff.reset()
        retryAt = nil
        budget.count(bytes, at: now.wall)
        if !isBacklog { lastLive = (now.monotonic, records.last { $0.place != nil }?.place ?? lastLive?.place) }
        guard isBacklog, let rate else { return }
        // Lost time is not made up for, beyond the lateness of a timer.
        nextAt = max(nextAt, now.monotonic - .seconds(Self.burst)) + .seconds(Double(records.count) / rate)
    }

    /// Counts bytes that were sent for something else than records.
    package mutating func count(_ bytes: Int, at now: Instant) { budget.count(bytes, at: now.wall) }

    /// Notes that the connection is back. Whether it lasts is not known yet: another client of the same name may take
    /// it over at once.
    package mutating func connected(at now: Instant) {
        retryAt = nil
        connectedAt = now.monotonic
    }

    /// Notes that the connection is still there.
    package mutating func served(at now: Instant) {
        guard let connectedAt, now.monotonic - connectedAt >= Self.provenAfter else { return }
        backoff.reset()
        self.connectedAt = nil
    }

    /// Notes that no records wait.
    package mutating func drained() { isDraining = false }

    /// Notes that the server refused records, counts what was sent in vain, and returns the wait.
    @discardableResult
    package mutating func failed(
        _ failure: SinkFailure, at now: Instant, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        connectedAt = nil
        budget.count(failure.sent, at: now.wall)
        let wait = max(backoff.next(using: &generator), failure.retryAfter ?? .zero)
        retryAt = now.monotonic + wait
        return wait
    }
}
