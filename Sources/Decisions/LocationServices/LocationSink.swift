public import LocationModel

/// Where a manager's events go: a track, a socket, a test. It is called where the hub runs and must return at once: it
/// queues or counts what it cannot take.
public protocol LocationSink: Sendable {
    /// Takes events, in order.
    func receive(_ events: [LocationEvent])
}
