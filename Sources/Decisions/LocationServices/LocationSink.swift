public import LocationModel

/// Where a manager's events go: a track, a socket, a test. It must return soon, and queues or counts what it cannot
/// take.
public protocol LocationSink: Sendable {
    /// Takes events in order; the next batch comes after this call has returned.
    ///
    /// It runs where the manager runs: changing the executor would cost more than most sinks do.
    nonisolated(nonsending) func receive(_ events: [LocationEvent]) async
}
