package import LocationModel

/// The receiver's time at an instant of the monotonic clock, and with it that of any other instant.
package struct ReceiverTime: Sendable, Hashable {
    package let instant: Duration
    private let timestamp: Timestamp

    package init(_ timestamp: Timestamp, at instant: Duration) {
        self.timestamp = timestamp
        self.instant = instant
    }

    /// The receiver's time when a location arrived.
    init(_ latest: (location: Location, arrival: Duration)) {
        self.init(latest.location.timestamp, at: latest.arrival)
    }

    package func time(at other: Duration) -> Timestamp {
        timestamp.advanced(bySeconds: (other - instant).seconds)
    }
}
