internal import LocationModel

/// The fourth stage of ``ManagerCore``: keeps the events of standard updates while the client allows it.
struct Deferral: Sendable {
    private var running: DeferredUpdates?

    /// Whether anything is kept.
    var isRunning: Bool { running != nil }
    /// The instant at which ``tick(at:into:)`` is due.
    var deadline: Duration? { running?.deadline }

    /// Keeps the events of standard updates from now on, until a distance was travelled or a time passed.
    mutating func begin(untilTraveled distance: Double, timeout: Double, at moment: Moment) {
        running = DeferredUpdates(untilTraveled: distance, timeout: timeout, at: moment.instant)
    }

    /// Takes all of the new events, and appends what the client gets now.
    mutating func pass(_ new: inout [LocationEvent], into events: inout [LocationEvent]) {
        guard !new.isEmpty else { return }
        if running == nil, events.isEmpty {
            swap(&new, &events)
            return
        }
        for event in new {
            if running == nil {
                events.append(event)
            } else if running?.keep(event) == true {
                end(error: nil, into: &events)
            }
        }
        new.removeAll(keepingCapacity: true)
    }

    /// Ends it: what was kept comes now.
    mutating func end(error: LocationFailure.Error?, into events: inout [LocationEvent]) {
        if let running { events += running.finish(error: error) }
        running = nil
    }

    /// Ends it, and gives up what was kept: it was meant for another authorization.
    mutating func giveUp(into events: inout [LocationEvent]) {
        guard running != nil else { return }
        running = nil
        events.append(.deferredUpdatesFinished(DeferredUpdatesFinish(error: .deferredCanceled)))
    }

    /// Time passed.
    mutating func tick(at now: Duration, into events: inout [LocationEvent]) {
        if running?.isDue(at: now) == true { end(error: nil, into: &events) }
    }
}
