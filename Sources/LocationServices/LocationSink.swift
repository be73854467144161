public import LocationModel

/// Where a manager's events go: a track, a socket, a test. It must return soon; what it cannot take it queues or counts.
public protocol LocationSink: Sendable {
    /// Takes events in order; the next batch comes when this call has returned.
    ///
    /// It runs where the manager runs: going elsewhere and coming back would cost more than most sinks do.
    nonisolated(nonsending) func receive(_ events: [LocationEvent]) async
}
