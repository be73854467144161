internal import LocationModel

/// The third stage of ``ManagerCore``: holds the events of standard updates back while the client allows it.
struct Deferral: Sendable {
    private var running: DeferredUpdates?

    /// Whether events are held back.
    var isRunning: Bool { running != nil }
    /// The instant at which ``tick(at:into:)`` is due.
    var deadline: Duration? { running?.deadline }

    /// Holds the events of standard updates back from now on, until a distance was travelled or a time passed.
    mutating func begin(untilTraveled distance: Double, timeout: Double, at moment: Moment) {
        running = DeferredUpdates(untilTraveled: distance, timeout: timeout, at: moment.instant)
    }

    /// Takes all new events, and appends those that the client gets now.
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

    /// Ends the deferral: the events that were held back come now.
    mutating func end(error: LocationFailure.Error?, into events: inout [LocationEvent]) {
        if let running { events += running.finish(error: error) }
        running = nil
    }

    /// Ends the deferral, and drops the events that were held back: they were meant for another authorization.
    mutating func giveUp(into events: inout [LocationEvent]) {
        guard running != nil else { return }
        running = nil
        events.append(.deferredUpdatesFinished(DeferredUpdatesFinish(error: .deferredCanceled)))
    }

    mutating func tick(at now: Duration, into events: inout [LocationEvent]) {
        if running?.isDue(at: now) == true { end(error: nil, into: &events) }
    }
}
