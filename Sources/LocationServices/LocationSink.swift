public import LocationModel

/// Where a manager's events go: a track, a socket, a test. It must return soon; what it cannot take it queues or counts.
public protocol LocationSink: Sendable {
    /// Takes events in order; the next batch comes when this call has returned.
    func receive(_ events: [LocationEvent]) async
}
